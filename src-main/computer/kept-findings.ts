// What the checks have found at the open till, for a report that a person reads before it is saved.
import {
  checkNames,
  judgeScan,
  type CheckName,
  type Finding,
  type ScanTrial,
} from '../contract/computer.ts';
import { checks, type Computer } from './checks.ts';
import { reportOf, type ComputerReportOptions } from './report.ts';

export interface KeptFindingsOptions {
  /** Returns what tells one till from the next, which has another service. */
  readonly till: () => unknown;
  readonly computer: () => Computer;
}

export class KeptFindings {
  readonly #options: KeptFindingsOptions;
  readonly #underWay = new Map<
    CheckName,
    { readonly of: unknown; readonly findings: Promise<readonly Finding[]> }
  >();
  /** The till that was open then, and what was found for it. */
  #known: { readonly of: unknown; readonly findings: Map<CheckName, readonly Finding[]> };
  #read: string | null = null;

  constructor(options: KeptFindingsOptions) {
    this.#options = options;
    this.#known = { of: options.till(), findings: new Map() };
  }

  /** Runs a check that is asked for twice at the same time once. */
  async check(check: CheckName): Promise<readonly Finding[]> {
    const of = this.#options.till();
    const before = this.#underWay.get(check);
    const asked = before?.of === of && before ? before : { of, findings: this.#find(check) };
    this.#underWay.set(check, asked);
    try {
      return await asked.findings;
    } finally {
      if (this.#underWay.get(check) === asked) this.#underWay.delete(check);
    }
  }

  async #find(check: CheckName): Promise<readonly Finding[]> {
    const of = this.#options.till();
    const findings = await checks[check](this.#options.computer());
    this.#forgetFormer();
    if (of === this.#known.of) this.#known.findings.set(check, findings);
    return findings;
  }

  /** Returns the report of what was found for the till that is open. */
  report(scan: ScanTrial | null, options: ComputerReportOptions): string {
    this.#forgetFormer();
    const findings = [
      ...checkNames.flatMap((check) => this.#known.findings.get(check) ?? []),
      ...(scan ? [judgeScan(scan)] : []),
    ];
    this.#read = reportOf(findings, options);
    return this.#read;
  }

  /** The report as a person has read it; null if there is none. */
  get read(): string | null {
    return this.#read;
  }

  /** Forgets what was found for a till that is not open any more. */
  #forgetFormer(): void {
    const of = this.#options.till();
    if (this.#known.of === of) return;
    this.#known = { of, findings: new Map() };
    this.#read = null;
  }
}

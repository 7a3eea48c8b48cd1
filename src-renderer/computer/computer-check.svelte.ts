// The checks of this computer as they come in, and the report that they end in.
import {
  checkNames,
  judgeScan,
  type CheckName,
  type Finding,
  type ScanTrial,
} from '../../src-main/contract/computer.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { Asking } from '../bridge/asking.svelte.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';
import type { Rhythm } from '../scanning/scanner-rhythm.ts';

export interface CheckRow {
  readonly check: CheckName;
  /** Null until it is answered. */
  readonly findings: readonly Finding[] | null;
  readonly error: AppError | null;
}

const unanswered = (check: CheckName): CheckRow => ({ check, findings: null, error: null });

export class ComputerCheck {
  readonly #till: Pick<Till, 'request'>;
  #rows = $state.raw<readonly CheckRow[]>(checkNames.map(unanswered));
  #scan = $state.raw<ScanTrial | null>(null);
  #report = $state.raw<string | null>(null);
  readonly #reporting = new Asking();
  readonly #reports = new LatestAnswer();

  constructor(till: Pick<Till, 'request'>) {
    this.#till = till;
  }

  get rows(): readonly CheckRow[] {
    return this.#rows;
  }

  get answered(): number {
    return this.#rows.filter(({ findings, error }) => findings ?? error).length;
  }

  get isUnderWay(): boolean {
    return this.answered < this.#rows.length;
  }

  /** The last scan that was tried. */
  get scanned(): Finding | null {
    return this.#scan && judgeScan(this.#scan);
  }

  /** Counts what is bad and what to look at. A check that failed counts as something to look at. */
  get found(): { readonly bad: number; readonly toLookAt: number } {
    const findings = this.#rows.flatMap(({ findings: of }) => of ?? []);
    const all = this.scanned ? [...findings, this.scanned] : findings;
    const count = (wanted: Finding['verdict']) =>
      all.filter(({ verdict }) => verdict === wanted).length;
    const failed = this.#rows.filter(({ error }) => error).length;
    return { bad: count('bad'), toLookAt: count('look_at') + failed };
  }

  /** Null until somebody asks for it, and again once something newer is known. */
  get report(): string | null {
    return this.#report;
  }

  get reporting(): Pick<Asking, 'busy' | 'error'> {
    return this.#reporting;
  }

  /** Runs all checks at once. Each shows as it comes. */
  async run(): Promise<void> {
    if (this.answered > 0 && this.isUnderWay) return;
    this.#dropReport();
    this.#rows = checkNames.map(unanswered);
    await Promise.all(checkNames.map((check) => this.#run(check)));
  }

  noteScan({ text, longestGapMs, end, scanned }: Rhythm): void {
    const characters = Array.from(text).length;
    this.#scan = { characters, longestGapMs, end, isScan: scanned !== null };
    this.#dropReport();
  }

  async showReport(): Promise<void> {
    const isLatest = this.#reports.begin();
    const asked = this.#till.request('computer.report', { scan: this.#scan });
    const answer = await this.#reporting.ask(asked);
    if (answer.ok && isLatest()) this.#report = answer.value.text;
  }

  /** One that is still asked for tells of what there was before. */
  #dropReport(): void {
    this.#reports.begin();
    this.#report = null;
  }

  async #run(check: CheckName): Promise<void> {
    const answer = await this.#till.request('computer.check', { check });
    const row = answer.ok
      ? { check, findings: answer.value, error: null }
      : { check, findings: null, error: answer.error };
    this.#rows = this.#rows.map((each) => (each.check === check ? row : each));
  }
}

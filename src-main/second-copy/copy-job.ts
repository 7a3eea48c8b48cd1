// The helper's work while a till is open: it watches the till's file, and writes what is new to the
// medium. Main and the till wait for nothing of it: a medium that hangs holds up this process
// alone, which then tells nothing any more.
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { growingWaitMs, systemClock } from '../clock.ts';
import { localDay } from '../contract/calendar.ts';
import { isOfSystem } from '../contract/errors.ts';
import type { MediumProblem } from '../contract/second-copy.ts';
import { migrations } from '../store/migrations.ts';
import { storeError } from '../store/store-errors.ts';
import type { CopiedTill } from './folders.ts';
import { Journal } from './journal.ts';
import {
  isMadeUp,
  journalFiles,
  MediumError,
  placeOf,
  problemOf,
  readOwner,
  writeOwner,
  type Owner,
} from './medium.ts';
import { isEmpty, readRows, type Marks } from './read-rows.ts';

export interface CopyJob {
  readonly file: string;
  /** The folder of the till's copy on the medium. */
  readonly folder: string;
  readonly till: CopiedTill;
  readonly medium: string;
  readonly encrypts: boolean;
  /** Whom it is encrypted for; null for nobody. */
  readonly recipient: string | null;
  /** As the medium bore them when the till's file last wrote to it. */
  readonly generation: number;
  readonly lastInstallation: string;
  /** Every installation that the till's file has been, and the present one. */
  readonly installation: string;
  /** Every other time of the job is a multiple of it. */
  readonly pollMs?: number;
}

export type CopyNews =
  /** The medium is there, and the till's own. */
  | { readonly kind: 'there' }
  /** Every sale up to this one, with all that went before this moment, is on the medium. */
  | { readonly kind: 'copied'; readonly saleId: number; readonly atMs: number }
  /** The medium bears this installation from now on. */
  | { readonly kind: 'owned'; readonly generation: number }
  | { readonly kind: 'problem'; readonly problem: MediumProblem }
  | {
      readonly kind: 'taken_over';
      readonly generation: number;
      readonly installation: string;
      readonly atMs: number;
      readonly computer: string;
    };

const usualPollMs = 250;
/** How often the medium is looked at while nothing is sold, and a file that seems at rest: 2 s. */
const lookPolls = 8;
/**
 * How long a medium with a problem is left alone, longer each time where it is written to: 3 s, and
 * at most 15 s.
 */
const restPolls = { first: 12, cap: 60 };
const onlyLookedAt: readonly MediumProblem[] = ['not_there', 'other_contents'];

type Tell = (news: CopyNews) => void;

/** Ends only with its process, or once another computer has taken over. */
export async function copyJob(job: CopyJob, tell: Tell): Promise<void> {
  const { pollMs = usualPollMs } = job;
  const writer = new CopyWriter(job, tell);
  const restMs = { firstMs: restPolls.first * pollMs, capMs: restPolls.cap * pollMs };
  let failures = 0;
  for (;;) {
    let waitMs = pollMs;
    try {
      if ((await writer.turn(Date.now())) === 'taken_over') return;
      failures = 0;
    } catch (error) {
      writer.forget();
      // The till's own file may be busy, or be put in place at this moment.
      if (storeError(error, job.file) && !isOfMedium(error)) waitMs = pollMs;
      else {
        const problem = problemOf(error);
        tell({ kind: 'problem', problem });
        failures = onlyLookedAt.includes(problem) ? 1 : failures + 1;
        waitMs = growingWaitMs(failures, restMs);
      }
    }
    await systemClock.sleep(waitMs);
  }
}

const isOfMedium = (error: unknown): boolean => error instanceof MediumError || isOfSystem(error);

/** Writes what is new, one turn after the other. */
export class CopyWriter {
  readonly #job: CopyJob;
  readonly #tell: Tell;
  #journal: Journal | null = null;
  #marks: Marks | null = null;
  #generation: number;
  #stamp = '';
  #lookedAtMs = -Infinity;

  constructor(job: CopyJob, tell: Tell) {
    this.#job = job;
    this.#tell = tell;
    this.#generation = job.generation;
  }

  /** Begins a new file the next time: nobody knows what is in the present one. */
  forget(): void {
    this.#journal = null;
    this.#marks = null;
    this.#lookedAtMs = -Infinity;
  }

  async turn(nowMs: number): Promise<'taken_over' | undefined> {
    const { file, pollMs = usualPollMs } = this.#job;
    const stamp = stampOf(file);
    const lookMs = lookPolls * pollMs;
    const isDue = Math.abs(nowMs - this.#lookedAtMs) >= lookMs;
    if (stamp === this.#stamp && !isDue && this.#journal) return undefined;
    // The medium may have been taken elsewhere and brought back since it was last written to.
    if (this.#own(nowMs) === 'taken_over') return 'taken_over';
    this.#journal?.check();
    this.#tell({ kind: 'there' });
    this.#lookedAtMs = nowMs;
    let { batch, marks } = readRows(this.#job.file, this.#marks, nowMs);
    const journal = this.#journal;
    if (!isEmpty(batch)) {
      // A night without a sale needs no file.
      if (journal && journal.day !== localDay(nowMs))
        ({ batch, marks } = readRows(this.#job.file, null, nowMs));
      if (journal?.day === localDay(nowMs)) await journal.append(batch);
      else this.#journal = await Journal.begin(this.#job.folder, this.#header(nowMs), batch);
    }
    this.#marks = marks;
    this.#stamp = stamp;
    this.#tell({ kind: 'copied', saleId: marks.last.sale, atMs: nowMs });
    return undefined;
  }

  /** Makes sure that the medium is the till's, or was until this file became another one. */
  #own(nowMs: number): 'taken_over' | undefined {
    const { folder, medium, installation, lastInstallation, file } = this.#job;
    const owner = readOwner(folder);
    if (!owner) throw new MediumError('not_there');
    if (owner.medium !== medium) throw new MediumError('other_contents');
    const { generation } = owner;
    if (owner.installation === installation) {
      // Choosing the folder again gives it another one.
      if (isMadeUp(generation)) throw new MediumError('other_contents');
      this.#renew(owner);
      if (generation !== this.#generation) this.#claimed(generation);
      return undefined;
    }
    const isFormerSelf =
      (owner.installation === lastInstallation && generation === this.#generation) ||
      owner.place === placeOf(file);
    if (isFormerSelf) {
      this.#claim(owner, nowMs);
      return undefined;
    }
    if (generation < this.#generation) throw new MediumError('other_contents');
    const { atMs, computer } = owner;
    this.#tell({
      kind: 'taken_over',
      generation,
      atMs,
      computer,
      installation: owner.installation,
    });
    return 'taken_over';
  }

  /** Has the medium say what a person sees before it is opened. */
  #renew(owner: Owner): void {
    const { folder, till, encrypts, recipient } = this.#job;
    const newOwner = { ...owner, till, encrypts, isEncrypted: recipient !== null };
    if (!isDeepStrictEqual(owner, newOwner)) writeOwner(folder, newOwner);
  }

  #claim(owner: Owner, nowMs: number): void {
    const { folder, installation, file, till, encrypts, recipient } = this.#job;
    const written = journalFiles(folder).at(-1)?.generation ?? 0;
    const before = [owner.generation, this.#generation].filter((one) => !isMadeUp(one));
    const generation = Math.max(written, ...before) + 1;
    writeOwner(folder, {
      ...{ ...owner, till, generation, installation, atMs: nowMs, encrypts },
      ...{ computer: hostname(), place: placeOf(file), isEncrypted: recipient !== null },
    });
    this.#claimed(generation);
  }

  #claimed(generation: number): void {
    this.#generation = generation;
    this.#tell({ kind: 'owned', generation });
    this.forget();
  }

  #header(nowMs: number) {
    const { till, medium, installation, recipient } = this.#job;
    const { serviceAddress, companyCode, tillCode } = till;
    return {
      ...{ format: 1 as const, schemaVersion: migrations.length, day: localDay(nowMs) },
      ...{ medium, generation: this.#generation, installation },
      ...{ serviceAddress, companyCode, tillCode, recipient },
    };
  }
}

/** Returns what changes with the file: its log grows, or begins again. */
const stampOf = (file: string): string =>
  ['', '-wal']
    .map((suffix) => statSync(file + suffix, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats ? `${stats.ino}/${stats.size}/${stats.mtimeNs}` : ''))
    .join(' ');

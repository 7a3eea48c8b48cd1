// Print jobs: each is one row whose state changes only by the one table, and which is printed at
// most once unless a person asks for more.
import * as v from 'valibot';
import {
  nextPrintJobState,
  printJobSchema,
  troubledStates,
  type PrintError,
  type PrintJob,
  type PrintJobEvent,
  type PrintJobState,
} from '../contract/print-jobs.ts';
import { dayPaperSchema, type DayPaper, type OtherPaper } from '../contract/day-report.ts';
import { inTransaction } from './in-transaction.ts';
import type { LabelJob } from './label-jobs.ts';
import type { Store } from './open.ts';
import {
  hasRow,
  inJson,
  integer,
  prepared,
  readRow,
  readRows,
  readValue,
  readValues,
  requireRow,
} from './prepared.ts';
import { countPrints, forgetPrint, notePrint, type Printed } from './receipt-prints.ts';

const columns = `job_id AS jobId, at_ms AS atMs, document_id AS documentId, reference,
  day_paper IS NOT NULL AND day_paper ->> '$.kind' <> 'gift' AS isDayPaper,
  coalesce(day_paper ->> '$.kind' = 'gift', 0) AS isGift, labels IS NOT NULL AS isLabels, day_paper ->> '$.zId' AS zId,
  title, language, is_copy AS isCopy,
  print_id AS printId, asked_by AS askedBy, is_automatic AS isAutomatic, state, error`;

const countedRow = v.object({
  ...printJobSchema.entries,
  printId: v.nullable(integer),
  zId: v.nullable(integer),
});

const jobById = `SELECT ${columns} FROM print_job WHERE job_id = ?`;

/** @throws if there is no such job. */
const requireJob = (db: Store, jobId: number): PrintJob =>
  requireRow(db, printJobSchema, jobById, jobId);

export interface NewPrintJob extends Pick<
  PrintJob,
  'documentId' | 'reference' | 'title' | 'language' | 'askedBy' | 'isAutomatic'
> {
  readonly atMs: number;
  /** What it prints instead of a receipt. */
  readonly otherPaper?: OtherPaper;
  readonly labels?: LabelJob;
}

/** Returns what counts the prints; null for a slip, a gift receipt and an X report. */
function printedBy(
  job: Pick<PrintJob, 'documentId' | 'title' | 'reference' | 'isGift'>,
  zId: number | null,
): Printed | null {
  const { documentId, title, reference } = job;
  if (job.isGift) return null;
  if (zId !== null) return { zId };
  return documentId === null ? null : { documentId, docKey: title, ourReference: reference ?? '' };
}

/**
 * Makes a job, and decides in the same transaction whether it is the first print of its document or
 * a copy. Undefined for an automatic one if the sale has had its own, or a person was quicker.
 */
export function makePrintJob(db: Store, job: NewPrintJob): PrintJob | undefined {
  const { isAutomatic, otherPaper = null, labels = null } = job;
  const isGift = otherPaper?.kind === 'gift';
  return inTransaction(db, () => {
    if (isAutomatic && hasBeenPrinted(db, job)) return undefined;
    const zId = otherPaper?.kind === 'z' ? otherPaper.zId : null;
    const printed = printedBy({ ...job, isGift }, zId);
    const notedPrint = printed === null ? null : notePrint(db, printed, job);
    return requireRow(
      db,
      printJobSchema,
      `INSERT INTO print_job (at_ms, document_id, reference, day_paper, labels, title, language,
         is_copy, print_id, asked_by, is_automatic, state)
       VALUES (@atMs, @documentId, @reference, @paper, @labels, @title, @language, @isCopy, @printId,
         @askedBy, @isAutomatic, 'waiting') RETURNING ${columns}`,
      {
        ...job,
        paper: otherPaper && JSON.stringify(otherPaper),
        labels: labels && JSON.stringify(labels),
        isCopy: Number(notedPrint?.isCopy ?? false),
        printId: notedPrint?.printId ?? null,
        isAutomatic: Number(isAutomatic),
      },
    );
  });
}

function hasBeenPrinted(db: Store, job: NewPrintJob): boolean {
  const automatic = 'SELECT 1 FROM print_job WHERE reference = ? AND is_automatic = 1';
  if (hasRow(db, automatic, job.reference)) return true;
  const printed = printedBy({ ...job, isGift: false }, null);
  return printed !== null && countPrints(db, printed) > 0;
}

const dayPaperColumn = inJson(dayPaperSchema);

/** Returns the report of a day that the job prints. @throws if it prints none. */
export const readDayPaper = (db: Store, jobId: number): DayPaper =>
  readValue(db, dayPaperColumn, 'SELECT day_paper FROM print_job WHERE job_id = ?', jobId);

/** Returns the title if the job prints the report of a day; undefined for any other job. */
export const readDayPaperTitle = (db: Store, jobId: number): string | undefined =>
  readValue(
    db,
    v.optional(v.string()),
    `SELECT title FROM print_job
       WHERE job_id = ? AND day_paper IS NOT NULL AND day_paper ->> '$.kind' <> 'gift'`,
    jobId,
  );

/** Papers are printed as they come; labels wait for them, and are printed in portions. */
export type JobLane = 'papers' | 'labels';
const inLane: Readonly<Record<JobLane, string>> = {
  papers: 'labels IS NULL',
  labels: 'labels IS NOT NULL',
};

/** Claims the oldest job that waits: from now on it is on its way. */
export const claimPrintJob = (db: Store, lane: JobLane = 'papers'): PrintJob | undefined =>
  inTransaction(db, () => {
    const jobId = readValue(
      db,
      v.optional(integer),
      `SELECT job_id FROM print_job WHERE state = 'waiting' AND ${inLane[lane]} ORDER BY job_id LIMIT 1`,
    );
    return jobId === undefined ? undefined : stepPrintJob(db, jobId, 'claimed');
  });

/**
 * Records what has happened to a job. If nothing was sent, it does not count as a print of its
 * document; if it is asked for again, it counts anew. Undefined if the event cannot happen to the
 * job's state.
 */
export function stepPrintJob(
  db: Store,
  jobId: number,
  event: PrintJobEvent,
  error: PrintError | null = null,
): PrintJob | undefined {
  return inTransaction(db, () => {
    const job = readRow(db, countedRow, jobById, jobId);
    if (!job) return undefined;
    const state = nextPrintJobState(job.state, event);
    if (!state) return undefined;
    prepared(db, 'UPDATE print_job SET state = ?, error = ? WHERE job_id = ?').run(
      state,
      error && JSON.stringify(error),
      jobId,
    );
    const hasNotLeft = state === 'failed' || (event === 'given_up' && job.state === 'waiting');
    if (hasNotLeft && job.printId !== null) {
      setPrint(db, jobId, { printId: null, isCopy: job.isCopy });
      forgetPrint(db, job.printId);
    }
    return requireJob(db, jobId);
  });
}

/** Queues the job once more, because a person asks: as a copy if paper may have come out. */
export function askAgain(
  db: Store,
  jobId: number,
  { askedBy, atMs }: Pick<NewPrintJob, 'askedBy' | 'atMs'>,
): PrintJob | undefined {
  return inTransaction(db, () => {
    const before = readRow(db, countedRow, jobById, jobId);
    const job = stepPrintJob(db, jobId, 'asked_again');
    if (!before || !job) return undefined;
    prepared(db, 'UPDATE print_job SET asked_by = ? WHERE job_id = ?').run(askedBy, jobId);
    const printed = printedBy(job, before.zId);
    if (printed !== null) {
      const { printId, isCopy } = notePrint(db, printed, {
        ...{ askedBy, atMs, isNoted: before.isCopy },
      });
      setPrint(db, jobId, { printId, isCopy: isCopy || before.state === 'uncertain' });
    }
    return requireJob(db, jobId);
  });
}

/** Turns a waiting slip into a receipt, and counts it: its sale was confirmed meanwhile. */
export function becomesReceipt(
  db: Store,
  jobId: number,
  { documentId, title, atMs }: { documentId: number; title: string; atMs: number },
): PrintJob {
  return inTransaction(db, () => {
    prepared(db, 'UPDATE print_job SET document_id = ?, title = ? WHERE job_id = ?').run(
      documentId,
      title,
      jobId,
    );
    const { askedBy, reference } = requireJob(db, jobId);
    const printed = { documentId, docKey: title, ourReference: reference ?? '' };
    setPrint(db, jobId, notePrint(db, printed, { askedBy, atMs }));
    return requireJob(db, jobId);
  });
}

function setPrint(
  db: Store,
  jobId: number,
  { printId, isCopy }: { readonly printId: number | null; readonly isCopy: boolean },
): void {
  prepared(db, 'UPDATE print_job SET print_id = ?, is_copy = ? WHERE job_id = ?').run(
    printId,
    isCopy ? 1 : 0,
    jobId,
  );
}

/** Leaves what an earlier run of the program did not finish to a person. */
export function doubtPrintJobs(db: Store, lane: JobLane = 'papers'): void {
  const error = { code: 'print_interrupted' } as const;
  stepAll(db, ['waiting', 'printing'], 'program_started', error, inLane[lane]);
}

/** Doubts the jobs of a restored record, which may be behind what has come out of the printer. */
export function doubtRestoredJobs(db: Store): void {
  stepAll(db, ['waiting', 'printing', 'failed'], 'restored', { code: 'print_restored' });
}

function stepAll(
  db: Store,
  states: readonly PrintJobState[],
  event: PrintJobEvent,
  error: PrintError,
  where = 'TRUE',
): void {
  const inState = `SELECT job_id FROM print_job WHERE state = ? AND ${where}`;
  inTransaction(db, () => {
    for (const jobId of states.flatMap((state) => readValues(db, integer, inState, state))) {
      stepPrintJob(db, jobId, event, error);
    }
  });
}

/** Returns whether paper is still to come: labels may take longer than many receipts. */
export const hasUnfinishedJobs = (db: Store): boolean =>
  hasRow(db, `SELECT 1 FROM print_job WHERE state IN ('waiting', 'printing') LIMIT 1`);

const listJobs = (db: Store, where: string, limit: number): readonly PrintJob[] =>
  readRows(
    db,
    printJobSchema,
    `SELECT ${columns} FROM print_job WHERE ${where} ORDER BY job_id DESC LIMIT ?`,
    limit,
  );

/** Returns the jobs, newest first. */
export const readPrintJobs = (db: Store, limit: number): readonly PrintJob[] =>
  listJobs(db, 'TRUE', limit);

const isTroubled = `state IN (${troubledStates.map((state) => `'${state}'`).join(', ')})`;

/** Returns the jobs that only a person can end, newest first. */
export const readTroubledJobs = (db: Store, limit: number): readonly PrintJob[] =>
  listJobs(db, isTroubled, limit);

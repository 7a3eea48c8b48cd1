// X and Z reports on their way to paper and to files.
import { join } from 'node:path';
import { zName, type AskedPaper, type DayPaper } from '../contract/day-report.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import { dayPageOf } from '../receipt/page.ts';
import { fileNameOf } from '../store/new-file.ts';
import { saveReceiptPdf } from '../receipt/output.ts';
import { readLastCount } from '../store/drawer-counts.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { makePrintJob, type NewPrintJob } from '../store/print-jobs.ts';
import { forgetPrint, notePrint } from '../store/receipt-prints.ts';
import { readOpenShift } from '../store/shifts.ts';
import { readZReport } from '../store/z-reports.ts';
import { dayPaperModel } from '../till/day-paper.ts';
import type { TillParts } from '../till/parts.ts';
import { snapshotOf } from './day-sums.ts';
import type { ReportOptions } from './open-day.ts';

type Asking = Pick<NewPrintJob, 'language' | 'askedBy' | 'atMs'>;

/** Returns `Z AB12-7` or `X 2026-11-21`. @throws if there is no such Z. */
function titleOf(db: Store, paper: DayPaper): string {
  if (paper.kind === 'x') return `X ${paper.snapshot.date}`;
  const report = readZReport(db, paper.zId);
  if (!report) throw new Error(`no Z report ${paper.zId}`);
  return `Z ${zName(report)}`;
}

/** Queues the print. The same step decides whether it is the first print of its Z or a copy. */
export const makePaperJob = (db: Store, paper: DayPaper, asking: Asking): PrintJob | undefined =>
  makePrintJob(db, {
    ...{ documentId: null, reference: null, isAutomatic: false },
    ...{ otherPaper: paper, title: titleOf(db, paper), ...asking },
  });

/** Errors: `day_not_open` for an X, `not_found` for a Z. */
export function findPaper(
  db: Store,
  wantedPaper: AskedPaper,
  options: ReportOptions,
): Result<DayPaper> {
  if (wantedPaper.kind === 'z') {
    const { kind, zId } = wantedPaper;
    return readZReport(db, zId) ? ok({ kind, zId }) : err({ code: 'not_found' });
  }
  return inTransaction(db, (): Result<DayPaper> => {
    const shift = readOpenShift(db);
    if (!shift) return err({ code: 'day_not_open' });
    const last = readLastCount(db, shift.shiftId);
    const count = last && !last.isVoid ? last.counted : null;
    const making = { ...options, count, leftCents: null, note: '' };
    return ok({ kind: 'x', snapshot: snapshotOf(db, shift, making) });
  });
}

/** Puts the report into the print queue and returns at once. Errors: those of `findPaper`. */
export function printPaper(
  till: TillParts,
  wantedPaper: AskedPaper,
  options: ReportOptions,
): Result<PrintJob> {
  const paper = findPaper(till.db, wantedPaper, options);
  if (!paper.ok) return paper;
  const { language = till.environment.language() } = wantedPaper;
  const { by: askedBy, atMs } = options;
  const job = makePaperJob(till.db, paper.value, { language, askedBy, atMs });
  if (!job) return err({ code: 'not_found' });
  till.environment.jobChanged(job);
  till.printQueue.wake();
  return ok(job);
}

/** Returns the report's page as it would be printed, without noting a print. */
export async function previewPaper(
  till: TillParts,
  wantedPaper: AskedPaper,
  options: ReportOptions,
): Promise<Result<string>> {
  const foundPaper = findPaper(till.db, wantedPaper, options);
  if (!foundPaper.ok) return foundPaper;
  const { language = till.environment.language(), paper = '80' } = wantedPaper;
  const how = { language, isCopy: false, askedBy: options.by };
  const model = dayPaperModel(till, foundPaper.value, how);
  return model.ok ? ok(await dayPageOf(model.value, paper)) : model;
}

/** Saves the report as a PDF. Errors: those of `findPaper` and of writing a file. */
export async function savePaper(
  till: TillParts,
  wantedPaper: AskedPaper,
  { folder, ...options }: ReportOptions & { readonly folder: string },
): Promise<Result<{ readonly file: string }>> {
  const { db, environment } = till;
  const foundPaper = findPaper(db, wantedPaper, options);
  if (!foundPaper.ok) return foundPaper;
  const { language = environment.language(), paper = '80' } = wantedPaper;
  const title = titleOf(db, foundPaper.value);
  const noted =
    foundPaper.value.kind === 'z'
      ? notePrint(db, { zId: foundPaper.value.zId }, { askedBy: options.by, atMs: options.atMs })
      : null;
  const how = { language, isCopy: noted?.isCopy ?? false, askedBy: options.by };
  const model = dayPaperModel(till, foundPaper.value, how);
  const saved = model.ok
    ? await saveReceiptPdf(
        environment.openHiddenWindow,
        await dayPageOf(model.value, paper),
        join(folder, fileNameOf([title], 'pdf')),
        paper,
      )
    : model;
  if (!saved.ok && noted && db.open) forgetPrint(db, noted.printId);
  return saved;
}

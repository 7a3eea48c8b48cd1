// Closing a day: the snapshot, its number, the end of the day and the print job in one transaction,
// whatever the network and the outbox are doing.
import { isBeyond, nearsLastWorkingDay, type Closing } from '../contract/day.ts';
import type { ToClose } from '../contract/day-report.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { readLargestDifference, readLastCount, removeDraft } from '../store/drawer-counts.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { endShift, readOpenShift } from '../store/shifts.ts';
import { insertZReport } from '../store/z-reports.ts';
import type { Till } from '../till/till.ts';
import { snapshotOf } from './day-sums.ts';
import type { ReportOptions } from './open-day.ts';
import { makePaperJob } from './papers.ts';

/**
 * Returns the count that the day can be closed with. Errors: `day_not_open`; `count_void` if
 * nothing was counted, if the count was made to hand over, or if cash has moved since.
 */
function countToCloseWith(db: Store) {
  const shift = readOpenShift(db);
  if (!shift) return err({ code: 'day_not_open' });
  const last = readLastCount(db, shift.shiftId);
  if (!last || last.isVoid || last.counted.purpose !== 'close') return err({ code: 'count_void' });
  return ok({ shift, count: last.counted });
}

/** Reads what the screen shows once the drawer is counted. Errors: `day_not_open`, `count_void`. */
export function readToClose(db: Store, options: ReportOptions): Result<ToClose> {
  return inTransaction(db, (): Result<ToClose> => {
    const countToClose = countToCloseWith(db);
    if (!countToClose.ok) return countToClose;
    const { shift, count } = countToClose.value;
    const snapshot = snapshotOf(db, shift, { ...options, count, leftCents: null, note: '' });
    const oldest = snapshot.open
      .map(({ atMs }) => atMs)
      .filter((madeAtMs) => nearsLastWorkingDay(madeAtMs, options.atMs));
    return ok({
      ...{ snapshot, count, isBeyondLimit: isCountBeyondLimit(db) },
      oldestOpenAtMs: oldest.length === 0 ? null : Math.min(...oldest),
    });
  });
}

/**
 * Returns whether any count of the day differs by more than the shop lets anybody close with. All
 * counts are looked at: the last one may agree only because an earlier one has told what should be
 * there.
 */
export function isCountBeyondLimit(db: Store): boolean {
  const shift = readOpenShift(db);
  if (!shift) return false;
  return isBeyond(
    readLargestDifference(db, shift.shiftId),
    readDaySettings(db).differenceLimitCents,
  );
}

/** Closes the day of the open till, and prints its Z if the shop wants it and has a printer. */
export function closeAndPrint(
  { db, environment, printQueue }: Pick<Till, 'db' | 'environment' | 'printQueue'>,
  closing: Closing,
  options: ReportOptions,
): Result<number> {
  const isPrinted = environment.printing().printer !== null && readDaySettings(db).printsZ;
  const prints = isPrinted ? environment.language() : null;
  const closed = closeDay(db, closing, { ...options, prints });
  if (closed.ok) printQueue.wake();
  return closed;
}

/**
 * Closes the day and returns the id of its Z. `prints` is the language to print it in at once, or
 * null. Errors: `day_not_open`; `count_void` if `countId` is not the last count or cash has moved
 * since; `left_too_much`.
 */
export function closeDay(
  db: Store,
  { countId, leftCents, note }: Closing,
  { prints, ...options }: ReportOptions & { readonly prints: Language | null },
): Result<number> {
  return inTransaction(db, (): Result<number> => {
    const countToClose = countToCloseWith(db);
    if (!countToClose.ok) return countToClose;
    const { shift, count } = countToClose.value;
    if (count.countId !== countId) return err({ code: 'count_void' });
    if (leftCents > count.countedCents) return err({ code: 'left_too_much' });
    const snapshot = snapshotOf(db, shift, { ...options, count, leftCents, note });
    const zId = insertZReport(db, shift.shiftId, snapshot);
    endShift(db, shift.shiftId, options.atMs);
    removeDraft(db);
    const { by: askedBy, atMs } = options;
    if (prints) makePaperJob(db, { kind: 'z', zId }, { language: prints, askedBy, atMs });
    return ok(zId);
  });
}

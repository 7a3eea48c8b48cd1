// Closing a day: the snapshot, its number, the end of the day and the print job in one transaction,
// whatever the network and the outbox are doing.
import {
  isBeyond,
  nearsLastWorkingDay,
  type Closing,
  countedCents,
  expectedCents,
  readTyped,
  type CommittedCount,
  type Count,
  type CountPurpose,
  type TypedCount,
} from '../contract/day.ts';
import type { ToClose } from '../contract/day-report.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import { readDaySettings } from '../store/day-settings.ts';
import {
  readLargestDifference,
  readLastCount,
  removeDraft,
  insertCount,
  readDraft,
  writeDraft,
} from '../store/drawer-counts.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { endShift, readOpenShift } from '../store/shifts.ts';
import { insertZReport } from '../store/z-reports.ts';
import type { Till } from '../till/till.ts';
import { snapshotOf, cashOf } from './day-sums.ts';
import type { ReportOptions } from './open-day.ts';
import { makePaperJob } from './papers.ts';
import { type Doing, noteDecision } from '../store/decisions.ts';
import { readUnfinishedCarts } from '../store/carts.ts';
import { unloweredLine } from '../contract/exceptions.ts';
import { isDeepStrictEqual } from 'node:util';

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
    // What was put aside and never sold may have been paid for.
    for (const { lines } of readUnfinishedCarts(db)) {
      const what = { kind: 'cart_left', lines: lines.map(unloweredLine) } as const;
      noteDecision(db, { by: null, approvedBy: null, atMs: options.atMs, what });
    }
    const snapshot = snapshotOf(db, shift, { ...options, count, leftCents, note });
    const zId = insertZReport(db, shift.shiftId, snapshot);
    endShift(db, shift.shiftId, options.atMs);
    removeDraft(db);
    const { by: askedBy, atMs } = options;
    if (prints) makePaperJob(db, { kind: 'z', zId }, { language: prints, askedBy, atMs });
    return ok(zId);
  });
}

// Counting the drawer without knowing what should be in it.

/** Saves the count as it is typed; null ends it. Errors: `day_not_open`. */
export const saveDraft = (db: Store, typed: TypedCount | null): Result<null> =>
  inTransaction(db, (): Result<null> => {
    const shift = readOpenShift(db);
    if (!shift) return err({ code: 'day_not_open' });
    if (typed) writeDraft(db, shift.shiftId, typed);
    else removeDraft(db);
    return ok(null);
  });

const byDenomination = (pieces: Count['pieces']) =>
  pieces.map((one) => `${one.denomination} ${one.pieces}`).sort();

/** Returns whether the count is what was typed and saved last: nothing else has been counted. */
function isTyped({ pieces, otherCents }: Count, typed: TypedCount): boolean {
  const read = readTyped(typed);
  return (
    read?.otherCents === otherCents &&
    isDeepStrictEqual(byDenomination(read.pieces), byDenomination(pieces))
  );
}

/**
 * Commits a count: from now on what is expected may be shown. Every count is kept. Errors:
 * `day_not_open`, and `count_void` if no count was begun, if cash has moved since it was begun, or
 * if it is not what was typed.
 */
export function commitCount(
  db: Store,
  { count, purpose }: { readonly count: Count; readonly purpose: CountPurpose },
  { by, atMs }: Doing,
): Result<CommittedCount> {
  return inTransaction(db, (): Result<CommittedCount> => {
    const shift = readOpenShift(db);
    if (!shift) return err({ code: 'day_not_open' });
    const draft = readDraft(db, shift.shiftId);
    if (!draft || draft.isVoid || !isTyped(count, draft.typed)) return err({ code: 'count_void' });
    return ok(
      insertCount(db, shift.shiftId, {
        ...{ atMs, purpose, by, count },
        countedCents: countedCents(count),
        expectedCents: expectedCents(cashOf(db, shift)),
      }),
    );
  });
}

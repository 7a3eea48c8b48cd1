// Counting the drawer without knowing what should be in it.
import { type Doing } from '../store/decisions.ts';
import { isDeepStrictEqual } from 'node:util';
import {
  countedCents,
  expectedCents,
  readTyped,
  type CommittedCount,
  type Count,
  type CountPurpose,
  type TypedCount,
} from '../contract/day.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { insertCount, readDraft, removeDraft, writeDraft } from '../store/drawer-counts.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { readOpenShift } from '../store/shifts.ts';
import { cashOf } from './day-sums.ts';

/**
 * Saves the count as it is typed, so that a crash loses nothing; null ends it. Errors:
 * `day_not_open`.
 */
export function saveDraft(db: Store, typed: TypedCount | null): Result<null> {
  return inTransaction(db, (): Result<null> => {
    const shift = readOpenShift(db);
    if (!shift) return err({ code: 'day_not_open' });
    if (typed) writeDraft(db, shift.shiftId, typed);
    else removeDraft(db);
    return ok(null);
  });
}

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

// Counts of the drawer: the one under way, as it is typed, and the committed ones. A movement of
// cash makes either void.
import * as v from 'valibot';
import {
  committedCountSchema,
  countSchema,
  typedCountSchema,
  type CommittedCount,
  type TypedCount,
} from '../contract/day.ts';
import { centsSchema, type Cents } from '../contract/money.ts';
import type { Store } from './open.ts';
import { inJson, integer, prepared, readRow, readValue, requireRow } from './prepared.ts';
import { ifWhole, readWhole } from './readable-rows.ts';
import { readTillSettingOr, writeTillSetting } from './till-settings.ts';

const marksRow = v.object({ lastCashSaleId: integer, lastMovementId: integer });
/** The last sale and movement that have moved cash on a day. */
type Marks = v.InferOutput<typeof marksRow>;

const marksSql = `(SELECT coalesce(max(sale_id), 0) FROM sale
    WHERE shift_id = @shiftId AND cash_cents IS NOT NULL) AS lastCashSaleId,
  (SELECT coalesce(max(movement_id), 0) FROM cash_movement WHERE shift_id = @shiftId)
    AS lastMovementId`;

const readMarks = (db: Store, shiftId: number): Marks =>
  requireRow(db, marksRow, `SELECT ${marksSql}`, { shiftId });

const isSame = (one: Marks, other: Marks): boolean =>
  one.lastCashSaleId === other.lastCashSaleId && one.lastMovementId === other.lastMovementId;

const marksColumns = 'last_cash_sale_id AS lastCashSaleId, last_movement_id AS lastMovementId';

const draftRow = v.object({ ...marksRow.entries, typed: inJson(typedCountSchema) });

/**
 * Returns undefined if no count is under way; one that cannot be read counts as none. `isVoid`:
 * whether cash has moved since it was begun.
 */
export function readDraft(db: Store, shiftId: number) {
  const draftSql = `SELECT typed, ${marksColumns} FROM count_draft WHERE shift_id = ?`;
  const draft = ifWhole(() => readRow(db, draftRow, draftSql, shiftId));
  if (!draft) return undefined;
  const { typed, ...marks } = draft;
  return { typed, isVoid: !isSame(marks, readMarks(db, shiftId)) };
}

/** Goes on with the count under way, or begins one. */
export function writeDraft(db: Store, shiftId: number, typed: TypedCount): void {
  prepared(
    db,
    `INSERT INTO count_draft (only_row, shift_id, typed, last_cash_sale_id, last_movement_id)
     VALUES (1, @shiftId, @typed, @lastCashSaleId, @lastMovementId)
     ON CONFLICT (only_row) DO UPDATE SET typed = @typed WHERE shift_id = @shiftId`,
  ).run({ shiftId, typed: JSON.stringify(typed), ...readMarks(db, shiftId) });
}

/** The last count that is void though no sale and no movement tells that cash has moved since. */
const voidSetting = 'void_count';

/** Makes the count under way and the last one void: cash has moved that was booked before. */
export function makeCountsVoid(db: Store): void {
  prepared(db, 'UPDATE count_draft SET last_movement_id = -1').run();
  const last = readValue(db, integer, 'SELECT coalesce(max(count_id), 0) FROM drawer_count');
  writeTillSetting(db, voidSetting, last);
}

const isMadeVoid = (db: Store, countId: number): boolean =>
  countId <= (readTillSettingOr(db, voidSetting, integer, 0) ?? 0);

export function removeDraft(db: Store): void {
  prepared(db, 'DELETE FROM count_draft').run();
}

const countRow = v.object({ ...committedCountSchema.entries, count: inJson(countSchema) });

const columns = `count_id AS countId, at_ms AS atMs, purpose, counted_by AS by, count,
  counted_cents AS countedCents, expected_cents AS expectedCents`;

/** Commits a count and ends the one under way. */
export function insertCount(
  db: Store,
  shiftId: number,
  { count, ...committed }: Omit<CommittedCount, 'countId'>,
): CommittedCount {
  const committedCount = requireRow(
    db,
    countRow,
    `INSERT INTO drawer_count (shift_id, at_ms, purpose, counted_by, count, counted_cents,
       expected_cents, last_cash_sale_id, last_movement_id)
     VALUES (@shiftId, @atMs, @purpose, @by, @count, @countedCents, @expectedCents, @lastCashSaleId,
       @lastMovementId) RETURNING ${columns}`,
    { ...committed, count: JSON.stringify(count), shiftId, ...readMarks(db, shiftId) },
  );
  removeDraft(db);
  return committedCount;
}

/** Returns the counts that can be read, oldest first. */
export const readCounts = (db: Store, shiftId: number): readonly CommittedCount[] =>
  readWhole(
    db,
    countRow,
    `SELECT ${columns} FROM drawer_count WHERE shift_id = ? ORDER BY count_id`,
    shiftId,
  );

/** Returns the largest difference of all counts of the day; 0 if nothing was counted. */
export const readLargestDifference = (db: Store, shiftId: number): Cents =>
  readValue(
    db,
    centsSchema,
    `SELECT coalesce(max(abs(counted_cents - expected_cents)), 0)
       FROM drawer_count WHERE shift_id = ?`,
    shiftId,
  );

const lastRow = v.object({ ...countRow.entries, ...marksRow.entries });

/**
 * Returns the last count; `isVoid` tells whether cash has moved since. Undefined if nothing was
 * counted, or the count cannot be read.
 */
export function readLastCount(db: Store, shiftId: number) {
  const lastSql = `SELECT ${columns}, ${marksColumns} FROM drawer_count WHERE shift_id = ?
    ORDER BY count_id DESC LIMIT 1`;
  const last = ifWhole(() => readRow(db, lastRow, lastSql, shiftId));
  if (!last) return undefined;
  const { lastCashSaleId, lastMovementId, ...counted } = last;
  const hasMoved = !isSame({ lastCashSaleId, lastMovementId }, readMarks(db, shiftId));
  return { counted, isVoid: hasMoved || isMadeVoid(db, counted.countId) };
}

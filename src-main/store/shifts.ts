// The working days of the drawer: which one is open, and which sales belong to none.
import * as v from 'valibot';
import { countSchema, type Sum } from '../contract/day.ts';
import { marksSchema } from '../contract/day-report.ts';
import { centsSchema } from '../contract/money.ts';
import { noMarks, type Stretch } from './day-marks.ts';
import type { Store } from './open.ts';
import { hasRow, inJson, integer, prepared, readRow, readValues, requireRow } from './prepared.ts';

const shiftRow = v.object({
  shiftId: integer,
  date: v.string(),
  openedAtMs: integer,
  openedBy: v.nullable(v.string()),
  floatCents: centsSchema,
  // An unreadable part does not keep the day from being closed.
  floatCount: v.fallback(v.nullable(inJson(countSchema)), null),
  leftBeforeCents: v.nullable(centsSchema),
  approvedBy: v.nullable(v.string()),
  marks: v.fallback(inJson(marksSchema), noMarks),
});
export type Shift = v.InferOutput<typeof shiftRow>;

const columns = `shift_id AS shiftId, date, opened_at_ms AS openedAtMs, opened_by AS openedBy,
  float_cents AS floatCents, float_count AS floatCount, left_before_cents AS leftBeforeCents,
  approved_by AS approvedBy, marks`;

/** Returns undefined while no day is open. */
export const readOpenShift = (db: Store): Shift | undefined =>
  readRow(db, shiftRow, `SELECT ${columns} FROM shift WHERE closed_at_ms IS NULL`);

/** Returns whether a day was ever opened. */
export const hasShifts = (db: Store): boolean => hasRow(db, 'SELECT 1 FROM shift LIMIT 1');

export type NewShift = Omit<Shift, 'shiftId'>;

/** @throws SqliteError if a day is open. */
export function insertShift(db: Store, { floatCount, marks, ...shift }: NewShift): Shift {
  return requireRow(
    db,
    shiftRow,
    `INSERT INTO shift (date, opened_at_ms, opened_by, float_cents, float_count, left_before_cents,
       approved_by, marks)
     VALUES (@date, @openedAtMs, @openedBy, @floatCents, @floatCount, @leftBeforeCents, @approvedBy,
       @marks)
     RETURNING ${columns}`,
    {
      ...shift,
      floatCount: floatCount && JSON.stringify(floatCount),
      marks: JSON.stringify(marks),
    },
  );
}

/** @throws if the day is not open. */
export function endShift(db: Store, shiftId: number, closedAtMs: number): void {
  const { changes } = prepared(
    db,
    'UPDATE shift SET closed_at_ms = @closedAtMs WHERE shift_id = @shiftId AND closed_at_ms IS NULL',
  ).run({ shiftId, closedAtMs });
  if (changes !== 1) throw new Error(`day ${shiftId} is not open`);
}

/**
 * SQL for whether a sale was made at the counter. If its words cannot be read, the requested kind
 * decides: `FS` is a sale at the counter.
 */
export const isAtCounter = `iif(json_valid(content), content ->> '$.payment' IS NOT NULL,
  requested_kind = 'FS')`;

/** SQL for whether a sale is paid into the drawer as it stands, after its corrections: 0 or 1. */
export const inCash = 'coalesce(corrected_in_cash, cash_cents IS NOT NULL)';

/** SQL for what must be on a day: a sale at the counter, or a document paid into the drawer. */
const isOfDay = `(${isAtCounter} OR cash_cents >= 0)`;

/** How many sales are looked through, so that it costs the same however many there are. */
const lookedThrough = 1_000;
const withoutDay = `FROM (SELECT * FROM sale ORDER BY sale_id DESC LIMIT ${lookedThrough}) AS sale
  WHERE CASE WHEN EXISTS (SELECT 1 FROM shift
    WHERE shift.shift_id = sale.shift_id AND (closed_at_ms IS NULL
      OR EXISTS (SELECT 1 FROM z_report WHERE z_report.shift_id = shift.shift_id)))
    THEN 0 ELSE ${isOfDay} END`;

/** SQL that adds up totals without invalid amounts. */
const readableSum = 'sum(iif(abs(total_cents) < 1 << 53, total_cents, 0))';

const withoutDayRow = v.object({
  count: integer,
  totalCents: v.pipe(
    v.nullable(integer),
    v.transform((sum) => sum ?? 0),
    centsSchema,
  ),
});

/** Returns the sales, among the latest thousand, that belong to no day, the newest named. */
export function readWithoutDay(db: Store, mostNamed: number) {
  const named = `SELECT reference ${withoutDay} ORDER BY sale_id DESC LIMIT ?`;
  const sum = `SELECT count(*) AS count, ${readableSum} AS totalCents ${withoutDay}`;
  return {
    ...requireRow(db, withoutDayRow, sum),
    references: readValues(db, v.string(), named, mostNamed),
  };
}

/** Adds up the sales among the latest thousand of a stretch without a day. */
export const readSumBetween = (db: Store, { after, upTo }: Stretch): Sum =>
  requireRow(
    db,
    withoutDayRow,
    `SELECT count(*) AS count, ${readableSum} AS totalCents FROM (SELECT * FROM sale
         WHERE sale_id > ? AND sale_id <= ? ORDER BY sale_id DESC LIMIT ${lookedThrough})
       WHERE ${isOfDay}`,
    after.saleId,
    upTo.saleId,
  );

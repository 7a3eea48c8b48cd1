// The working days of the drawer: which one is open, and which sales belong to none.
import * as v from 'valibot';
import { countSchema, type Count } from '../contract/day.ts';
import { centsSchema, type Cents } from '../contract/money.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());

const shiftRow = v.object({
  shiftId: integer,
  date: v.string(),
  openedAtMs: integer,
  openedBy: v.nullable(v.string()),
  floatCents: centsSchema,
  floatCount: v.nullable(v.pipe(v.string(), v.parseJson(), countSchema)),
  leftBeforeCents: v.nullable(centsSchema),
});
export type Shift = v.InferOutput<typeof shiftRow>;

const columns = `shift_id AS shiftId, date, opened_at_ms AS openedAtMs, opened_by AS openedBy,
  float_cents AS floatCents, float_count AS floatCount, left_before_cents AS leftBeforeCents`;

/** Undefined while none is open. */
export function readOpenShift(db: Store): Shift | undefined {
  const row = prepared(db, `SELECT ${columns} FROM shift WHERE closed_at_ms IS NULL`).get();
  return row === undefined ? undefined : v.parse(shiftRow, row);
}

export interface NewShift {
  readonly date: string;
  readonly openedAtMs: number;
  readonly openedBy: string | null;
  readonly floatCents: Cents;
  readonly floatCount: Count | null;
  readonly leftBeforeCents: Cents | null;
}

/** @throws SqliteError where one is open. */
export function insertShift(db: Store, { floatCount, ...shift }: NewShift): Shift {
  const row = prepared(
    db,
    `INSERT INTO shift (date, opened_at_ms, opened_by, float_cents, float_count, left_before_cents)
     VALUES (@date, @openedAtMs, @openedBy, @floatCents, @floatCount, @leftBeforeCents)
     RETURNING ${columns}`,
  ).get({ ...shift, floatCount: floatCount && JSON.stringify(floatCount) });
  return v.parse(shiftRow, row);
}

/** @throws where it is not open. */
export function endShift(db: Store, shiftId: number, closedAtMs: number): void {
  const { changes } = prepared(
    db,
    'UPDATE shift SET closed_at_ms = @closedAtMs WHERE shift_id = @shiftId AND closed_at_ms IS NULL',
  ).run({ shiftId, closedAtMs });
  if (changes !== 1) throw new Error(`day ${shiftId} is not open`);
}

/** So that it costs the same however many sales there are. */
const lookedThrough = 1_000;
const withoutDay = `FROM (SELECT * FROM sale ORDER BY sale_id DESC LIMIT ${lookedThrough}) AS sale
  WHERE CASE WHEN EXISTS (SELECT 1 FROM shift
    WHERE shift.shift_id = sale.shift_id AND (closed_at_ms IS NULL
      OR EXISTS (SELECT 1 FROM z_report WHERE z_report.shift_id = shift.shift_id)))
    THEN 0 ELSE sold ->> '$.payment' IS NOT NULL END`;

const withoutDayRow = v.object({
  count: integer,
  totalCents: v.pipe(
    v.nullable(integer),
    v.transform((sum) => sum ?? 0),
    centsSchema,
  ),
});

/**
 * Of the latest thousand, the sales at the counter that belong to no day: no Z ever adopts them.
 * The newest are named.
 */
export function readWithoutDay(db: Store, mostNamed: number) {
  const sum = prepared(
    db,
    `SELECT count(*) AS count, sum(total_cents) AS totalCents ${withoutDay}`,
  );
  const named = prepared(
    db,
    `SELECT reference ${withoutDay} ORDER BY sale_id DESC LIMIT ?`,
  ).pluck();
  const references = v.parse(v.array(v.string()), named.all(mostNamed));
  return { ...v.parse(withoutDayRow, sum.get()), references };
}

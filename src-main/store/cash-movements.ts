// Money that came into the drawer or went out of it without a sale: each a row that is kept, taken
// back by another.
import * as v from 'valibot';
import { movementSchema, type CashMovement } from '../contract/day.ts';
import { centsSchema, type Cents } from '../contract/money.ts';
import { noteDecision } from './decisions.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const columns = `movement_id AS movementId, at_ms AS atMs, direction, amount_cents AS amountCents,
  reason, note, done_by AS by, approved_by AS approvedBy, reference, reverses`;

export type NewCashMovement = Omit<CashMovement, 'movementId'>;

export function insertMovement(
  db: Store,
  shiftId: number,
  movement: NewCashMovement,
): CashMovement {
  const row = prepared(
    db,
    `INSERT INTO cash_movement (shift_id, at_ms, direction, amount_cents, reason, note, done_by,
       approved_by, reference, reverses)
     VALUES (@shiftId, @atMs, @direction, @amountCents, @reason, @note, @by, @approvedBy, @reference,
       @reverses) RETURNING ${columns}`,
  ).get({ ...movement, shiftId });
  return v.parse(movementSchema, row);
}

/** What it was for is not worth the amount. */
const movementRow = v.object({
  ...movementSchema.entries,
  reason: v.fallback(movementSchema.entries.reason, 'other'),
});

/** Oldest first. */
export const readMovements = (db: Store, shiftId: number): readonly CashMovement[] =>
  prepared(db, `SELECT ${columns} FROM cash_movement WHERE shift_id = ? ORDER BY movement_id`)
    .all(shiftId)
    .map((row) => v.parse(movementRow, row));

/** What was moved of a sale besides what was paid for it. Out of the drawer is negative. */
const movedOfSale = (db: Store, reference: string): Cents =>
  v.parse(
    centsSchema,
    prepared(
      db,
      `SELECT coalesce(sum(iif(direction = 'in', amount_cents, -amount_cents)), 0)
       FROM cash_movement WHERE reference = ?`,
    )
      .pluck()
      .get(reference),
  );

/**
 * With the step by which a sale is confirmed: where its money was moved for a decision that has not
 * taken effect, as it never was corrected, that is noted, for people to see.
 */
export function noteMoneyOfFound(db: Store, reference: string, atMs: number): void {
  const movedCents = movedOfSale(db, reference);
  if (movedCents === 0) return;
  const isCorrected = prepared(
    db,
    'SELECT 1 FROM former_sale JOIN sale USING (sale_id) WHERE reference = ?',
  ).get(reference);
  if (isCorrected !== undefined) return;
  const what = { kind: 'money_given_back', sale: reference, movedCents } as const;
  noteDecision(db, { atMs, by: null, approvedBy: null, what });
}

/** As it was noted; null where nothing was. */
export function readMoneyOfFoundSale(db: Store, reference: string): Cents | null {
  if (movedOfSale(db, reference) === 0) return null;
  const moved = prepared(
    db,
    `SELECT what ->> '$.movedCents' FROM decision WHERE json_valid(what)
       AND what ->> '$.kind' = 'money_given_back' AND what ->> '$.sale' = ?
     ORDER BY decision_id DESC LIMIT 1`,
  )
    .pluck()
    .get(reference);
  return moved === undefined ? null : v.parse(centsSchema, moved);
}

/** When it was sold, by the settings of then. */
export const wasPaidInCash = (db: Store, reference: string): boolean =>
  prepared(db, 'SELECT 1 FROM sale WHERE reference = ? AND cash_cents IS NOT NULL').get(
    reference,
  ) !== undefined;

const heldRow = v.object({ heldCents: centsSchema });

/**
 * What the drawer holds of a sale: what was paid in cash, less what was given back of it, whenever
 * that was. Undefined for no such sale.
 */
export function readHeldOfSale(db: Store, reference: string): Cents | undefined {
  const row = prepared(
    db,
    `SELECT coalesce(cash_cents, 0) + coalesce((SELECT
         sum(iif(direction = 'in', amount_cents, -amount_cents)) FROM cash_movement
         WHERE reference = sale.reference), 0) AS heldCents
     FROM sale WHERE reference = ?`,
  ).get(reference);
  return row === undefined ? undefined : v.parse(heldRow, row).heldCents;
}

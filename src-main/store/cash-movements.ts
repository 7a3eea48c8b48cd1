// Money that came into the drawer or went out of it without a sale: each a row that is kept, taken
// back by another.
import * as v from 'valibot';
import { movementSchema, type CashMovement } from '../contract/day.ts';
import { centsSchema, type Cents } from '../contract/money.ts';
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

/** Oldest first. */
export const readMovements = (db: Store, shiftId: number): readonly CashMovement[] =>
  prepared(db, `SELECT ${columns} FROM cash_movement WHERE shift_id = ? ORDER BY movement_id`)
    .all(shiftId)
    .map((row) => v.parse(movementSchema, row));

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

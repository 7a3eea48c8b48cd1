// Money that came into the drawer or went out of it without a sale. Each movement is a row that is
// kept; another row takes it back.
import * as v from 'valibot';
import { movementSchema, type CashMovement } from '../contract/day.ts';
import { addCents, cents, centsSchema, subtractCents, zeroCents } from '../contract/money.ts';
import type { Cents } from '../contract/money.ts';
import { countsMoney } from './day-settings.ts';
import { moneyDecisionsOf, noteDecision, readMoneyDecisions } from './decisions.ts';
import type { Store } from './open.ts';
import { flag, hasRow, readRow, readRows, readValue, requireRow } from './prepared.ts';
import { readWhole } from './readable-rows.ts';
import { returnsOf } from './returns.ts';
import { inCash } from './shifts.ts';

const columns = `movement_id AS movementId, at_ms AS atMs, direction, amount_cents AS amountCents,
  reason, note, done_by AS by, approved_by AS approvedBy, reference, reverses`;

export type NewCashMovement = Omit<CashMovement, 'movementId'>;

export const insertMovement = (
  db: Store,
  shiftId: number,
  movement: NewCashMovement,
): CashMovement =>
  requireRow(
    db,
    movementSchema,
    `INSERT INTO cash_movement (shift_id, at_ms, direction, amount_cents, reason, note, done_by,
       approved_by, reference, reverses)
     VALUES (@shiftId, @atMs, @direction, @amountCents, @reason, @note, @by, @approvedBy, @reference,
       @reverses) RETURNING ${columns}`,
    { ...movement, shiftId },
  );

/** An unreadable reason becomes 'other': it is not worth losing the amount. */
const movementRow = v.object({
  ...movementSchema.entries,
  reason: v.fallback(movementSchema.entries.reason, 'other'),
});

/** Returns the movements, oldest first. */
export const readMovements = (db: Store, shiftId: number): readonly CashMovement[] =>
  readRows(
    db,
    movementRow,
    `SELECT ${columns} FROM cash_movement WHERE shift_id = ? ORDER BY movement_id`,
    shiftId,
  );

const toHoldRow = v.object({
  totalCents: centsSchema,
  cashCents: v.nullable(centsSchema),
  correctedInCash: v.nullable(flag),
  isCorrected: flag,
  isCancelled: flag,
});

/**
 * Returns what the drawer has to hold of a sale as it stands: its total if it is paid in cash,
 * nothing of one that is cancelled. Undefined if it cannot be read.
 */
function readToHold(db: Store, reference: string): Cents | undefined {
  const [row] = readWhole(
    db,
    toHoldRow,
    `SELECT total_cents AS totalCents, cash_cents AS cashCents,
       corrected_in_cash AS correctedInCash, state = 'cancelled' AS isCancelled,
       EXISTS (SELECT 1 FROM former_sale WHERE former_sale.sale_id = sale.sale_id) AS isCorrected
     FROM sale WHERE reference = ?`,
    reference,
  );
  if (!row) return undefined;
  const { totalCents, cashCents, correctedInCash, isCorrected, isCancelled } = row;
  if (isCancelled) return zeroCents;
  if (correctedInCash === null) return isCorrected ? undefined : (cashCents ?? zeroCents);
  if (!correctedInCash) return zeroCents;
  // What a return gives back is below zero.
  return cashCents !== null && cashCents < 0 ? subtractCents(zeroCents, totalCents) : totalCents;
}

const hasMoved = (db: Store, reference: string): boolean =>
  hasRow(db, 'SELECT 1 FROM cash_movement WHERE reference = ?', reference) ||
  readMoneyDecisions(db, reference, 'money_not_booked').length > 0;

/** Returns how much more the drawer holds of a sale than it has to. Undefined if unreadable. */
function readMoved(db: Store, reference: string): Cents | undefined {
  const heldCents = readHeldOfSale(db, reference);
  const toHold = readToHold(db, reference);
  return heldCents === undefined || toHold === undefined
    ? undefined
    : subtractCents(heldCents, toHold);
}

const lastNoted = (db: Store, reference: string): Cents | undefined =>
  readMoneyDecisions(db, reference, 'money_given_back').at(-1);

/**
 * Notes, with the step that confirms a sale, if the drawer does not hold what it has to hold of it.
 * Either a decision that moved money has not taken effect, or a correction took effect without its
 * money. A sale that is confirmed once more is noted again only if the amount is another. A shop
 * that keeps no days, and has none open, moves none.
 */
export function noteMoneyOfFound(db: Store, reference: string, atMs: number): void {
  const movedCents = readMoved(db, reference) ?? zeroCents;
  if (movedCents === 0 || movedCents === lastNoted(db, reference)) return;
  if (!countsMoney(db) && !hasMoved(db, reference)) return;
  const what = { kind: 'money_given_back', sale: reference, movedCents } as const;
  noteDecision(db, { atMs, by: null, approvedBy: null, what });
}

/**
 * Returns what is still wrong of an amount that was noted, since a movement may have been taken
 * back meanwhile; null if nothing was noted, or nothing is wrong any more.
 */
export function readMoneyOfFoundSale(db: Store, reference: string): Cents | null {
  const notedCents = lastNoted(db, reference);
  if (notedCents === undefined) return null;
  const movedCents = readMoved(db, reference) ?? notedCents;
  return movedCents === 0 ? null : movedCents;
}

const inCashRow = v.object({ wasCash: flag, isCash: flag });

/**
 * Returns whether the sale was paid into the drawer when it was sold, and whether it is as it
 * stands: by the settings of when it was sold and corrected. Undefined if there is no such sale.
 */
export const readPaidInCash = (db: Store, reference: string) =>
  readRow(
    db,
    inCashRow,
    `SELECT cash_cents IS NOT NULL AS wasCash, ${inCash} AS isCash FROM sale WHERE reference = ?`,
    reference,
  );

/** SQL for what the drawer holds of a sale: what was paid in cash, and what has moved since. */
const heldOfSale = `(coalesce(cash_cents, 0)
  + coalesce((SELECT sum(iif(direction = 'in', amount_cents, -amount_cents)) FROM cash_movement
      WHERE cash_movement.reference = sale.reference), 0)
  + coalesce((SELECT sum(what ->> '$.movedCents') FROM ${moneyDecisionsOf('+sale.reference')}
      AND what ->> '$.kind' = 'money_not_booked'), 0))`;

/**
 * Returns what the drawer holds of a sale: what was paid in cash, less what was given back of it,
 * whenever that was, also while no day was open to book it. Undefined if there is no such sale.
 */
export const readHeldOfSale = (db: Store, reference: string): Cents | undefined =>
  readValue(
    db,
    v.optional(centsSchema),
    `SELECT ${heldOfSale} FROM sale WHERE reference = ?`,
    reference,
  );

/**
 * Returns what is still to be given back of a sale that is cancelled: what the drawer holds of it,
 * less what its returns have given back, in whatever way. For a return, what is to come back into
 * the drawer, below zero. Undefined if there is no such sale.
 */
export function readHeldToGiveBack(db: Store, reference: string): Cents | undefined {
  const heldCents = readHeldOfSale(db, reference);
  if (heldCents === undefined || heldCents <= 0) return heldCents;
  return cents(Math.max(0, addCents(heldCents, readGivenBack(db, reference))));
}

/** Returns what the returns of a sale have given back, below zero: in cash and in other ways. */
function readGivenBack(db: Store, reference: string): Cents {
  const keyOfSale = 'SELECT doc_key FROM sale WHERE reference = ?';
  const docKey = readValue(db, v.nullish(v.string()), keyOfSale, reference);
  if (typeof docKey !== 'string') return zeroCents;
  return readValue(
    db,
    centsSchema,
    `SELECT coalesce(sum(iif(cash_cents IS NULL AND state <> 'cancelled', -total_cents,
       ${heldOfSale})), 0) FROM sale WHERE ${returnsOf}`,
    { docKey, reference },
  );
}

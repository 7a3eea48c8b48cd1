// Money that came into the drawer or went out of it without a sale: each a row that is kept, taken
// back by another.
import * as v from 'valibot';
import { movementSchema, type CashMovement } from '../contract/day.ts';
import { addCents, centsSchema, subtractCents, zeroCents, type Cents } from '../contract/money.ts';
import { readDaySettings } from './day-settings.ts';
import { noteDecision, readMoneyDecisions } from './decisions.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { isAtCounter } from './shifts.ts';

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

const toHoldRow = v.object({
  totalCents: centsSchema,
  cashCents: v.nullable(centsSchema),
  methodId: v.nullable(v.number()),
  isAtCounter: v.picklist([0, 1]),
  isCorrected: v.picklist([0, 1]),
  firstMethodId: v.nullable(v.number()),
});

/** The method by which it was paid, or a document; null where it cannot be read. */
const methodId = (sold: string) =>
  `iif(json_valid(${sold}), coalesce(${sold} ->> '$.payment.method.id',
    ${sold} ->> '$.particulars.paymentMethod.id'), NULL)`;

/**
 * What the drawer has to hold of a sale as it stands: its total where it is paid in cash. A method
 * that stayed is what it was when it was sold; another is what the settings say, for what was sold
 * at the counter. Undefined where that cannot be read.
 */
function readToHold(db: Store, reference: string): Cents | undefined {
  const row = v.safeParse(
    toHoldRow,
    prepared(
      db,
      `SELECT total_cents AS totalCents, cash_cents AS cashCents, ${methodId('sold')} AS methodId,
         ${isAtCounter} AS isAtCounter,
         EXISTS (SELECT 1 FROM former_sale WHERE former_sale.sale_id = sale.sale_id) AS isCorrected,
         (SELECT ${methodId('former_sale.sold')} FROM former_sale
          WHERE former_sale.sale_id = sale.sale_id ORDER BY former_sale_id LIMIT 1) AS firstMethodId
       FROM sale WHERE reference = ?`,
    ).get(reference),
  );
  if (!row.success) return undefined;
  const { totalCents, cashCents, isCorrected, ...sold } = row.output;
  if (isCorrected === 0) return cashCents ?? zeroCents;
  if (sold.methodId === null) return zeroCents;
  const isCash =
    sold.methodId === sold.firstMethodId
      ? cashCents !== null
      : sold.isAtCounter === 1 && readDaySettings(db).cashMethods.includes(sold.methodId);
  return isCash ? totalCents : zeroCents;
}

const hasMoved = (db: Store, reference: string): boolean =>
  prepared(db, 'SELECT 1 FROM cash_movement WHERE reference = ?').get(reference) !== undefined ||
  readMoneyDecisions(db, reference, 'money_not_booked').length > 0;

/**
 * With the step by which a sale is confirmed: where the drawer does not hold what it has to hold of
 * it, that is noted, for people to see: a decision with which money was moved has not taken effect,
 * or a correction did without its money. A shop that keeps no days moves none.
 */
export function noteMoneyOfFound(db: Store, reference: string, atMs: number): void {
  const held = readHeldOfSale(db, reference);
  const toHold = readToHold(db, reference);
  if (held === undefined || toHold === undefined || held === toHold) return;
  if (readDaySettings(db).mode === 'off' && !hasMoved(db, reference)) return;
  const movedCents = subtractCents(held, toHold);
  const what = { kind: 'money_given_back', sale: reference, movedCents } as const;
  noteDecision(db, { atMs, by: null, approvedBy: null, what });
}

/** As it was noted; null where nothing was. */
export const readMoneyOfFoundSale = (db: Store, reference: string): Cents | null =>
  readMoneyDecisions(db, reference, 'money_given_back').at(-1) ?? null;

/** When it was sold, by the settings of then. */
export const wasPaidInCash = (db: Store, reference: string): boolean =>
  prepared(db, 'SELECT 1 FROM sale WHERE reference = ? AND cash_cents IS NOT NULL').get(
    reference,
  ) !== undefined;

const heldRow = v.object({ heldCents: centsSchema });

/**
 * What the drawer holds of a sale: what was paid in cash, less what was given back of it, whenever
 * that was, also while no day was open to book it. Undefined for no such sale.
 */
export function readHeldOfSale(db: Store, reference: string): Cents | undefined {
  const row = prepared(
    db,
    `SELECT coalesce(cash_cents, 0) + coalesce((SELECT
         sum(iif(direction = 'in', amount_cents, -amount_cents)) FROM cash_movement
         WHERE reference = sale.reference), 0) AS heldCents
     FROM sale WHERE reference = ?`,
  ).get(reference);
  if (row === undefined) return undefined;
  const unbooked = readMoneyDecisions(db, reference, 'money_not_booked');
  return addCents(v.parse(heldRow, row).heldCents, ...unbooked);
}

// Money that moves into the drawer and out of it without a sale, and the money of a sale that was
// cancelled or corrected.
import type { CashMovement, HeldMoney, NewMovement } from '../contract/day.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { cents, subtractCents, zeroCents, type Cents } from '../contract/money.ts';
import { insertMovement, readHeldToGiveBack, readMovements } from '../store/cash-movements.ts';
import { countsMoney } from '../store/day-settings.ts';
import { type Doing, noteDecision } from '../store/decisions.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { readOpenShift } from '../store/shifts.ts';

/** Errors: `day_not_open`. */
export const moveCash = (db: Store, movement: NewMovement, doing: Doing): Result<CashMovement> =>
  inTransaction(db, (): Result<CashMovement> => {
    const shift = readOpenShift(db);
    if (!shift) return err({ code: 'day_not_open' });
    const of = { ...movement, ...doing, reference: null, reverses: null };
    return ok(insertMovement(db, shift.shiftId, of));
  });

/**
 * Takes a movement of the open day back by another. Errors: `day_not_open`; `not_found` for one of
 * another day, and for what was taken back or takes back itself.
 */
export function takeBack(db: Store, movementId: number, doing: Doing): Result<CashMovement> {
  return inTransaction(db, (): Result<CashMovement> => {
    const shift = readOpenShift(db);
    if (!shift) return err({ code: 'day_not_open' });
    const movements = readMovements(db, shift.shiftId);
    const former = movements.find((one) => one.movementId === movementId);
    const isTaken = movements.some(({ reverses }) => reverses === movementId);
    if (!former || isTaken || former.reverses !== null) return err({ code: 'not_found' });
    const { amountCents, note, reference } = former;
    const direction = former.direction === 'in' ? 'out' : 'in';
    const reversal = { direction, amountCents, note, reference } as const;
    const of = { ...reversal, ...doing, reason: 'reversal', reverses: movementId } as const;
    return ok(insertMovement(db, shift.shiftId, of));
  });
}

/**
 * Returns how much of a sale's money the drawer holds, for the question that is asked when the sale
 * is cancelled or corrected. Null if there is no such sale, or if the shop keeps no days and has
 * none open.
 */
export function heldToAskAbout(db: Store, reference: string): HeldMoney | null {
  const heldCents = readHeldToGiveBack(db, reference);
  if (heldCents === undefined || !countsMoney(db)) return null;
  return { heldCents, isDayOpen: readOpenShift(db) !== undefined };
}

/**
 * Returns whether a decision moves the money of a sale: a person says so, or a return comes to
 * nothing. What that gave out is back in the drawer or missing there, so that it goes out only once
 * if the return is made again.
 */
export const movesMoney = (
  db: Store,
  decision: { readonly reference: string; readonly moneyMoved?: boolean; readonly as?: string },
): boolean =>
  decision.moneyMoved === true ||
  (decision.as !== 'confirmed' &&
    (heldToAskAbout(db, decision.reference)?.heldCents ?? zeroCents) < 0);

/**
 * Books that a sale's money was given back, or taken: from now on the drawer holds `heldCents` of
 * the sale. The movement belongs to the day that is open now, whenever the sale was made. If no day
 * is open, no day counts it: a note tells a manager, and the decision that moved the money is not
 * held up. Returns the amount that was moved and is in no day's books.
 */
export function settleMoney(
  db: Store,
  sale: { readonly reference: string; readonly heldCents: Cents; readonly note: string },
  doing: Doing,
): Cents {
  const { reference, heldCents, note } = sale;
  const shift = readOpenShift(db);
  const heldBeforeCents = readHeldToGiveBack(db, reference);
  if (heldBeforeCents === undefined || heldBeforeCents === heldCents) return zeroCents;
  const movedCents = subtractCents(heldCents, heldBeforeCents);
  if (!shift) {
    const what = { kind: 'money_not_booked', sale: reference, movedCents } as const;
    noteDecision(db, { ...doing, what });
    return movedCents;
  }
  const direction = movedCents > 0 ? 'in' : 'out';
  insertMovement(db, shift.shiftId, {
    ...{ ...doing, direction, amountCents: cents(Math.abs(movedCents)) },
    ...{ reason: 'sale', note, reference, reverses: null },
  });
  return zeroCents;
}

// Adds and changes people whose new PINs are typed in the PIN window.
import { err, ok, type Result } from '../contract/errors.ts';
import { isPinFor, type Cashier, type NewCashier } from '../contract/lock.ts';
import { readCashier } from '../store/cashiers.ts';
import type { Lock } from './lock.ts';
import { addPerson, changePerson, type Place } from './people.ts';
import type { PinWindow } from './pin-window.ts';

export interface AskingPins {
  readonly place: Place;
  readonly lock: Pick<Lock, 'enter' | 'forgetFailedAttempts'>;
  readonly pinWindow: Pick<PinWindow, 'ask'>;
}

/** Errors: those of the PIN window, and of `addPerson`. */
export async function addAskingPin(
  { place, lock, pinWindow }: AskingPins,
  cashier: NewCashier,
): Promise<Result<null>> {
  const pin = await askNewPin(pinWindow, cashier);
  if (!pin.ok) return pin;
  const added = await addPerson(place, { ...cashier, pin: pin.value });
  if (!added.ok) return added;
  // The person who sets the lock up is not locked out by it.
  if (added.value.isFirst) lock.enter(added.value.cashierId);
  return ok(null);
}

/**
 * Changes a person. A new manager gets a new PIN, as theirs must be longer. Errors: `not_found`,
 * those of the PIN window, and of `changePerson`.
 */
export async function changeAskingPin(
  { place, lock, pinWindow }: AskingPins,
  cashier: Cashier,
  hasNewPin: boolean,
): Promise<Result<null>> {
  const before = readCashier(place.db, cashier.cashierId);
  if (!before) return err({ code: 'not_found' });
  const becomesManager = before.role === 'cashier' && cashier.role === 'manager';
  const pin = hasNewPin || becomesManager ? await askNewPin(pinWindow, cashier) : ok(null);
  if (!pin.ok) return pin;
  const changed = await changePerson(place, { ...cashier, pin: pin.value });
  if (changed.ok && pin.value !== null) lock.forgetFailedAttempts(cashier.cashierId);
  return changed;
}

const askNewPin = (
  pinWindow: Pick<PinWindow, 'ask'>,
  { name, role }: NewCashier,
): Promise<Result<string>> =>
  pinWindow.ask({ kind: 'new_pin', name, role }, ({ pin }) =>
    Promise.resolve(isPinFor(role, pin) ? ok(pin) : err({ code: 'invalid_value', field: 'pin' })),
  );

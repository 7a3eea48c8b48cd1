// Changes who works at the till, what they may do, who may recover a PIN, and which key opens
// backups. Each change is made under the seal.
import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Cashier, LockRules, NewCashier } from '../contract/lock.ts';
import type { ServiceUser } from '../contract/recovery.ts';
import {
  addCashier,
  changeCashier,
  hasCashiers,
  readCashier,
  removeCashier,
  writeLockRules,
} from '../store/cashiers.ts';
import type { Store } from '../store/open.ts';
import { writeRecoveryRecipient } from '../store/recovery-recipient.ts';
import { addRecoveryUser, removeRecoveryUser } from '../store/recovery-users.ts';
import { hashPin } from './pin.ts';
import { changeSealed, sealingKey } from './seal.ts';
import type { StaffKey, StaffKeys } from './staff-key.ts';

export interface Place {
  readonly db: Store;
  readonly keys: StaffKeys;
}

/**
 * Adds a person and returns who it is. Errors: `key_store_silent` for the first one,
 * `not_signed_in`, and those of `addCashier`.
 */
export async function addPerson(
  place: Place,
  person: NewCashier & { readonly pin: string },
): Promise<Result<{ readonly cashierId: string; readonly isFirst: boolean }>> {
  const { db, keys } = place;
  const { pin, ...named } = person;
  const isFirst = !hasCashiers(db);
  const newKey = isFirst ? await firstKey(keys) : ok(null);
  if (!newKey.ok) return newKey;
  const first = newKey.value;
  const cashierId = randomUUID();
  const pinHash = await hashFor({ cashierId, role: named.role, pin }, first ?? keyIn(place));
  if (!db.open) return err({ code: 'not_signed_in' });
  // Somebody else became the first meanwhile.
  if (isFirst && hasCashiers(db)) return addPerson(place, person);
  const added = changeSealed({ ...place, first }, () =>
    addCashier(db, { cashierId, ...named }, pinHash),
  );
  return added.ok ? ok({ cashierId, isFirst }) : added;
}

/**
 * Makes the key for the first person. Returns null if the system keeps no keys: then nothing is
 * sealed. Error: `key_store_silent`.
 */
async function firstKey(keys: StaffKeys): Promise<Result<StaffKey | null>> {
  const { key, keeping } = keys.make();
  switch (await keeping) {
    case 'kept':
      return ok(key);
    case 'none':
      return ok(null);
    case 'failed':
      return err({ code: 'key_store_silent' });
  }
}

/**
 * Changes a person. With null for the PIN the PIN stays as it is. Errors: `invalid_value` if
 * somebody becomes a manager without a new PIN, `not_signed_in`, and those of `changeCashier`.
 */
export async function changePerson(
  place: Place,
  { pin, ...cashier }: Cashier & { readonly pin: string | null },
): Promise<Result<null>> {
  const { db } = place;
  const before = readCashier(db, cashier.cashierId);
  if (pin === null && cashier.role === 'manager' && before?.role === 'cashier') {
    return err({ code: 'invalid_value', field: 'pin' });
  }
  const pinHash = pin === null ? null : await hashFor({ ...cashier, pin }, keyIn(place));
  if (!db.open) return err({ code: 'not_signed_in' });
  return changeSealed(place, () => changeCashier(db, cashier, pinHash));
}

/** Errors: those of `removeCashier`. */
export const removePerson = (place: Place, cashierId: string): Result<null> =>
  changeSealed(place, () => removeCashier(place.db, cashierId));

/** Makes a change that nothing but the seal can refuse. */
const write = (place: Place, change: () => void): Result<null> =>
  changeSealed(place, () => {
    change();
    return ok(null);
  });

export const changeRules = (place: Place, rules: LockRules): Result<null> =>
  write(place, () => writeLockRules(place.db, rules));

/** `by` names the manager who lets the user recover PINs. Error: `recovery_user_unknown`. */
export function registerUser(
  place: Place,
  user: ServiceUser,
  by: { readonly addedBy: string | null; readonly atMs: number },
): Result<null> {
  if (user.id === null && user.username === null) return err({ code: 'recovery_user_unknown' });
  return write(place, () => addRecoveryUser(place.db, user, by));
}

/** Succeeds even if the user is not registered any more. */
export const unregisterUser = (place: Place, recoveryUserId: number): Result<null> =>
  write(place, () => removeRecoveryUser(place.db, recoveryUserId));

/** From now on backups are encrypted for the key whose public half is `recipient`. */
export const changeRecoveryKey = (place: Place, recipient: string): Result<null> =>
  write(place, () => writeRecoveryRecipient(place.db, recipient));

const keyIn = ({ db, keys }: Place): StaffKey | null => sealingKey(db, keys);

/** Hashes a manager's PIN with the key, and a cashier's without, as it is needed without one. */
export const hashFor = (
  { cashierId, role, pin }: Pick<Cashier, 'cashierId' | 'role'> & { readonly pin: string },
  key: StaffKey | null,
): Promise<string> => hashPin(pin, key && role === 'manager' ? { key, cashierId } : null);

// The seal over who works at the till, what they may do, and who may give a manager a new PIN. By
// it the till notices what somebody else has changed in the file.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { err, type Result } from '../contract/errors.ts';
import {
  defaultLockRules,
  isUnproven,
  type LockRules,
  type Standing,
  type Unproven,
} from '../contract/lock.ts';
import type { RecoveryUser } from '../contract/recovery.ts';
import { hasCashiers, readLockRules } from '../store/cashiers.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { readRecoveryUsers, removeRecoveryUser } from '../store/recovery-users.ts';
import {
  peopleInFull,
  readSeal,
  readSealedUsers,
  removeSeal,
  writeSeal,
  writeUserSeal,
  type SealedUser,
} from '../store/seals.ts';
import type { StaffKey, StaffKeys } from './staff-key.ts';

const macOf = ({ bytes }: StaffKey, of: 'people' | 'user', content: string): string =>
  createHmac('sha256', bytes).update(`seal of ${of}\n`).update(content).digest('hex');

function isMac(one: string, other: string): boolean {
  const [oneBytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
  return oneBytes.length === otherBytes.length && timingSafeEqual(oneBytes, otherBytes);
}

export function standingOf(db: Store, keys: StaffKeys): Standing {
  const seal = readSeal(db);
  const isSomebodyHere = hasCashiers(db);
  if (!isSomebodyHere) return seal !== undefined || keys.wereUsed ? 'people_gone' : 'unsealed';
  if (seal === null) return 'people_changed';
  if (seal === undefined) return standingUnsealed(keys);
  const key = keys.find(seal.keyId);
  if (key === 'asking') return key;
  if (key === 'silent' || key === 'lost') return `key_${key}`;
  const isProven = isMac(seal.people, macOf(key, 'people', peopleInFull(db)));
  return isProven ? 'proven' : 'people_changed';
}

/** Returns the standing of a till that has cashiers and no seal over them. */
function standingUnsealed(keys: StaffKeys): Standing {
  switch (keys.store) {
    case 'asking':
      return 'asking';
    case 'silent':
      return 'key_silent';
    // Somebody has put the cashiers there, or taken the seal away.
    case 'real':
      return 'people_changed';
    case 'none':
      return keys.wereUsed ? 'key_lost' : 'unsealed';
  }
}

/** Returns the standing as an error names it. A key store that is still asked counts as silent. */
export function unprovenOf(standing: Standing): Unproven | null {
  if (standing === 'asking') return 'key_silent';
  return isUnproven(standing) ? standing : null;
}

/** Returns the key in use; null if the till has none, or it cannot be read. */
export function sealingKey(db: Store, keys: StaffKeys): StaffKey | null {
  const seal = readSeal(db);
  const key = seal && keys.find(seal.keyId);
  return typeof key === 'object' && key !== null ? key : null;
}

/** Returns the users whom, as the key shows, somebody else than the till has added. */
export function plantedUsers(db: Store, keys: StaffKeys): readonly SealedUser[] {
  const key = sealingKey(db, keys);
  if (!key) return [];
  return readSealedUsers(db).filter(
    ({ seal, inFull }) => seal === null || !isMac(seal, macOf(key, 'user', inFull)),
  );
}

/** Returns who may give a manager a new PIN. Without the key the file is believed. */
export function believedUsers(db: Store, keys: StaffKeys): readonly RecoveryUser[] {
  const planted = new Set(plantedUsers(db, keys).map(({ recoveryUserId }) => recoveryUserId));
  return readRecoveryUsers(db).filter(({ recoveryUserId }) => !planted.has(recoveryUserId));
}

/** Must be called before the others are sealed anew. */
export function dropPlantedUsers(db: Store, keys: StaffKeys): void {
  for (const { recoveryUserId } of plantedUsers(db, keys)) removeRecoveryUser(db, recoveryUserId);
}

/** Returns the strictest rules if the till's rules are not proven. */
export const rulesOf = (db: Store, keys: StaffKeys): LockRules =>
  unprovenOf(standingOf(db, keys)) === null ? readLockRules(db) : defaultLockRules;

/** Seals the people, in the transaction that has changed them. Null leaves no seal. */
export function sealPeople(db: Store, key: StaffKey | null): void {
  const used = hasCashiers(db) ? key : null;
  if (used) writeSeal(db, { keyId: used.id, people: macOf(used, 'people', peopleInFull(db)) });
  else removeSeal(db);
  for (const { recoveryUserId, inFull } of readSealedUsers(db)) {
    writeUserSeal(db, recoveryUserId, used && macOf(used, 'user', inFull));
  }
}

/**
 * Changes what the seal covers, and seals it anew without the users who were planted. `first` is
 * the key of a till that had nobody. Errors: `manager_unproven`, and those of `write`.
 */
export function changeSealed<Value>(
  place: { readonly db: Store; readonly keys: StaffKeys; readonly first?: StaffKey | null },
  write: () => Result<Value>,
): Result<Value> {
  const { db, keys, first = null } = place;
  const changed = inTransaction(db, () => {
    const why = unprovenOf(standingOf(db, keys));
    if (why !== null) return err({ code: 'manager_unproven', why });
    const key = first ?? sealingKey(db, keys);
    dropPlantedUsers(db, keys);
    const result = write();
    if (result.ok) sealPeople(db, key);
    return result;
  });
  if (changed.ok && first) keys.use(first);
  if (changed.ok && !hasCashiers(db)) keys.forget();
  return changed;
}

// Whom backups that leave the computer are encrypted for: the public part of the recovery key,
// which is all of it that the till keeps.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { readTillSetting, removeTillSetting, writeTillSetting } from './till-settings.ts';

const name = 'recovery_recipient';
const recipientSchema = v.pipe(v.string(), v.regex(/^age1[0-9a-z]{58}$/));

/** Undefined where there is none, and for one that cannot be read. */
export function readRecoveryRecipient(db: Store): string | undefined {
  try {
    return readTillSetting(db, name, recipientSchema);
  } catch (error) {
    if (v.isValiError(error)) return undefined;
    throw error;
  }
}

export function writeRecoveryRecipient(db: Store, recipient: string): void {
  writeTillSetting(db, name, recipient);
}

export function removeRecoveryRecipient(db: Store): void {
  removeTillSetting(db, name);
}

// The recipient that backups are encrypted for when they leave the computer: the public part of the
// recovery key, which is all that the till keeps of it.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { readTillSettingOr, removeTillSetting, writeTillSetting } from './till-settings.ts';

const name = 'recovery_recipient';
const recipientSchema = v.pipe(v.string(), v.regex(/^age1[0-9a-z]{58}$/));

/** Returns undefined if there is none, or it cannot be read. */
export const readRecoveryRecipient = (db: Store): string | undefined =>
  readTillSettingOr(db, name, recipientSchema, undefined);

export function writeRecoveryRecipient(db: Store, recipient: string): void {
  writeTillSetting(db, name, recipient);
}

export const removeRecoveryRecipient = (db: Store): void => removeTillSetting(db, name);

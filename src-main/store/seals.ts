// The seals over who works here and who may recover a PIN, and the exact texts that they cover.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { prepared, readRows } from './prepared.ts';
import { readTillSettingOr, removeTillSetting, writeTillSetting } from './till-settings.ts';

const mac = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const sealSchema = v.strictObject({
  keyId: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  people: mac,
});
export type Seal = v.InferOutput<typeof sealSchema>;

/** Returns undefined if there is no seal; null if it cannot be read, and so matches nothing. */
export const readSeal = (db: Store): Seal | null | undefined =>
  readTillSettingOr(db, 'seal', sealSchema, null);

export const writeSeal = (db: Store, seal: Seal): void => writeTillSetting(db, 'seal', seal);

export const removeSeal = (db: Store): void => removeTillSetting(db, 'seal');

/**
 * Returns the sealed text: cashiers, rules and the recipient of encrypted backups, without the
 * failed attempts, which change with every try.
 */
export const peopleInFull = (db: Store): string =>
  JSON.stringify([
    prepared(db, 'SELECT cashier_id, name, role, pin_hash FROM cashier ORDER BY cashier_id')
      .raw()
      .all(),
    prepared(
      db,
      `SELECT name, value FROM till_setting WHERE name IN ('lock', 'recovery_recipient') ORDER BY name`,
    )
      .raw()
      .all(),
  ]);

/** A user who may give a manager a new PIN: each has a seal of their own. */
const sealedUser = v.object({
  recoveryUserId: v.number(),
  seal: v.nullable(v.string()),
  inFull: v.string(),
});
export type SealedUser = Readonly<v.InferOutput<typeof sealedUser>>;

export const readSealedUsers = (db: Store): readonly SealedUser[] =>
  readRows(
    db,
    sealedUser,
    `SELECT recovery_user_id AS recoveryUserId, seal,
       json_array(user_id, username, name, added_by, added_at_ms) AS inFull
     FROM recovery_user ORDER BY recovery_user_id`,
  );

export function writeUserSeal(db: Store, recoveryUserId: number, seal: string | null): void {
  prepared(db, 'UPDATE recovery_user SET seal = ? WHERE recovery_user_id = ?').run(
    seal,
    recoveryUserId,
  );
}

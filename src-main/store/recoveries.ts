// PINs that were set anew without the former one, who has read of it, and how often somebody tried.
import * as v from 'valibot';
import { cashierIdSchema, cashierNameSchema } from '../contract/lock.ts';
import { proofWays } from '../contract/recovery.ts';
import type { Store } from './open.ts';
import { integer, prepared, readRows } from './prepared.ts';
import { readTillSetting, readTillSettingOr, writeTillSetting } from './till-settings.ts';
import { rowsOf, type Which } from './which-rows.ts';
import { failedAttemptsSchema, type FailedAttempts } from './cashiers.ts';

const recoverySchema = v.object({
  recoveryId: integer,
  atMs: integer,
  cashierId: cashierIdSchema,
  name: cashierNameSchema,
  way: v.picklist(proofWays),
  serviceUser: v.string(),
});
export type Recovery = v.InferOutput<typeof recoverySchema>;

const columns = `recovery_id AS recoveryId, at_ms AS atMs, cashier_id AS cashierId, name, way,
  service_user AS serviceUser`;

/** Returns all that there ever were, oldest first. */
export const readRecoveries = (db: Store): readonly Recovery[] =>
  readRows(db, recoverySchema, `SELECT ${columns} FROM recovery ORDER BY recovery_id`);

export function readRecoveriesBetween(db: Store, which: Which): readonly Recovery[] {
  const { where, bounds } = rowsOf(which, 'recoveryId');
  return readRows(db, recoverySchema, `SELECT ${columns} FROM recovery WHERE ${where}`, bounds);
}

export function noteRecovery(db: Store, recovery: Omit<Recovery, 'recoveryId'>): void {
  prepared(
    db,
    `INSERT INTO recovery (at_ms, cashier_id, name, way, service_user)
     VALUES (@atMs, @cashierId, @name, @way, @serviceUser)`,
  ).run(recovery);
}

/** Returns the first few that the cashier has not read about, oldest first. */
export const readUnreadRecoveries = (db: Store, cashierId: string): readonly Recovery[] =>
  readRows(
    db,
    recoverySchema,
    `SELECT ${columns} FROM recovery
     WHERE recovery_id > (SELECT read_recovery_id FROM cashier WHERE cashier_id = ?)
     ORDER BY recovery_id LIMIT 5`,
    cashierId,
  );

/** Notes that the cashier has read about all up to this one. */
export function markRecoveriesRead(db: Store, cashierId: string, recoveryId: number): void {
  prepared(
    db,
    'UPDATE cashier SET read_recovery_id = max(read_recovery_id, ?) WHERE cashier_id = ?',
  ).run(recoveryId, cashierId);
}

export const noAttempts: FailedAttempts = { failedAttempts: 0, waitUntilMs: 0 };

/** The settings that count attempts: to recover a PIN, and to sign in to the till's own service. */
export const attemptSettings = {
  recovery: 'recovery_attempts',
  signIn: 'sign_in_attempts',
} as const;

export const readRecoveryAttempts = (db: Store): FailedAttempts =>
  readTillSetting(db, attemptSettings.recovery, failedAttemptsSchema) ?? noAttempts;

export const readSignInAttempts = (db: Store): FailedAttempts =>
  readTillSettingOr(db, attemptSettings.signIn, failedAttemptsSchema, noAttempts) ?? noAttempts;

export function writeAttempts(
  db: Store,
  of: keyof typeof attemptSettings,
  attempts: FailedAttempts,
): void {
  writeTillSetting(db, attemptSettings[of], attempts);
}

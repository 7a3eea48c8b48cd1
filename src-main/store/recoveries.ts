// PINs that were set anew without the former one, until a manager has read it, and how often
// somebody tried.
import * as v from 'valibot';
import { cashierIdSchema, cashierNameSchema } from '../contract/lock.ts';
import { proofWays } from '../contract/recovery.ts';
import type { Store } from './open.ts';
import { readTillSetting, writeTillSetting } from './till-settings.ts';
import { failedAttemptsSchema, type FailedAttempts } from './failed-attempts.ts';

const recoverySchema = v.object({
  cashierId: cashierIdSchema,
  name: cashierNameSchema,
  atMs: v.pipe(v.number(), v.safeInteger()),
  way: v.picklist(proofWays),
});
export type Recovery = v.InferOutput<typeof recoverySchema>;

/** Oldest first. */
export const readRecoveries = (db: Store): readonly Recovery[] =>
  readTillSetting(db, 'recoveries', v.array(recoverySchema)) ?? [];

export function writeRecoveries(db: Store, recoveries: readonly Recovery[]): void {
  writeTillSetting(db, 'recoveries', recoveries);
}

export const readRecoveryAttempts = (db: Store): FailedAttempts =>
  readTillSetting(db, 'recovery_attempts', failedAttemptsSchema) ?? {
    failedAttempts: 0,
    waitUntilMs: 0,
  };

export function writeRecoveryAttempts(db: Store, attempts: FailedAttempts): void {
  writeTillSetting(db, 'recovery_attempts', attempts);
}

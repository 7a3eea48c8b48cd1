// PINs that were set anew without the former one, until a manager has read it, and how often somebody tried.
import * as v from 'valibot';
import { cashierIdSchema, cashierNameSchema } from '../contract/lock.ts';
import { proofWays } from '../contract/recovery.ts';
import type { Store } from './open.ts';
import { readTillSetting, writeTillSetting } from './till-settings.ts';
import { triesSchema, type Tries } from './tries.ts';

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

export const readRecoveryTries = (db: Store): Tries =>
  readTillSetting(db, 'recovery_tries', triesSchema) ?? { failedTries: 0, waitUntilMs: 0 };

export function writeRecoveryTries(db: Store, tries: Tries): void {
  writeTillSetting(db, 'recovery_tries', tries);
}

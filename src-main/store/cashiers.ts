// Who works at this till: names, roles, hashed PINs, and wrong PINs since the last right one.
import * as v from 'valibot';
import { err, ok, type Result } from '../contract/errors.ts';
import { foldText } from '../contract/fold-text.ts';
import {
  cashierSchema,
  defaultLockRules,
  lockRulesSchema,
  managerActions,
  type Cashier,
  type LockRules,
} from '../contract/lock.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { hasRow, prepared, readRow, readRows, readValue } from './prepared.ts';
import { readTillSettingOr, removeTillSetting, writeTillSetting } from './till-settings.ts';

/** How often a secret was tried since it was last right, and until when the next try waits. */
export const failedAttemptsSchema = v.object({
  failedAttempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  waitUntilMs: v.pipe(v.number(), v.safeInteger()),
});
export type FailedAttempts = v.InferOutput<typeof failedAttemptsSchema>;

const columns = 'cashier_id AS cashierId, name, role';

/** Returns all cashiers, by name. */
export const readCashiers = (db: Store): readonly Cashier[] =>
  readRows(db, cashierSchema, `SELECT ${columns} FROM cashier ORDER BY name COLLATE NOCASE, name`);

export const readCashier = (db: Store, cashierId: string): Cashier | undefined =>
  readRow(db, cashierSchema, `SELECT ${columns} FROM cashier WHERE cashier_id = ?`, cashierId);

export const hasCashiers = (db: Store): boolean => hasRow(db, 'SELECT 1 FROM cashier');

/** Errors: `cashier_name_taken`, and `manager_first` if nobody could manage the others. */
export function addCashier(db: Store, cashier: Cashier, pinHash: string): Result<null> {
  return inTransaction(db, () => {
    const others = readCashiers(db);
    if (isTaken(others, cashier.name)) return err({ code: 'cashier_name_taken' });
    if (!hasManager([...others, cashier])) return err({ code: 'manager_first' });
    prepared(
      db,
      `INSERT INTO cashier (cashier_id, name, role, pin_hash)
       VALUES (@cashierId, @name, @role, @pinHash)`,
    ).run({ ...cashier, pinHash });
    return ok(null);
  });
}

/**
 * Changes a cashier. A new PIN begins without failed attempts; null leaves PIN and attempts as they
 * are.
 * Errors: `not_found`, `cashier_name_taken`, and `last_manager` if nobody could manage the others.
 */
export function changeCashier(db: Store, cashier: Cashier, pinHash: string | null): Result<null> {
  return inTransaction(db, () => {
    const others = withoutOne(readCashiers(db), cashier.cashierId);
    if (others === undefined) return err({ code: 'not_found' });
    if (isTaken(others, cashier.name)) return err({ code: 'cashier_name_taken' });
    if (!hasManager([...others, cashier])) return err({ code: 'last_manager' });
    prepared(db, 'UPDATE cashier SET name = @name, role = @role WHERE cashier_id = @cashierId').run(
      cashier,
    );
    if (pinHash !== null) {
      prepared(
        db,
        'UPDATE cashier SET pin_hash = ?, failed_attempts = 0, wait_until_ms = 0 WHERE cashier_id = ?',
      ).run(pinHash, cashier.cashierId);
    }
    return ok(null);
  });
}

/**
 * Removes a cashier; what they did stays under their name. Errors: `not_found`, and `last_manager`
 * while there are others.
 */
export const removeCashier = (db: Store, cashierId: string): Result<null> =>
  inTransaction(db, () => {
    const others = withoutOne(readCashiers(db), cashierId);
    if (others === undefined) return err({ code: 'not_found' });
    if (others.length > 0 && !hasManager(others)) return err({ code: 'last_manager' });
    prepared(db, 'DELETE FROM cashier WHERE cashier_id = ?').run(cashierId);
    return ok(null);
  });

const hasManager = (cashiers: readonly Cashier[]): boolean =>
  cashiers.some(({ role }) => role === 'manager');

/** Returns whether the name is taken; the history could not tell alike names apart. */
const isTaken = (others: readonly Cashier[], name: string): boolean =>
  others.some((other) => foldText(other.name) === foldText(name));

/** Returns undefined if the cashier is not among them. */
function withoutOne(
  cashiers: readonly Cashier[],
  cashierId: string,
): readonly Cashier[] | undefined {
  const others = cashiers.filter((other) => other.cashierId !== cashierId);
  return others.length < cashiers.length ? others : undefined;
}

export const readFailedAttempts = (db: Store, cashierId: string): FailedAttempts | undefined =>
  readRow(
    db,
    failedAttemptsSchema,
    `SELECT failed_attempts AS failedAttempts, wait_until_ms AS waitUntilMs
     FROM cashier WHERE cashier_id = ?`,
    cashierId,
  );

/** Returns null if there is no such cashier. */
export const readPinHash = (db: Store, cashierId: string): string | null =>
  readValue(
    db,
    v.optional(v.string()),
    'SELECT pin_hash FROM cashier WHERE cashier_id = ?',
    cashierId,
  ) ?? null;

export function writeFailedAttempts(db: Store, cashierId: string, attempts: FailedAttempts): void {
  prepared(
    db,
    `UPDATE cashier SET failed_attempts = @failedAttempts, wait_until_ms = @waitUntilMs
     WHERE cashier_id = @cashierId`,
  ).run({ cashierId, ...attempts });
}

/** The rules as they are kept. What a shop was never asked about, its cashiers may not do. */
const keptRulesSchema = v.pipe(
  v.strictObject({
    ...lockRulesSchema.entries,
    /** The actions that could be reserved when the rules were written. */
    known: v.array(v.string()),
  }),
  v.transform(({ known, managerActions: reserved, ...rules }): LockRules => ({
    ...rules,
    managerActions: [
      ...reserved,
      ...managerActions.filter((each) => !known.includes(each) && !reserved.includes(each)),
    ],
  })),
);

/** Returns the rules. Unreadable ones become the strictest, so that the till still opens. */
export const readLockRules = (db: Store): LockRules =>
  readTillSettingOr(db, 'lock', keptRulesSchema, defaultLockRules) ?? defaultLockRules;

export function writeLockRules(db: Store, rules: LockRules): void {
  writeTillSetting(db, 'lock', { ...rules, known: managerActions });
}

/** Removes the rules, so that the strictest apply from now on. */
export const removeLockRules = (db: Store): void => removeTillSetting(db, 'lock');

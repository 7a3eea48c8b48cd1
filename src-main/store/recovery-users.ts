// Users of the service who may give a manager a new PIN. They move with the till's file.
import {
  isSameUser,
  recoveryUserSchema,
  type RecoveryUser,
  type ServiceUser,
} from '../contract/recovery.ts';
import { hasCashiers } from './cashiers.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared, readRows } from './prepared.ts';
import { readSeal } from './seals.ts';

/** Returns the users, oldest first. */
export const readRecoveryUsers = (db: Store): readonly RecoveryUser[] =>
  readRows(
    db,
    recoveryUserSchema,
    `SELECT recovery_user_id AS recoveryUserId, user_id AS id, username, name, added_by AS addedBy
     FROM recovery_user ORDER BY recovery_user_id`,
  );

/** Adds a user; one who is there stays so. @throws if nothing is known of the user. */
export function addRecoveryUser(
  db: Store,
  user: ServiceUser,
  { addedBy, atMs }: { readonly addedBy: string | null; readonly atMs: number },
): void {
  inTransaction(db, () => {
    if (readRecoveryUsers(db).some((one) => isSameUser(one, user) === true)) return;
    prepared(
      db,
      `INSERT INTO recovery_user (user_id, username, name, added_by, added_at_ms)
       VALUES (@id, @username, @name, @addedBy, @atMs)`,
    ).run({ ...user, addedBy, atMs });
  });
}

export function removeRecoveryUser(db: Store, recoveryUserId: number): void {
  prepared(db, 'DELETE FROM recovery_user WHERE recovery_user_id = ?').run(recoveryUserId);
}

/** Removes everybody and adds this user, as the first one. */
export function restartRecoveryUsers(db: Store, user: ServiceUser, atMs: number): void {
  inTransaction(db, () => {
    prepared(db, 'DELETE FROM recovery_user').run();
    addRecoveryUser(db, user, { addedBy: null, atMs });
  });
}

/**
 * Notes the user whose sign-in made the till. Nobody is added in this way later: otherwise whoever
 * may sign in would be a manager.
 */
export function noteFirstUser(db: Store, user: ServiceUser, atMs: number): void {
  if (user.id === null && user.username === null) return;
  inTransaction(db, () => {
    // A file with a seal has had cashiers, who are gone now.
    if (hasCashiers(db) || readSeal(db) !== undefined || readRecoveryUsers(db).length > 0) return;
    addRecoveryUser(db, user, { addedBy: null, atMs });
  });
}

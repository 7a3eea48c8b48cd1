// One transaction for what must happen together. Its wrapper is made once for each open database:
// making one costs as much as running a small statement.
import type { Transaction } from 'better-sqlite3';
import { codeOf } from '../contract/errors.ts';
import { requireInPlace } from './in-place.ts';
import type { Store } from './open.ts';

const wrappers = new WeakMap<Store, Transaction<(write: () => unknown) => unknown>>();

function wrapperOf(db: Store): Transaction<(write: () => unknown) => unknown> {
  let wrapper = wrappers.get(db);
  if (!wrapper) wrappers.set(db, (wrapper = db.transaction((run) => run())));
  return wrapper;
}

/**
 * Writes in one transaction: durable when it returns, rolled back when it throws. Inside another
 * transaction it is part of that one, which must not go on after it throws.
 */
export const inTransaction = <T>(db: Store, write: () => T): T =>
  db.inTransaction
    ? write()
    : durably(db, () => {
        requireInPlace(db);
        return wrapperOf(db).immediate(write) as T;
      });

/** Commits: what the disk could not sync is rolled back, and does not come back at a start. */
export function durably<T>(db: Store, commit: () => T): T {
  try {
    return commit();
  } catch (error) {
    if (codeOf(error) === 'SQLITE_IOERR_FSYNC') overwriteLogEnd(db);
    throw error;
  }
}

/**
 * Has what SQLite wrote in vain behind the end of the log overwritten: whoever reads the log next
 * would take it for a commit, of which a person was told that it failed.
 */
function overwriteLogEnd(db: Store): void {
  try {
    db.pragma(`user_version = ${Number(db.pragma('user_version', { simple: true }))}`);
  } catch (error) {
    // It stands there all the same if it could not be synced either.
    if (codeOf(error) === undefined) throw error;
  }
}

// One transaction for what must happen together. Its wrapper is made once for each open database:
// making one costs as much as running a small statement.
import type { Transaction } from 'better-sqlite3';
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
  db.inTransaction ? write() : (wrapperOf(db).immediate(write) as T);

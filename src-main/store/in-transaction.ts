// One transaction for what must happen together. Its wrapper is made once for each open database: making one costs as much
// as running a small statement.
import type { Transaction } from 'better-sqlite3';
import type { Store } from './open.ts';

const wrappers = new WeakMap<Store, Transaction<(write: () => unknown) => unknown>>();

/** Durable when it returns, rolled back when it throws. Inside another it is a part of that one. */
export function inTransaction<T>(db: Store, write: () => T): T {
  let wrapper = wrappers.get(db);
  if (!wrapper) wrappers.set(db, (wrapper = db.transaction((run) => run())));
  return wrapper.immediate(write) as T;
}

// Each statement is compiled once for each open database: compiling costs as much as running the
// small ones.
import type { Statement } from 'better-sqlite3';
import type { Store } from './open.ts';

const statements = new WeakMap<Store, Map<string, Statement>>();

/** `pluck()` and the like stay set on the statement, so one text is always used in one way. */
export function prepared(db: Store, sql: string): Statement {
  let ofStore = statements.get(db);
  if (!ofStore) statements.set(db, (ofStore = new Map<string, Statement>()));
  let statement = ofStore.get(sql);
  if (!statement) ofStore.set(sql, (statement = db.prepare(sql)));
  return statement;
}

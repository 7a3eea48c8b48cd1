// Compiles each statement once for each open database: compiling costs as much as running the small
// ones.
import type { Database, Statement } from 'better-sqlite3';

const statements = new WeakMap<Database, Map<string, Statement>>();

/**
 * Returns the statement. `pluck()` and the like stay set on it, so one text must always be used in
 * one way.
 */
export function prepared(db: Database, sql: string): Statement {
  let ofStore = statements.get(db);
  if (!ofStore) statements.set(db, (ofStore = new Map<string, Statement>()));
  let statement = ofStore.get(sql);
  if (!statement) ofStore.set(sql, (statement = db.prepare(sql)));
  return statement;
}

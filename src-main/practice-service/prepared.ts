// Each statement is compiled once for each open database: that costs as much as running it.
import type { Statement } from 'better-sqlite3';
import type { PracticeDatabase } from './database.ts';

const statements = new WeakMap<PracticeDatabase, Map<string, Statement>>();

/** Returns the statement. `pluck()` stays set on it: use one text in one way. */
export function prepared<Parameters extends unknown[] | object = unknown[], Row = unknown>(
  db: PracticeDatabase,
  sql: string,
): Statement<Parameters extends unknown[] ? Parameters : [Parameters], Row> {
  let ofDatabase = statements.get(db);
  if (!ofDatabase) statements.set(db, (ofDatabase = new Map<string, Statement>()));
  let statement = ofDatabase.get(sql);
  if (!statement) ofDatabase.set(sql, (statement = db.prepare(sql)));
  return statement as Statement<Parameters extends unknown[] ? Parameters : [Parameters], Row>;
}

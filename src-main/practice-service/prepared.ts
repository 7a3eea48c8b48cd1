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

/** Inserts a row, given by the names of its columns, and returns its id. */
export function insert(
  db: PracticeDatabase,
  table: string,
  row: Readonly<Record<string, string | number | bigint | null>>,
): number {
  const columns = Object.keys(row);
  const sql = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (@${columns.join(', @')})`;
  return Number(prepared(db, sql).run(row).lastInsertRowid);
}

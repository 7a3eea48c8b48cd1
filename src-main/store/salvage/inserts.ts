// The statements that bring a believed row into the new file, with every column that is read of it.
import type { Statement } from 'better-sqlite3';
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { damagedTables, type DamagedTable } from './damaged-rows.ts';

/** Returns the columns, of which the first is the row's number where rows are numbered. */
export const columnsOf = (table: DamagedTable): readonly string[] =>
  Object.keys(damagedTables[table].entries);

/** Inserts a row as it is, unless the file has one with its key. */
export function insertAsItIs(db: Store, table: DamagedTable): Statement {
  const columns = columnsOf(table);
  return prepared(
    db,
    `INSERT INTO ${table} (${columns.join(', ')})
     VALUES (${columns.map((column) => `@${column}`).join(', ')}) ON CONFLICT DO NOTHING`,
  );
}

/**
 * Inserts a row under a new number if its own is taken. `where`: SQL for whether it is inserted at
 * all; `values`: SQL for columns that are not as the row has them.
 */
export function insertNumbered(
  db: Store,
  table: DamagedTable,
  where = 'TRUE',
  values: Readonly<Record<string, string>> = {},
): Statement {
  const [id = '', ...others] = columnsOf(table);
  return prepared(
    db,
    `INSERT INTO ${table} (${[id, ...others].join(', ')})
     SELECT CASE WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${id} = @${id}) THEN NULL ELSE @${id} END,
       ${others.map((column) => values[column] ?? `@${column}`).join(', ')}
     WHERE ${where}`,
  );
}

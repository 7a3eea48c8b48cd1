// Puts the rows of a copy into a till's file: one that is empty, or a backup of the same line.
import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { codeOf } from '../contract/errors.ts';
import { migrations } from '../store/migrations.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { checkRows, ValueError } from './check-rows.ts';
import type { ReadCopy } from './read-copy.ts';
import {
  copiedTableNames,
  copiedTables,
  fromCopied,
  type CopiedRow,
  type CopiedTable,
  type FinalRows,
  type SqlRow,
} from './records.ts';

/** The backup has rows of another line: a computer that was taken over has made it since. */
export class OtherLine extends Error {}

/** Fills the file, in the caller's transaction. @throws ValueError, OtherLine, SQLite's. */
export function fill(db: Store, { rows, header }: ReadCopy, isBackup: boolean): void {
  if (isBackup) checkLine(db, rows);
  const isNewer = isBackup ? newerInBackup(db, rows) : () => false;
  for (const table of copiedTableNames) {
    const all = [...(rows.get(table)?.values() ?? [])]
      .filter((row) => table !== 'sale' || !isNewer(row))
      .map(fromCopied);
    const target = targetOf(db, table);
    const keptRows = all.filter((row) => hasParents(db, target, row));
    const { kind, isKept } = copiedTables[table];
    if (kind === 'whole' && !isKept) removeOthers(db, table, keptRows);
    for (const row of keptRows) put(db, target, completed(db, table, row));
  }
  // Those of an earlier version are checked once the file is of this one.
  if (isBackup || header.schemaVersion === migrations.length) checkRows(db, rows);
  if (db.prepare('SELECT 1 FROM till').get() === undefined) throw new ValueError('till');
}

/** The same number must be the same sale. @throws OtherLine */
function checkLine(db: Store, rows: FinalRows): void {
  const binding = ['service_address', 'company_code', 'till_code'] as const;
  const [till] = rows.get('till')?.values() ?? [];
  const bound = db.prepare(`SELECT ${binding.join(', ')} FROM till`).get() as SqlRow | undefined;
  if (!till || !bound || binding.some((name) => bound[name] !== till[name])) throw new OtherLine();
  const select = db.prepare('SELECT reference FROM sale WHERE sale_id = ?').pluck();
  for (const { sale_id, reference } of rows.get('sale')?.values() ?? []) {
    const known = select.get(sale_id);
    if (known !== undefined && known !== reference) throw new OtherLine();
  }
}

/**
 * Returns whether the backup has later steps of a sale than the journal: then it knows the sale
 * better, as where the journal could no longer be written.
 */
function newerInBackup(db: Store, rows: FinalRows): (sale: CopiedRow) => boolean {
  const last = new Map<unknown, number>();
  for (const { sale_id = null, step_id } of rows.get('sale_step')?.values() ?? [])
    last.set(sale_id, Math.max(last.get(sale_id) ?? 0, Number(step_id)));
  const select = db.prepare('SELECT max(step_id) FROM sale_step WHERE sale_id = ?').pluck();
  return ({ sale_id }) => Number(select.get(sale_id) ?? 0) > (last.get(sale_id) ?? 0);
}

interface Target {
  readonly table: CopiedTable;
  readonly columns: ReadonlySet<string>;
  /** The tables of the copy that its rows name. */
  readonly parents: readonly { readonly table: CopiedTable; readonly from: string }[];
}

const columnsSchema = v.array(v.string());
const parentsSchema = v.array(v.object({ table: v.picklist(copiedTableNames), from: v.string() }));

function targetOf(db: Store, table: CopiedTable): Target {
  const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const parents = v.parse(parentsSchema, db.pragma(`foreign_key_list(${table})`));
  // Rows of its own table come with it.
  const others = parents.filter((parent) => parent.table !== table);
  return { table, columns: new Set(v.parse(columnsSchema, columns)), parents: others };
}

/**
 * Returns whether everything that the row names is there. A receipt of long ago may name what the
 * copy no longer holds; a sale never does.
 */
const hasParents = (db: Store, { table, parents }: Target, row: SqlRow): boolean =>
  parents.every(({ table: parent, from }) => {
    if (row[from] === null || row[from] === undefined) return true;
    const { key } = copiedTables[parent];
    const isThere = prepared(db, `SELECT 1 FROM ${parent} WHERE ${key} = ?`).get(row[from]);
    if (isThere === undefined && table === 'sale') throw new ValueError(`sale.${from}`);
    return isThere !== undefined;
  });

/** Removes what the till no longer had. A backup's seals fit its own people alone. */
function removeOthers(db: Store, table: CopiedTable, all: readonly SqlRow[]): void {
  const { key } = copiedTables[table];
  const keys = JSON.stringify(all.map((row) => row[key]));
  const keptClause = table === 'till_setting' ? ` AND name <> 'seal'` : '';
  db.prepare(
    `DELETE FROM ${table} WHERE ${key} NOT IN (SELECT value FROM json_each(?))${keptClause}`,
  ).run(keys);
}

/** Returns the row with what the backup knows better, or alone. */
function completed(db: Store, table: CopiedTable, row: SqlRow): SqlRow {
  if (table === 'cashier') return { ...row, pin_hash: pinOf(db, row) };
  if (table !== 'till') return row;
  // Of the service's ids, the highest that either has seen.
  const before = db.prepare('SELECT highest_document_id FROM till').pluck().get() ?? 0;
  const highest = Math.max(Number(before), Number(row.highest_document_id));
  return { ...row, highest_document_id: highest };
}

/**
 * Returns the PIN that the backup has of a cashier in the same role. The journal has none: then no
 * PIN is right, and the till stays locked until a manager's is set anew by the service's user.
 */
function pinOf(db: Store, { cashier_id, role }: SqlRow): unknown {
  const known = db
    .prepare('SELECT pin_hash FROM cashier WHERE cashier_id = ? AND role = ?')
    .pluck()
    .get(cashier_id, role);
  const salt = randomBytes(16).toString('hex');
  return known ?? `scrypt:32768:8:1:${salt}:${randomBytes(32).toString('hex')}`;
}

function put(db: Store, { table, columns }: Target, row: SqlRow): void {
  const names = Object.keys(row);
  for (const name of names) if (!columns.has(name)) throw new ValueError(`${table}.${name}`);
  const { key, isKept } = copiedTables[table];
  const changed = names.map((name) => `${name} = excluded.${name}`).join(', ');
  const conflict = isKept ? 'NOTHING' : `UPDATE SET ${changed}`;
  const values = names.map((name) => `@${name}`).join(', ');
  const insert = prepared(
    db,
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values})
     ON CONFLICT (${key}) DO ${conflict}`,
  );
  try {
    insert.run(row);
  } catch (error) {
    if (!codeOf(error)?.startsWith('SQLITE_CONSTRAINT')) throw error;
    throw new ValueError(fieldOf(table, String(error)));
  }
}

/** Returns the column that SQLite names: by itself in a check, else after its table. */
function fieldOf(table: CopiedTable, message: string): string {
  const [, column] =
    new RegExp(`${table}\\.(\\w+)`).exec(message) ??
    /CHECK constraint failed: (\w+)/.exec(message) ??
    [];
  return column === undefined ? table : `${table}.${column}`;
}

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

/**
 * Fills the file, within a transaction of the caller's. @throws ValueError, OtherLine, and what
 * SQLite throws.
 */
export function fill(db: Store, { rows, header }: ReadCopy, isBackup: boolean): void {
  if (isBackup) checkLine(db, rows);
  const isNewer = isBackup ? newerInBackup(db, rows) : () => false;
  for (const table of copiedTableNames) {
    const all = [...(rows.get(table)?.values() ?? [])]
      .filter((row) => table !== 'sale' || !isNewer(row))
      .map(fromCopied);
    const kept = all.filter((row) => hasParents(db, table, row));
    if (copiedTables[table].kind === 'whole') replaceWhole(db, table, kept);
    else for (const row of kept) put(db, table, row);
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

const parentsOf = new WeakMap<Store, Map<CopiedTable, readonly Parent[]>>();
interface Parent {
  readonly table: string;
  readonly column: string;
}

/**
 * Returns whether everything that the row names is there. A receipt of long ago may name what the
 * copy no longer holds; a sale never does.
 */
function hasParents(db: Store, table: CopiedTable, row: SqlRow): boolean {
  return parents(db, table).every(({ table: parent, column }) => {
    // Rows of its own table come with it.
    if (row[column] === null || row[column] === undefined || parent === table) return true;
    const key = copiedTables[parent as CopiedTable].key;
    const isThere = prepared(db, `SELECT 1 FROM ${parent} WHERE ${key} = ?`).get(row[column]);
    if (isThere === undefined && table === 'sale') throw new ValueError(`sale.${column}`);
    return isThere !== undefined;
  });
}

const foreignKey = v.object({ table: v.picklist(copiedTableNames), from: v.string() });

function parents(db: Store, table: CopiedTable): readonly Parent[] {
  const known = parentsOf.get(db) ?? new Map<CopiedTable, readonly Parent[]>();
  parentsOf.set(db, known);
  let found = known.get(table);
  if (!found) {
    found = (db.pragma(`foreign_key_list(${table})`) as unknown[])
      .map((one) => v.parse(foreignKey, one))
      .map((one) => ({ table: one.table, column: one.from }));
    known.set(table, found);
  }
  return found;
}

function replaceWhole(db: Store, table: CopiedTable, all: readonly SqlRow[]): void {
  const { key } = copiedTables[table];
  switch (table) {
    case 'till':
      // Of the service's ids, the highest that either has seen.
      for (const row of all) {
        const before = db.prepare('SELECT highest_document_id FROM till').pluck().get() ?? 0;
        const highest = Math.max(Number(before), Number(row.highest_document_id));
        put(db, table, { ...row, highest_document_id: highest });
      }
      return;
    case 'installation':
    case 'unknown_reference':
      for (const row of all) put(db, table, row);
      return;
    case 'cashier':
      removeOthers(db, table, key, all);
      for (const row of all) put(db, table, { ...row, pin_hash: pinOf(db, row) });
      return;
    case 'recovery_user':
      removeOthers(db, table, key, all);
      for (const row of all) put(db, table, row);
      return;
    case 'till_setting':
      // A backup has seals, which fit its own people alone.
      removeOthers(db, table, key, all);
      for (const row of all) put(db, table, row);
      return;
    default:
      db.exec(`DELETE FROM ${table}`);
      for (const row of all) put(db, table, row);
  }
}

function removeOthers(db: Store, table: CopiedTable, key: string, all: readonly SqlRow[]): void {
  const keys = JSON.stringify(all.map((row) => row[key]));
  const kept = table === 'till_setting' ? ` AND name <> 'seal'` : '';
  db.prepare(
    `DELETE FROM ${table} WHERE ${key} NOT IN (SELECT value FROM json_each(?))${kept}`,
  ).run(keys);
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

/** Rows that never change once they are written. Triggers keep them. */
const unchanging: ReadonlySet<CopiedTable> = new Set([
  'sale_step',
  'former_sale',
  'decision',
  'recovery',
  'cash_movement',
  'drawer_count',
  'z_report',
  'z_addendum',
  'receipt_print',
  'installation',
  'unknown_reference',
]);

function put(db: Store, table: CopiedTable, row: SqlRow): void {
  const names = Object.keys(row);
  const known = columnsOf(db, table);
  for (const name of names) if (!known.has(name)) throw new ValueError(`${table}.${name}`);
  const { key } = copiedTables[table];
  const changes = names.filter((name) => name !== key);
  const changed = changes.map((name) => `${name} = excluded.${name}`).join(', ');
  const conflict =
    unchanging.has(table) || changes.length === 0 ? 'NOTHING' : `UPDATE SET ${changed}`;
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

const columns = new WeakMap<Store, Map<CopiedTable, ReadonlySet<string>>>();

function columnsOf(db: Store, table: CopiedTable): ReadonlySet<string> {
  const known = columns.get(db) ?? new Map<CopiedTable, ReadonlySet<string>>();
  columns.set(db, known);
  let found = known.get(table);
  if (!found) {
    const names = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    found = new Set(v.parse(v.array(v.string()), names));
    known.set(table, found);
  }
  return found;
}

// Makes a till's file of a second copy: the newest backup on the medium if it is of the same line,
// else an empty file, and on it every row as it was at the end. Nothing is believed: each row is
// parsed, and the file is then looked at like any backup.
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import type { AppError } from '../contract/errors.ts';
import { requestedKindSchema } from '../contract/new-document.ts';
import { decryptFile, type RecoveryKey } from '../store/decryption.ts';
import { migrations } from '../store/migrations.ts';
import { openStore, type Store } from '../store/open.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { prepared } from '../store/prepared.ts';
import { readQuickKeyPages } from '../store/quick-key-pages.ts';
import { discardBackup, lookAtMade, restoredFile, type Looked } from '../store/restore-backup.ts';
import { damagedTables } from '../store/salvage/damaged-rows.ts';
import { writeSecondCopy } from '../store/second-copy-setting.ts';
import type { TillBinding } from '../store/till.ts';
import { chosenOf } from './folders.ts';
import { newestBackup, readCopy, type ReadCopy, type Unreadable } from './read-copy.ts';
import {
  copiedTableNames,
  copiedTables,
  fromCopied,
  type CopiedRow,
  type CopiedTable,
  type FinalRows,
  type SqlRow,
} from './records.ts';

/** Names the first value that is not what it must be. */
export class ValueError extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`a value of the copy: ${field}`);
    this.field = field;
  }
}

/** The backup has rows of another line: a computer that was taken over has made it since. */
class OtherLine extends Error {}

export interface BuildJob {
  /** The folder of the till's copy on the medium. */
  readonly folder: string;
  readonly key?: RecoveryKey;
  /** The till's file, which is not touched. */
  readonly file: string;
  readonly binding: TillBinding;
}

export type Built =
  | { readonly outcome: 'looked'; readonly looked: Looked }
  | Unreadable
  | { readonly outcome: 'store'; readonly error: AppError };

/** Leaves the file that was made ready to be put in place if it is whole. */
export async function buildFromCopy({ folder, key, file, binding }: BuildJob): Promise<Built> {
  const copy = await readCopy(folder, key);
  if ('outcome' in copy) return copy;
  if (!isOf(copy, binding)) return { outcome: 'other_till' };
  discardBackup(file);
  try {
    const error =
      (await fillOverBackup(folder, copy, key, file)) ??
      fillEmpty(folder, copy, restoredFile(file));
    if (error !== 'filled') {
      discardBackup(file);
      return { outcome: 'store', error };
    }
    return { outcome: 'looked', looked: lookAtMade(file, binding) };
  } catch (error) {
    discardBackup(file);
    if (error instanceof ValueError) return { outcome: 'value', field: error.field };
    throw error;
  } finally {
    removeEarlierVersions(restoredFile(file));
  }
}

const isOf = ({ header }: ReadCopy, binding: TillBinding): boolean =>
  header.serviceAddress === binding.serviceAddress &&
  header.companyCode === binding.companyCode &&
  header.tillCode === binding.tillCode;

type Filled = 'filled' | AppError;

/** Returns undefined if there is no backup that can be used. */
async function fillOverBackup(
  folder: string,
  copy: ReadCopy,
  key: RecoveryKey | undefined,
  file: string,
): Promise<Filled | undefined> {
  const backup = newestBackup(folder);
  if (!backup || !key) return undefined;
  const made = restoredFile(file);
  try {
    if ((await decryptFile(backup.file, made, key)) === 'done') {
      const opened = openStore(made);
      if (opened.ok) {
        fillAndClose(opened.value, folder, copy, true);
        return 'filled';
      }
    }
  } catch (error) {
    // With a backup of another line, or one that fits no longer, the journal does by itself.
    if (!(error instanceof OtherLine) && !isConstraint(error)) throw error;
  }
  discardBackup(file);
  removeEarlierVersions(made);
  return undefined;
}

function fillEmpty(folder: string, copy: ReadCopy, made: string): Filled {
  const { schemaVersion } = copy.header;
  const opened = openStore(made, migrations.slice(0, schemaVersion));
  if (!opened.ok) return opened.error;
  try {
    fillAndClose(opened.value, folder, copy, false);
  } catch (error) {
    if (isConstraint(error)) throw new ValueError(error.message.replace(/^.*failed: /, ''));
    throw error;
  }
  if (schemaVersion === migrations.length) return 'filled';
  const migrated = openStore(made);
  if (!migrated.ok) return migrated.error;
  migrated.value.close();
  return 'filled';
}

function fillAndClose(db: Store, folder: string, copy: ReadCopy, isBackup: boolean): void {
  try {
    // Rows come in an order of their own; what they name is checked afterwards.
    db.pragma('foreign_keys = 0');
    db.transaction(() => {
      fill(db, copy, isBackup);
      writeSecondCopy(db, {
        folder: chosenOf(folder),
        medium: copy.owner.medium,
        encrypts: copy.owner.encrypts,
        isOnSameDisk: false,
        // This file is a copy, and gets an installation of its own: it will claim the medium.
        generation: copy.owner.generation,
        installation: copy.owner.installation,
        takenOver: null,
      });
    })();
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

function fill(db: Store, { rows, header }: ReadCopy, isBackup: boolean): void {
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
  if (header.schemaVersion === migrations.length) checkRows(db, rows);
  if (db.prepare('SELECT 1 FROM till').get() === undefined) throw new ValueError('till');
}

/** The same number must be the same sale. @throws OtherLine */
function checkLine(db: Store, rows: FinalRows): void {
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
  prepared(
    db,
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})
     ON CONFLICT (${key}) DO ${conflict}`,
  ).run(row);
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

/** What a salvage need not believe of a sale, but what the outbox reads. */
const moreOfSale = v.object({
  requested_kind: requestedKindSchema,
  known_id: v.pipe(v.number(), v.safeInteger()),
  failed_attempts: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

/** @throws ValueError for a row that a screen or the outbox could not read. */
function checkRows(db: Store, rows: FinalRows): void {
  for (const table of copiedTableNames) {
    if (!(table in damagedTables)) continue;
    const schema = damagedTables[table as keyof typeof damagedTables] as v.GenericSchema<
      unknown,
      SqlRow
    >;
    const { key } = copiedTables[table];
    const select = db.prepare(`SELECT * FROM ${table} WHERE ${key} = ?`);
    for (const copied of rows.get(table)?.values() ?? []) {
      const row = select.get(fromCopied(copied)[key]) as SqlRow | undefined;
      if (row === undefined) continue;
      const parsed = v.safeParse(schema, row);
      if (!parsed.success) throw new ValueError(nameOf(table, parsed.issues[0]));
      // What a salvage would put in the place of a value, nobody has written.
      for (const [name, value] of Object.entries(parsed.output))
        if (!isSame(row[name], value)) throw new ValueError(`${table}.${name}`);
      if (table !== 'sale') continue;
      const more = v.safeParse(moreOfSale, row);
      if (!more.success) throw new ValueError(nameOf(table, more.issues[0]));
    }
  }
  named('payment_method', () => readPaymentMethods(db));
  named('quick_key_page', () => readQuickKeyPages(db));
  for (const { name, value } of rows.get('till_setting')?.values() ?? [])
    if (!v.is(v.pipe(v.string(), v.parseJson()), value))
      throw new ValueError(`till_setting.${String(name)}`);
}

const isSame = (one: unknown, other: unknown): boolean =>
  Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;

function named(table: CopiedTable, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (v.isValiError(error)) throw new ValueError(table);
    throw error;
  }
}

function nameOf(table: CopiedTable, issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  return path === null ? table : `${table}.${path}`;
}

const isConstraint = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT');

/** What a migration keeps of the file before it: here nobody needs it. */
function removeEarlierVersions(made: string): void {
  const folder = dirname(made);
  for (const name of readdirSync(folder))
    if (name.startsWith(`${basename(made)}.version-`)) rmSync(join(folder, name), { force: true });
}

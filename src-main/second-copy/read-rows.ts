// Reads from the till's file what a second copy needs: once everything that is still open, then
// what is new or has changed. The till's file is opened for each reading and closed again, so that
// it is never held up, and never closed last by anybody but the till.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { isFinal, saleStates } from '../contract/outbox-states.ts';
import { lockTimeoutMs, withDatabase, type Store } from '../store/open.ts';
import { attemptSettings } from '../store/recoveries.ts';
import { secondCopySettingName } from '../store/second-copy-setting.ts';
import {
  copiedTableNames,
  copiedTables,
  toCopied,
  type Batch,
  type CopiedRow,
  type CopiedTable,
  type SqlRow,
} from './records.ts';

/** How much of what is settled a file begins with, for receipts and returns of the last days. */
const recentSales = 500;
const recentShifts = 60;
const recentRows = 1_000;
/** Rows that may still change are among the last ones. */
const changingRows = 30;

/** What never leaves the computer, or means nothing elsewhere. */
const keptBack = ['seal', ...Object.values(attemptSettings), secondCopySettingName];

/** How tables are read that are written whole: without secrets, seals and caches. */
const wholeSql: Readonly<Partial<Record<CopiedTable, string>>> = {
  till: `SELECT only_row, service_address, company_code, till_code, installation,
    highest_document_id FROM till`,
  till_setting: `SELECT * FROM till_setting
    WHERE name NOT IN (${keptBack.map((name) => `'${name}'`).join(', ')})`,
  cashier: 'SELECT cashier_id, name, role FROM cashier ORDER BY cashier_id',
  recovery_user: `SELECT recovery_user_id, user_id, username, name, added_by, added_at_ms
    FROM recovery_user`,
  // One that is taken back may come again under another number.
  sale_notice: `SELECT * FROM sale_notice ORDER BY notice_id DESC LIMIT ${recentSales}`,
};

const openStates = saleStates.filter((state) => !isFinal(state));
const openStatesSql = openStates.map((state) => `'${state}'`).join(', ');

const salesSql = `SELECT sale_id FROM sale WHERE state IN (${openStatesSql})
  UNION SELECT sale_id FROM sale
    WHERE shift_id = (SELECT shift_id FROM shift WHERE closed_at_ms IS NULL)
  UNION SELECT sale_id FROM (SELECT sale_id FROM sale ORDER BY sale_id DESC LIMIT ${recentSales})`;

const shiftsSql = `SELECT shift_id FROM (SELECT shift_id FROM shift ORDER BY shift_id DESC
    LIMIT ${recentShifts})
  UNION SELECT shift_id FROM sale WHERE shift_id IS NOT NULL
    AND sale_id IN (SELECT value FROM json_each(@sales))`;

const ofSales = 'sale_id IN (SELECT value FROM json_each(@sales))';
const ofShifts = 'shift_id IN (SELECT value FROM json_each(@shifts))';
const lastRows = (table: CopiedTable, most: number): string => {
  const { key } = copiedTables[table];
  return `${key} IN (SELECT ${key} FROM ${table} ORDER BY ${key} DESC LIMIT ${most})`;
};

/** Which rows a file begins with. */
const beginnings = {
  shift: ofShifts,
  sale: ofSales,
  sale_step: ofSales,
  former_sale: ofSales,
  decision: lastRows('decision', recentRows),
  recovery: lastRows('recovery', recentRows),
  cash_movement: ofShifts,
  drawer_count: ofShifts,
  z_report: ofShifts,
  z_addendum: `z_id IN (SELECT z_id FROM z_report WHERE ${ofShifts})`,
  receipt_print: lastRows('receipt_print', recentRows),
  drawer_opening: lastRows('drawer_opening', recentRows),
} as const satisfies Partial<Record<CopiedTable, string>>;
type RowTable = keyof typeof beginnings;
const rowTables = Object.keys(beginnings) as RowTable[];

/** Tables whose last rows may change, or be taken back. A sale's steps tell its changes. */
const changingTables: readonly RowTable[] = ['shift', 'drawer_opening', 'receipt_print'];

/** What is on the medium. */
export interface Marks {
  /** The last row of each table. */
  readonly last: Readonly<Record<RowTable, number>>;
  /** The rows that may still change, and the tables that are written whole, as hashes. */
  readonly hashes: ReadonlyMap<string, string>;
}

export interface Reading {
  readonly batch: Batch;
  readonly marks: Marks;
}

/** Returns everything that is still open if `marks` is null, else what is new since. */
export function readRows(file: string, marks: Marks | null, nowMs: number): Reading {
  const options = { readonly: true, fileMustExist: true, timeout: lockTimeoutMs };
  return withDatabase(file, options, (db) => db.transaction(() => read(db, marks, nowMs))());
}

function read(db: Store, marks: Marks | null, nowMs: number): Reading {
  const hashes = new Map(marks?.hashes);
  const isChanged = (name: string, value: unknown): boolean => {
    const hash = hashOf(value);
    if (hashes.get(name) === hash) return false;
    hashes.set(name, hash);
    return true;
  };
  const last = Object.fromEntries(rowTables.map((table) => [table, lastOf(db, table)]));
  const changedSales = openSales(db).flatMap(([id, print]) =>
    isChanged(`sale ${id}`, print) ? [id] : [],
  );
  const rows: TableRow[] = marks ? newRows(db, marks.last, changedSales) : beginningRows(db);
  for (const table of changingTables) {
    const { key } = copiedTables[table];
    const sql = `SELECT * FROM ${table} ORDER BY ${key} DESC LIMIT ${changingRows}`;
    for (const row of select(db, sql)) {
      const isKnown = !isChanged(`${table} ${Number(row[key])}`, row);
      const isWritten = !marks || Number(row[key]) > marks.last[table];
      if (!isKnown && !isWritten) rows.push([table, row]);
    }
  }
  const whole = wholeTables.flatMap((table): readonly Batch['whole'][number][] => {
    const all = select(db, wholeSql[table] ?? `SELECT * FROM ${table}`);
    return isChanged(table, all) ? [[table, all]] : [];
  });
  return {
    batch: { atMs: nowMs, rows, whole },
    marks: { last: last as Marks['last'], hashes },
  };
}

const wholeTables = copiedTableNames.filter((table) => copiedTables[table].kind === 'whole');

const select = (db: Store, sql: string, parameters: SqlRow = {}): CopiedRow[] =>
  (db.prepare(sql).all(parameters) as SqlRow[]).map(toCopied);

type TableRow = Batch['rows'][number];

const rowsOf = (db: Store, table: CopiedTable, sql: string, parameters: SqlRow): TableRow[] =>
  select(db, sql, parameters).map((row) => [table, row]);

function beginningRows(db: Store): TableRow[] {
  const sales = JSON.stringify(db.prepare(salesSql).pluck().all());
  const shifts = JSON.stringify(db.prepare(shiftsSql).pluck().all({ sales }));
  return rowTables.flatMap((table) => {
    const sql = `SELECT * FROM ${table} WHERE ${beginnings[table]} ORDER BY ${copiedTables[table].key}`;
    return rowsOf(db, table, sql, { sales, shifts });
  });
}

function newRows(db: Store, last: Marks['last'], changedSales: readonly number[]): TableRow[] {
  const stepped = db
    .prepare('SELECT DISTINCT sale_id FROM sale_step WHERE step_id > ? AND sale_id <= ?')
    .pluck()
    .all(last.sale_step, last.sale);
  const sales = JSON.stringify([...changedSales, ...stepped]);
  return rowTables.flatMap((table) => {
    const { key } = copiedTables[table];
    const isChanged = table === 'sale' ? `OR ${ofSales}` : '';
    const sql = `SELECT * FROM ${table} WHERE ${key} > @last ${isChanged} ORDER BY ${key}`;
    return rowsOf(db, table, sql, { last: last[table], sales });
  });
}

const openSale = v.tuple([v.number(), v.string()]);

/**
 * Returns what may change of each open sale without a step of its history, as one text. There are
 * few, but as many as an outage lasts.
 */
const openSales = (db: Store): readonly v.InferOutput<typeof openSale>[] =>
  db
    .prepare(
      `SELECT sale_id, json_array(state, proof, attempts, failed_attempts, documents, document_id,
         known_id, high_water_mark, attempted_at_ms, doubted_at_ms, corrected_in_cash)
       FROM sale WHERE state IN (${openStatesSql})`,
    )
    .raw()
    .all()
    .map((row) => v.parse(openSale, row));

const lastOf = (db: Store, table: RowTable): number =>
  v.parse(
    v.number(),
    db.prepare(`SELECT coalesce(max(${copiedTables[table].key}), 0) FROM ${table}`).pluck().get(),
  );

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64');

/** Returns whether there is nothing to write. */
export const isEmpty = ({ rows, whole }: Batch): boolean => rows.length + whole.length === 0;

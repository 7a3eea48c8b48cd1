// Brings over the sales with their history.
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { noteInstallation, raiseDocumentId } from '../till.ts';
import { copier } from './attached.ts';
import type { FindShift } from './bring-days.ts';
import { believedRows, type DamagedRow } from './damaged-rows.ts';
import type { KnownRows } from './known-rows.ts';
import type { RowsAhead } from './rows-ahead.ts';
import {
  findHistory,
  findSales,
  installationOf,
  type HistoryTable,
  type Rows,
} from './stretches.ts';

export interface Bringing {
  /** Those that the new file and the source both have, if the source is attached. */
  readonly sameRows?: KnownRows | undefined;
  readonly ahead?: RowsAhead | undefined;
}

const saleColumns = [
  ...['reference', 'cart_id', 'committed_at_ms', 'state', 'requested_kind', 'body', 'body_sha256'],
  ...['total_cents', 'content', 'document_id', 'doc_key', 'service_total_cents', 'document'],
  ...['last_evidence', 'attempts', 'high_water_mark', 'proof', 'documents', 'exceptions'],
  ...['shift_id', 'cash_cents', 'corrected_in_cash'],
];

/** Returns each sale's new number by that in the source, which may differ. */
export function bringSales(
  db: Store,
  source: Store,
  { findShift, sameRows, ahead }: Bringing & { readonly findShift: FindShift },
): ReadonlyMap<number, number> {
  const known = prepared(db, 'SELECT sale_id FROM sale WHERE reference = ?').pluck();
  const values = saleColumns.map((column) => `@${column}`).join(', ');
  const into = `INSERT INTO sale (sale_id, ${saleColumns.join(', ')})`;
  // Nearly every sale is new, and its number is free.
  const insertNew = prepared(db, `${into} VALUES (@sale_id, ${values}) ON CONFLICT DO NOTHING`);
  const insert = prepared(
    db,
    `${into} SELECT CASE WHEN EXISTS (SELECT 1 FROM sale WHERE sale_id = @sale_id) THEN NULL ELSE @sale_id END,
       ${values}
     WHERE NOT EXISTS (SELECT 1 FROM sale WHERE reference = @reference OR cart_id = @cart_id)`,
  );
  // Another copy may have sent the sale too.
  const noteAttempts = prepared(
    db,
    `UPDATE sale SET attempts = max(attempts, @attempts),
       high_water_mark = min(high_water_mark, @high_water_mark) WHERE sale_id = @saleId`,
  );
  const saleIds = new Map<number, number>();
  for (const saleId of sameRows?.sale ?? []) saleIds.set(saleId, saleId);
  const installations = new Set<string>();
  let documentId = 0;
  const keep = (row: DamagedRow<'sale'>, saleId = row.sale_id): void => {
    documentId = Math.max(documentId, row.document_id ?? 0);
    saleIds.set(row.sale_id, saleId);
    installations.add(installationOf(row.reference));
  };
  const bring = (found: DamagedRow<'sale'>): void => {
    const shiftId =
      found.shift_id === null ? null : findShift(found.shift_id, found.committed_at_ms);
    const row = { ...found, shift_id: shiftId };
    const { reference, attempts, high_water_mark } = row;
    if (insertNew.run(row).changes > 0) {
      keep(row);
      return;
    }
    insert.run(row);
    const saleId = known.get(reference);
    if (typeof saleId !== 'number') return;
    noteAttempts.run({ saleId, attempts, high_water_mark });
    keep(row, saleId);
  };
  const isAttached = sameRows !== undefined;
  const copy = copier(db, { table: 'sale', id: 'sale_id', columns: saleColumns, isAttached });
  const find = (first: number) =>
    findSales(source, { first, known: sameRows?.sale, inStretches: isAttached });
  const restoreTrigger = dropCartTrigger(db);
  for (const found of ahead?.found('sale', find) ?? find(1)) {
    if (found.row) {
      bring(found.row);
      continue;
    }
    const { shiftId, atMs, from, count } = found;
    const isSameShift = shiftId === null || findShift(shiftId, atMs) === shiftId;
    if (!isSameShift || !copy(found)) {
      for (const { row } of believedRows(source, 'sale', undefined, numbers(found))) bring(row);
      continue;
    }
    for (let id = from; id < from + count; id += 1) saleIds.set(id, id);
    documentId = Math.max(documentId, found.documentId);
    installations.add(found.installation);
  }
  restoreTrigger();
  raiseDocumentId(db, documentId);
  for (const installation of installations) noteInstallation(db, installation);
  return saleIds;
}

/**
 * Drops the trigger that ends the cart of a sale: with it SQLite puts by each row that it copies.
 * Returns what restores it, once it has done its work for all sales.
 */
function dropCartTrigger(db: Store): () => void {
  const sql = prepared(db, `SELECT sql FROM main.sqlite_schema WHERE name = 'cart_sold'`);
  const trigger = String(sql.pluck().get());
  db.exec('DROP TRIGGER main.cart_sold');
  return () => {
    db.exec(trigger);
    for (const table of ['open_cart', 'held_cart'])
      db.exec(`DELETE FROM main.${table} WHERE cart_id IN (SELECT cart_id FROM main.sale)`);
  };
}

const numbers = ({ from, count }: Rows) => ({ first: from, last: from + count - 1 });

/** The columns of rows that belong to a sale, and the key that tells them apart. */
const history = {
  sale_step: {
    id: 'step_id',
    columns: ['at_ms', 'event', 'state', 'evidence'],
    key: ['at_ms', 'event', 'evidence'],
  },
  former_sale: {
    id: 'former_sale_id',
    columns: [
      'replaced_at_ms',
      'body',
      'body_sha256',
      'total_cents',
      'content',
      'corrected_in_cash',
    ],
    key: ['replaced_at_ms'],
  },
} as const;

/**
 * Brings the history over. Rows keep their numbers, and so their order, unless another sale's row
 * has taken the number.
 */
export function bringHistory(
  db: Store,
  source: Store,
  { saleIds, sameRows, ahead }: Bringing & { readonly saleIds: ReadonlyMap<number, number> },
): void {
  for (const table of ['sale_step', 'former_sale'] as const) {
    const { id, columns, key } = history[table];
    const insert = prepared(
      db,
      `INSERT INTO ${table} (${id}, sale_id, ${columns.join(', ')})
       SELECT CASE WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${id} = @${id}) THEN NULL ELSE @${id} END,
         @sale_id, ${columns.map((column) => `@${column}`).join(', ')}
       WHERE NOT EXISTS (SELECT 1 FROM ${table}
         WHERE sale_id = @sale_id AND ${key.map((column) => `${column} = @${column}`).join(' AND ')})`,
    );
    // A row that no other can be the same as needs no search for it.
    const isFirst = prepared(db, `SELECT 1 FROM ${table} LIMIT 1`).get() === undefined;
    const insertFirst = prepared(
      db,
      `INSERT INTO ${table} (${id}, sale_id, ${columns.join(', ')})
       VALUES (@${id}, @sale_id, ${columns.map((column) => `@${column}`).join(', ')})`,
    );
    const bring = (row: DamagedRow<HistoryTable>): void => {
      const saleId = saleIds.get(row.sale_id);
      if (saleId !== undefined) (isFirst ? insertFirst : insert).run({ ...row, sale_id: saleId });
    };
    const isAttached = isFirst && sameRows !== undefined;
    const copy = copier(db, { table, id, columns: ['sale_id', ...columns], isAttached });
    const same = table === 'sale_step' ? sameRows?.sale_step : undefined;
    const find = (first: number) =>
      findHistory(source, table, { first, known: same, inStretches: isAttached });
    for (const found of ahead?.found(table, find) ?? find(1)) {
      if (found.row) {
        bring(found.row);
        continue;
      }
      const areSame = found.saleIds.every((saleId) => saleIds.get(saleId) === saleId);
      if (areSame && copy(found)) continue;
      for (const { row } of believedRows(source, table, undefined, numbers(found))) bring(row);
    }
  }
}

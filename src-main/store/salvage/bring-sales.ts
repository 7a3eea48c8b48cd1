// Brings over the sales with their history.
import type { Store } from '../open.ts';
import { hasRow, prepared } from '../prepared.ts';
import { noteInstallation, raiseDocumentId } from '../till.ts';
import { copier } from './attached.ts';
import type { FindShift } from './bring-days.ts';
import { believedRows, type DamagedRow } from './damaged-rows.ts';
import { insertAsItIs, insertNumbered } from './inserts.ts';
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

/** Returns each sale's new number by that in the source, which may differ. */
export function bringSales(
  db: Store,
  source: Store,
  { findShift, sameRows, ahead }: Bringing & { readonly findShift: FindShift },
): ReadonlyMap<number, number> {
  const known = prepared(db, 'SELECT sale_id FROM sale WHERE reference = ?').pluck();
  // Nearly every sale is new, and its number is free.
  const insertNew = insertAsItIs(db, 'sale');
  const insert = insertNumbered(
    db,
    'sale',
    'NOT EXISTS (SELECT 1 FROM sale WHERE reference = @reference OR cart_id = @cart_id)',
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
  const copy = copier(db, 'sale', isAttached);
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

/** SQL for what tells the rows apart that belong to one sale. */
const sameHistory: Readonly<Record<HistoryTable, string>> = {
  sale_step: 'at_ms = @at_ms AND event = @event AND evidence = @evidence',
  former_sale: 'replaced_at_ms = @replaced_at_ms',
};

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
    // A row that no other can be the same as needs no search for it.
    const isFirst = !hasRow(db, `SELECT 1 FROM ${table} LIMIT 1`);
    const isSame = `SELECT 1 FROM ${table} WHERE sale_id = @sale_id AND ${sameHistory[table]}`;
    const insert = isFirst
      ? insertAsItIs(db, table)
      : insertNumbered(db, table, `NOT EXISTS (${isSame})`);
    const bring = (row: DamagedRow<HistoryTable>): void => {
      const sale_id = saleIds.get(row.sale_id);
      if (sale_id !== undefined) insert.run({ ...row, sale_id });
    };
    const isAttached = isFirst && sameRows !== undefined;
    const copy = copier(db, table, isAttached);
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

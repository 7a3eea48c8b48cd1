// Brings over the sales with their history.
import { requestedKindText } from '../../contract/new-document.ts';
import { requestedKindOf, type SaleContent } from '../../contract/sales.ts';
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { noteInstallation, raiseDocumentId } from '../till.ts';
import { Stretches } from './attached.ts';
import type { FindShift } from './bring-days.ts';
import { parsedJson } from './damaged-days.ts';
import { believedRows, type DamagedRow } from './damaged-rows.ts';
import type { KnownRows } from './known-rows.ts';

const saleColumns = [
  ...['reference', 'cart_id', 'committed_at_ms', 'state', 'requested_kind', 'body', 'body_sha256'],
  ...['total_cents', 'content', 'document_id', 'doc_key', 'service_total_cents', 'document'],
  ...['last_evidence', 'attempts', 'high_water_mark', 'proof', 'documents', 'exceptions'],
  ...['shift_id', 'cash_cents', 'corrected_in_cash'],
];

/**
 * Returns the new number of each sale by its number in the source. They differ if two copies went
 * separate ways.
 */
export function bringSales(
  db: Store,
  source: Store,
  {
    findShift,
    sameRows,
  }: { readonly findShift: FindShift; readonly sameRows?: KnownRows | undefined },
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
    installations.add(row.reference.slice(3, 7));
  };
  const stretches = new Stretches<DamagedRow<'sale'>>(db, {
    ...{ table: 'sale', id: 'sale_id', columns: saleColumns, isAttached: sameRows !== undefined },
    copied: (row) => {
      keep(row);
    },
    bring: (row) => {
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
    },
  });
  for (const { row, isAsStored } of believedRows(source, 'sale', sameRows?.sale)) {
    const unsettled = row.state === 'sending' || row.state === 'in_doubt';
    const kind = requestedKindText(requestedKindOf(contentOf(row)));
    const shiftId = row.shift_id === null ? null : findShift(row.shift_id, row.committed_at_ms);
    const isSame =
      isAsStored && !unsettled && kind === row.requested_kind && shiftId === row.shift_id;
    const state = unsettled ? 'queued' : row.state;
    const sale = isSame ? row : { ...row, requested_kind: kind, shift_id: shiftId, state };
    stretches.add(row.sale_id, sale, isSame);
  }
  stretches.flush();
  raiseDocumentId(db, documentId);
  for (const installation of installations) noteInstallation(db, installation);
  return saleIds;
}

/** The row was believed because its content can be read. */
const contentOf = ({ content }: DamagedRow<'sale'>): SaleContent =>
  parsedJson(content) as SaleContent;

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
  {
    saleIds,
    sameRows,
  }: { readonly saleIds: ReadonlyMap<number, number>; readonly sameRows?: KnownRows | undefined },
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
    const stretches = new Stretches<object>(db, {
      ...{ table, id, columns: ['sale_id', ...columns] },
      isAttached: isFirst && sameRows !== undefined,
      copied: () => undefined,
      bring: (row) => (isFirst ? insertFirst : insert).run(row),
    });
    const same = table === 'sale_step' ? sameRows?.sale_step : undefined;
    for (const { row, isAsStored } of believedRows(source, table, same)) {
      const saleId = saleIds.get(row.sale_id);
      if (saleId === undefined) continue;
      const isSame = isAsStored && saleId === row.sale_id;
      const number = 'step_id' in row ? row.step_id : row.former_sale_id;
      stretches.add(number, isSame ? row : { ...row, sale_id: saleId }, isSame);
    }
    stretches.flush();
  }
}

// Fills a new database from one that may be damaged or older. Called for several sources, the best
// first: each adds what the earlier ones did not have.
import * as v from 'valibot';
import { cartSchema } from '../../contract/cart.ts';
import { requestedKindText } from '../../contract/new-document.ts';
import { requestedKindOf, type SaleContent } from '../../contract/sales.ts';
import { saveOpenCart } from '../carts.ts';
import { bringDays, shiftFinder, type FindShift } from './bring-days.ts';
import {
  bringCashiers,
  bringRecoveries,
  bringRecoveryUsers,
  bringTillSettings,
} from './bring-people.ts';
import { bringPrinting } from './bring-printing.ts';
import { parsedJson } from './damaged-days.ts';
import { ifReadable } from '../if-readable.ts';
import { isTable, readableRow, readableRows, type DamagedRow } from './damaged-rows.ts';
import { knownRows } from './known-rows.ts';
import type { Store } from '../open.ts';
import { readPaymentMethods, replacePaymentMethods } from '../payment-methods.ts';
import { prepared } from '../prepared.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../quick-key-pages.ts';
import { noteInstallation, raiseDocumentId, type TillBinding } from '../till.ts';

/**
 * Brings everything over. Sales keep their states, except that unsettled ones become `queued`: they
 * must be doubted before they are sent.
 */
export function bringOver(
  db: Store,
  source: Store,
  { binding, madeUp }: { readonly binding: TillBinding; readonly madeUp: Set<number> },
): void {
  const till = readableRow(source, 'till')(1);
  if (!isOfTill(source, binding)) return;
  if (till) raiseDocumentId(db, till.highest_document_id);
  const findShift = shiftFinder(db, source, madeUp);
  const saleIds = bringSales(db, source, findShift);
  bringHistory(db, source, saleIds);
  bringPendingDecisions(db, source, saleIds);
  bringNotices(db, source, saleIds);
  bringDecisions(db, source);
  bringTheRest(db, source, bringDays(db, source, findShift));
}

/**
 * Returns whether a source belongs to this till. One with an unreadable row is taken for this
 * till's: the file was found in its folder.
 */
export function isOfTill(source: Store, binding: TillBinding): boolean {
  const till = readableRow(source, 'till')(1);
  return !till || isOf(till, binding);
}

const isOf = (till: DamagedRow<'till'>, binding: TillBinding): boolean =>
  till.service_address === binding.serviceAddress &&
  till.company_code === binding.companyCode &&
  till.till_code === binding.tillCode;

/**
 * Returns the new number of each sale by its number in the source. They differ if two copies went
 * separate ways.
 */
function bringSales(db: Store, source: Store, findShift: FindShift): ReadonlyMap<number, number> {
  const known = prepared(db, 'SELECT sale_id FROM sale WHERE reference = ?').pluck();
  const values = `@reference, @cart_id, @committed_at_ms, @state, @requestedKind, @body, @body_sha256,
       @total_cents, @content, @document_id, @doc_key, @service_total_cents, @document, @last_evidence, @attempts,
       @high_water_mark, @proof, @documents, @exceptions, @shiftId, @cash_cents,
       @corrected_in_cash`;
  const into = `INSERT INTO sale (sale_id, reference, cart_id, committed_at_ms, state, requested_kind, body, body_sha256,
       total_cents, content, document_id, doc_key, service_total_cents, document, last_evidence, attempts,
       high_water_mark, proof, documents, exceptions, shift_id, cash_cents, corrected_in_cash)`;
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
  const same = ['sale_id', 'reference', 'attempts', 'high_water_mark'] as const;
  const sameSales = knownRows(db, source, { table: 'sale', columns: same });
  const saleIds = new Map<number, number>();
  for (const saleId of sameSales) saleIds.set(saleId, saleId);
  const installations = new Set<string>();
  let documentId = 0;
  for (const row of readableRows(source, 'sale', sameSales)) {
    const { attempts, high_water_mark } = row;
    const unsettled = row.state === 'sending' || row.state === 'in_doubt';
    const requestedKind = requestedKindText(requestedKindOf(contentOf(row)));
    const shiftId = row.shift_id === null ? null : findShift(row.shift_id, row.committed_at_ms);
    const sale = { ...row, requestedKind, shiftId, state: unsettled ? 'queued' : row.state };
    let saleId: unknown = row.sale_id;
    if (insertNew.run(sale).changes === 0) {
      insert.run(sale);
      saleId = known.get(row.reference);
      if (typeof saleId !== 'number') continue;
      noteAttempts.run({ saleId, attempts, high_water_mark });
    }
    documentId = Math.max(documentId, row.document_id ?? 0);
    saleIds.set(row.sale_id, Number(saleId));
    installations.add(row.reference.slice(3, 7));
  }
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
function bringHistory(db: Store, source: Store, saleIds: ReadonlyMap<number, number>): void {
  for (const table of ['sale_step', 'former_sale'] as const) {
    const { id, columns, key } = history[table];
    const insert = prepared(
      db,
      `INSERT INTO ${table} (${id}, sale_id, ${columns.join(', ')})
       SELECT CASE WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${id} = @${id}) THEN NULL ELSE @${id} END,
         @saleId, ${columns.map((column) => `@${column}`).join(', ')}
       WHERE NOT EXISTS (SELECT 1 FROM ${table}
         WHERE sale_id = @saleId AND ${key.map((column) => `${column} = @${column}`).join(' AND ')})`,
    );
    // A row that no other can be the same as needs no search for it.
    const isFirst = prepared(db, `SELECT 1 FROM ${table} LIMIT 1`).get() === undefined;
    const insertFirst = prepared(
      db,
      `INSERT INTO ${table} (${id}, sale_id, ${columns.join(', ')})
       VALUES (@${id}, @saleId, ${columns.map((column) => `@${column}`).join(', ')})`,
    );
    const same = ['step_id', 'sale_id', 'at_ms', 'event'] as const;
    const sameRows =
      table === 'sale_step' ? knownRows(db, source, { table, columns: same }) : undefined;
    for (const row of readableRows(source, table, sameRows)) {
      const saleId = saleIds.get(row.sale_id);
      if (saleId !== undefined) (isFirst ? insertFirst : insert).run({ ...row, saleId });
    }
  }
}

/**
 * Brings over what was asked of unsettled sales: a cancellation must not be forgotten. What a later
 * correction has done or replaced, as the history of a better source says, is asked no more.
 */
function bringPendingDecisions(
  db: Store,
  source: Store,
  saleIds: ReadonlyMap<number, number>,
): void {
  const insert = prepared(
    db,
    `INSERT INTO pending_decision (sale_id, decision)
     SELECT sale_id, @decision FROM sale WHERE sale_id = @saleId AND state = 'queued'
       AND coalesce((SELECT event FROM sale_step WHERE sale_step.sale_id = sale.sale_id
         AND event IN ('requested', 'corrected') ORDER BY step_id DESC LIMIT 1), '') <> 'corrected'
     ON CONFLICT DO NOTHING`,
  );
  const read = readableRow(source, 'pending_decision');
  for (const [sourceId, saleId] of saleIds) {
    const pending = read(sourceId);
    if (pending) insert.run({ saleId, decision: pending.decision });
  }
}

function bringNotices(db: Store, source: Store, saleIds: ReadonlyMap<number, number>): void {
  if (!isTable(source, 'sale_notice')) return;
  const insert = prepared(
    db,
    `INSERT INTO sale_notice (sale_id, kind, at_ms, what, seen_at_ms, seen_by)
     VALUES (@saleId, @kind, @at_ms, @what, @seen_at_ms, @seen_by) ON CONFLICT DO NOTHING`,
  );
  for (const row of readableRows(source, 'sale_notice')) {
    const saleId = saleIds.get(row.sale_id);
    if (saleId !== undefined) insert.run({ ...row, saleId });
  }
}

/** Brings each decision over once, in their order; one whose number is taken gets a new one. */
function bringDecisions(db: Store, source: Store): void {
  const insert = prepared(
    db,
    `INSERT INTO decision (decision_id, at_ms, done_by, approved_by, what)
     SELECT CASE WHEN EXISTS (SELECT 1 FROM decision WHERE decision_id = @decision_id) THEN NULL
       ELSE @decision_id END, @at_ms, @done_by, @approved_by, @what
     WHERE NOT EXISTS (SELECT 1 FROM decision
       WHERE at_ms = @at_ms AND done_by IS @done_by AND what = @what)`,
  );
  for (const decision of readableRows(source, 'decision')) insert.run(decision);
}

function bringTheRest(db: Store, source: Store, reports: ReadonlyMap<number, number>): void {
  const cart = readableRow(source, 'open_cart')(1);
  if (cart && prepared(db, 'SELECT 1 FROM open_cart').get() === undefined) {
    const open = v.parse(v.pipe(v.string(), v.parseJson(), cartSchema), cart.cart);
    // An older source may hold a cart that has been sold since.
    const isSold = prepared(db, 'SELECT 1 FROM sale WHERE cart_id = ?').get(open.cartId);
    if (isSold === undefined) saveOpenCart(db, open);
  }
  const insertHeld = prepared(
    db,
    `INSERT INTO held_cart (cart_id, name, held_at_ms, line_count, total_cents, cart)
     SELECT @cart_id, @name, @held_at_ms, @line_count, @total_cents, @cart
     WHERE NOT EXISTS (SELECT 1 FROM sale WHERE cart_id = @cart_id)
       AND NOT EXISTS (SELECT 1 FROM open_cart WHERE cart_id = @cart_id)
     ON CONFLICT DO NOTHING`,
  );
  for (const heldCart of readableRows(source, 'held_cart')) insertHeld.run(heldCart);
  bringPrinting(db, source, reports);
  if (readPaymentMethods(db).length === 0 && isTable(source, 'payment_method')) {
    replacePaymentMethods(db, ifReadable(() => readPaymentMethods(source)) ?? []);
  }
  if (readQuickKeyPages(db).length === 0 && isTable(source, 'quick_key_page')) {
    replaceQuickKeyPages(db, ifReadable(() => readQuickKeyPages(source)) ?? []);
  }
  bringCashiers(db, source);
  bringRecoveryUsers(db, source);
  bringRecoveries(db, source);
  bringTillSettings(db, source);
}

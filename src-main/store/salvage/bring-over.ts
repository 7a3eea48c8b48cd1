// Fills a new database from one that may be damaged or older. Called for several sources, the best
// first: each adds what the earlier ones did not have.
import * as v from 'valibot';
import { cartSchema } from '../../contract/cart.ts';
import { saveOpenCart } from '../carts.ts';
import { bringDays, shiftFinder } from './bring-days.ts';
import {
  bringCashiers,
  bringRecoveries,
  bringRecoveryUsers,
  bringTillSettings,
} from './bring-people.ts';
import { bringPrinting } from './bring-printing.ts';
import { bringHistory, bringSales, type Bringing } from './bring-sales.ts';
import { ifReadable } from '../if-readable.ts';
import { isTable, readableRow, readableRows } from './damaged-rows.ts';
import { insertAsItIs, insertNumbered } from './inserts.ts';
import type { Store } from '../open.ts';
import { readPaymentMethods, replacePaymentMethods } from '../payment-methods.ts';
import { prepared } from '../prepared.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../quick-key-pages.ts';
import { isSameTill, raiseDocumentId, type TillBinding } from '../till.ts';

/**
 * Brings everything over. Sales keep their states, except that unsettled ones become `queued`: they
 * must be doubted before they are sent.
 */
export function bringOver(
  db: Store,
  source: Store,
  {
    binding,
    madeUp,
    ...bringing
  }: Bringing & { readonly binding: TillBinding; readonly madeUp: Set<number> },
): void {
  const till = readableRow(source, 'till')(1);
  if (!isOfTill(source, binding)) return;
  if (till) raiseDocumentId(db, till.highest_document_id);
  const findShift = shiftFinder(db, source, madeUp);
  const saleIds = bringSales(db, source, { findShift, ...bringing });
  bringHistory(db, source, { saleIds, ...bringing });
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
  if (!till) return true;
  const { service_address: serviceAddress, company_code: companyCode, till_code: tillCode } = till;
  return isSameTill({ serviceAddress, companyCode, tillCode }, binding);
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
  const queued = prepared(db, `SELECT sale_id FROM sale WHERE state = 'queued'`).pluck();
  const isQueued = new Set(queued.all());
  for (const [sourceId, saleId] of saleIds) {
    if (!isQueued.has(saleId)) continue;
    const pending = read(sourceId);
    if (pending) insert.run({ saleId, decision: pending.decision });
  }
}

function bringNotices(db: Store, source: Store, saleIds: ReadonlyMap<number, number>): void {
  const insert = insertAsItIs(db, 'sale_notice');
  for (const row of readableRows(source, 'sale_notice')) {
    const sale_id = saleIds.get(row.sale_id);
    if (sale_id !== undefined) insert.run({ ...row, sale_id });
  }
}

/** Brings each decision over once, in their order; one whose number is taken gets a new one. */
function bringDecisions(db: Store, source: Store): void {
  const insert = insertNumbered(
    db,
    'decision',
    `NOT EXISTS (SELECT 1 FROM decision
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

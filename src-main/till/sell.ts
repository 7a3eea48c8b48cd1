// Finishes sales and makes documents. Both are committed first, and sent and printed after that.
import { readOpenShift } from '../store/shifts.ts';
import { type Store } from '../store/open.ts';
import { type Cart, hasSameLines } from '../contract/cart.ts';
import type { Argument } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { counterParticulars } from '../contract/invoice-kind.ts';
import type { Noted } from '../contract/exceptions.ts';
import type { DoneBy } from '../contract/lock.ts';
import { loweredPrices, type LoweredPrice } from '../contract/lowered-prices.ts';
import { takenBy } from '../contract/new-document.ts';
import type { FinishedSale, SaleSummary } from '../contract/sales.ts';
import { isOnAccount } from '../contract/payment.ts';
import { needsKnownCustomer } from '../contract/sale-extras.ts';
import type { SellingSettings } from '../contract/selling.ts';
import { readInvoiceKind } from '../documents/invoice-kinds.ts';
import { exceptionsOfSale } from '../exceptions/of-sale.ts';
import { readKeptCart } from '../store/carts.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { noteDecision } from '../store/decisions.ts';
import { newReference } from '../store/references.ts';
import { salesmanOf } from '../store/salesmen.ts';
import { commitSale, type NewSale, readLatestSale, readSaleOfCart } from '../store/sales.ts';
import { endExchanges } from '../store/exchanges.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { installationOf } from '../store/till.ts';
import { openForSale } from './drawer.ts';
import { freezeContent } from './freeze-content.ts';
import type { Till } from './till.ts';

/** By whom it is finished, when, and following which settings. */
export interface Selling {
  readonly doneBy: DoneBy | null;
  readonly now: Date;
  readonly settings: Pick<SellingSettings, 'limits' | 'asksSameSale'>;
}

/**
 * Finishes a sale at the counter. Errors: `day_not_open`, `invoice_kind_unknown`,
 * `same_sale_again`, `known_customer_needed`, and those of freezing.
 */
export function finishSale(
  till: Till,
  { cart, payment, isAnotherSale, asInvoice = false, exchanges = [] }: Argument<'sell.finish'>,
  lowered: readonly LoweredPrice[],
  { doneBy, now, settings }: Selling,
): Result<Pick<FinishedSale, 'sale' | 'paid'>> {
  const { db } = till;
  const { limits } = settings;
  const mayBeSold = checkMaySell(db);
  if (!mayBeSold.ok) return mayBeSold;
  const reference = newReference(installationOf(db));
  const invoiceKind = asInvoice ? readInvoiceKind(db) : null;
  if (asInvoice && !invoiceKind) return err({ code: 'invoice_kind_unknown' });
  if (isOnAccount(payment) !== (cart.extras?.onAccount !== undefined))
    return err({ code: 'invalid_value', field: 'payment' });
  // What was asked for besides is in the particulars, and nowhere else.
  const { extras, ...plainCart } = cart;
  if (extras && needsKnownCustomer(extras) && !cart.customer)
    return err({ code: 'known_customer_needed' });
  const salesmanId = doneBy ? salesmanOf(db, doneBy.name)?.id : undefined;
  const particulars = counterParticulars({ invoiceKind, extras, salesmanId }, payment);
  const content = { cart: plainCart, payment, ...(particulars && { particulars }) };
  const isCash = readDaySettings(db).cashMethods.includes(payment.method.id);
  const frozen = freezeContent(db, content, { reference, now, limits, isCash });
  if (!frozen.ok) return frozen;
  const asks = settings.asksSameSale && !isAnotherSale;
  const another = asks ? checkIsAnother(db, { cart, isCash }, now.getTime()) : ok(null);
  if (!another.ok) return another;
  const exceptions = exceptionsOfSale(cart, lowered, till.catalogue);
  const unsold = till.cartWatch.goneSinceTold(cart);
  const wanted = withCashier({ ...frozen.value, exceptions, isCash }, doneBy);
  const committed =
    exchanges.length === 0 ? ok(commitSale(db, wanted)) : commitSpending(db, wanted, exchanges);
  if (!committed.ok) return committed;
  const sale = committed.value;
  tell(till, sale);
  // Finishing the same sale again answers the one that exists, not one with this payment.
  if (sale.reference !== reference) return ok({ sale, paid: null });
  if (unsold) noteUnsold(till, unsold, { doneBy, now });
  openForSale(till, sale, payment);
  till.automatic.finished(sale);
  const saved = frozen.value.content;
  return ok({ sale, paid: 'payment' in saved ? saved.payment : null });
}

/** The page sells what it has had saved. If it sells less, that is noted once the sale is safe. */
function noteUnsold(
  { db, environment }: Till,
  what: Noted,
  { doneBy, now }: Pick<Selling, 'doneBy' | 'now'>,
): void {
  const by = doneBy?.name ?? null;
  const atMs = now.getTime();
  environment.inBackground('what a sale lacks was not noted', async () => {
    await Promise.resolve();
    noteDecision(db, { by, atMs, approvedBy: null, what });
  });
}

/**
 * Makes a document as every sale is made: it is durable first, then sent. Errors: `day_not_open`
 * for one that is paid into the drawer, `invalid_value` for the number of a sale under way, and
 * those of freezing.
 */
export function makeDocument(
  till: Till,
  document: Argument<'documents.create'>,
  lowered: readonly LoweredPrice[],
  { doneBy, now, settings }: Selling,
): Result<SaleSummary> {
  const { db } = till;
  // A sale under way ends with the number that it has, and nobody would know of it.
  if (readKeptCart(db, document.cart.cartId))
    return err({ code: 'invalid_value', field: 'cartId' });
  const method = takenBy(document.particulars);
  const isCash = method !== null && readDaySettings(db).cashMethods.includes(method.id);
  const mayBeMade = isCash ? checkMaySell(db) : ok(null);
  if (!mayBeMade.ok) return mayBeMade;
  const reference = newReference(installationOf(db));
  const frozen = freezeContent(db, document, { reference, now, limits: settings.limits });
  if (!frozen.ok) return frozen;
  // A simplified invoice is a sale at the counter, whose prices the catalogue has.
  const exceptions =
    method === null
      ? exceptionsOfSale(document.cart, loweredPrices(document.cart), undefined)
      : exceptionsOfSale(document.cart, lowered, till.catalogue);
  const sale = commitSale(db, withCashier({ ...frozen.value, exceptions, isCash }, doneBy));
  tell(till, sale);
  return ok(sale);
}

/**
 * Commits a sale with which the customer spends the money of returns, each once. Error:
 * `invalid_value` for one that is not open, or for a sale that is not paid in cash.
 */
const commitSpending = (
  db: Store,
  sale: NewSale,
  exchanges: readonly string[],
): Result<SaleSummary> =>
  inTransaction(db, () => {
    // The same sale may be finished once more.
    const isNew = readSaleOfCart(db, sale.content.cart.cartId) === undefined;
    const mayBeSpent = !isNew || (sale.isCash === true && endExchanges(db, exchanges));
    return mayBeSpent
      ? ok(commitSale(db, sale))
      : err({ code: 'invalid_value', field: 'exchanges' });
  });

/** Has a sale shown and sent once it is durable. */
function tell(till: Till, sale: SaleSummary): void {
  till.saleChanged(sale);
  till.outbox.wake();
}

/** Makes the sale that of the person at the till now, even if somebody else began it. */
const withCashier = (sale: NewSale, by: DoneBy | null): NewSale =>
  by ? { ...sale, content: { ...sale.content, by } } : sale;

/** Errors: `day_not_open` if the shop sells only on an open day. */
export function checkMaySell(db: Store): Result<null> {
  const isMissing = readDaySettings(db).mode === 'required' && !readOpenShift(db);
  return isMissing ? err({ code: 'day_not_open' }) : ok(null);
}

const suspectForMs = 60_000;

/**
 * Refuses, for a minute, a sale with the lines of the one before. The same cart again is no other
 * sale, and a cancelled one was none, so both pass; and so does a single line in cash, as many
 * customers have the same coffee. Error: `same_sale_again`.
 */
export function checkIsAnother(
  db: Store,
  { cart, isCash }: { readonly cart: Cart; readonly isCash: boolean },
  nowMs: number,
): Result<null> {
  if (isCash && cart.lines.length === 1) return ok(null);
  const latest = readLatestSale(db);
  if (!latest || latest.state === 'cancelled' || latest.cart.cartId === cart.cartId)
    return ok(null);
  const isRecent = Math.abs(nowMs - latest.committedAtMs) < suspectForMs;
  return isRecent && hasSameLines(latest.cart, cart)
    ? err({ code: 'same_sale_again', reference: latest.reference })
    : ok(null);
}

// Finishes sales and makes documents. Both are committed first, and sent and printed after that.
import type { Argument } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { invoiceParticulars } from '../contract/invoice-kind.ts';
import type { Noted } from '../contract/exceptions.ts';
import type { DoneBy } from '../contract/lock.ts';
import { loweredPrices } from '../contract/lowered-prices.ts';
import { takenBy } from '../contract/new-document.ts';
import type { FinishedSale, SaleSummary } from '../contract/sales.ts';
import type { SellingSettings } from '../contract/selling.ts';
import { readInvoiceKind } from '../documents/invoice-kinds.ts';
import { goneSinceTold } from '../exceptions/cart-watch.ts';
import { exceptionsOfSale } from '../exceptions/of-sale.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { noteDecision } from '../store/decisions.ts';
import { newReference } from '../store/references.ts';
import { commitSale, type NewSale } from '../store/sales.ts';
import { installationOf } from '../store/till.ts';
import { openForSale } from './drawer.ts';
import { freezeContent } from './freeze-content.ts';
import { lowerThanKnown } from './known-prices.ts';
import { checkMaySell } from './may-sell.ts';
import { checkIsAnother } from './same-sale.ts';
import type { Till } from './till.ts';

/** By whom it is finished, when, and following which settings. */
export interface Selling {
  readonly doneBy: DoneBy | null;
  readonly now: Date;
  readonly settings: Pick<SellingSettings, 'limits' | 'inStoreRules' | 'asksSameSale'>;
}

/**
 * Finishes a sale at the counter. Errors: `day_not_open`, `invoice_kind_unknown`,
 * `same_sale_again`, and those of freezing.
 */
export function finishSale(
  till: Till,
  { cart, payment, isAnotherSale, asInvoice = false }: Argument<'sell.finish'>,
  { doneBy, now, settings }: Selling,
): Result<Pick<FinishedSale, 'sale' | 'paid'>> {
  const { db } = till;
  const { limits, inStoreRules } = settings;
  const mayBeSold = checkMaySell(db);
  if (!mayBeSold.ok) return mayBeSold;
  const reference = newReference(installationOf(db));
  const kind = asInvoice ? readInvoiceKind(db) : null;
  if (asInvoice && !kind) return err({ code: 'invoice_kind_unknown' });
  const particulars = kind && invoiceParticulars(kind, payment.method);
  const content = { cart, payment, ...(particulars && { particulars }) };
  const isCash = readDaySettings(db).cashMethods.includes(payment.method.id);
  const frozen = freezeContent(db, content, { reference, now, limits, isCash });
  if (!frozen.ok) return frozen;
  const asks = settings.asksSameSale && !isAnotherSale;
  const another = asks ? checkIsAnother(db, { cart, isCash }, now.getTime()) : ok(null);
  if (!another.ok) return another;
  const lowered = lowerThanKnown(cart, till.catalogue, inStoreRules);
  const exceptions = exceptionsOfSale(cart, lowered, till.catalogue);
  const unsold = goneSinceTold(db, cart);
  const sale = commit(till, { ...frozen.value, exceptions, isCash }, doneBy);
  // If the same sale is finished once more, the answer is the sale that exists, not one with this
  // payment.
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
 * for one that is paid into the drawer, and those of freezing.
 */
export function makeDocument(
  till: Till,
  document: Argument<'documents.create'>,
  { doneBy, now, settings }: Selling,
): Result<SaleSummary> {
  const { db } = till;
  const method = takenBy(document.particulars);
  const isCash = method !== null && readDaySettings(db).cashMethods.includes(method.id);
  const mayBeMade = isCash ? checkMaySell(db) : ok(null);
  if (!mayBeMade.ok) return mayBeMade;
  const reference = newReference(installationOf(db));
  const frozen = freezeContent(db, document, { reference, now, limits: settings.limits });
  if (!frozen.ok) return frozen;
  const exceptions = exceptionsOfSale(document.cart, loweredPrices(document.cart), undefined);
  return ok(commit(till, { ...frozen.value, exceptions, isCash }, doneBy));
}

/** Makes the sale durable, and only then has it shown and sent. */
function commit(till: Till, sale: NewSale, doneBy: DoneBy | null): SaleSummary {
  const committed = commitSale(till.db, withCashier(sale, doneBy));
  till.saleChanged(committed);
  till.replay.wake();
  return committed;
}

/** Makes the sale that of the person at the till now, even if somebody else began it. */
const withCashier = (sale: NewSale, by: DoneBy | null): NewSale =>
  by ? { ...sale, content: { ...sale.content, by } } : sale;

// The sell screen: the sale under way and those put aside, finishing, customers and quick keys.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Argument } from '../contract/api.ts';
import { scan } from '../catalogue/scan.ts';
import { emptyCart, type Cart } from '../contract/cart.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { invoiceParticulars } from '../contract/invoice-kind.ts';
import type { FinishedSale } from '../contract/sales.ts';
import type { QuickKeyPage } from '../contract/selling.ts';
import { readInvoiceKind } from '../documents/invoice-kinds.ts';
import { exceptionsOfSale } from '../exceptions/of-sale.ts';
import { goneSinceTold, rememberCart, saveWatched } from '../exceptions/cart-watch.ts';
import { checkMaySell } from '../day/open-day.ts';
import { readDaySettings } from '../store/day-settings.ts';
import { noteDecision } from '../store/decisions.ts';
import { newReference } from '../store/references.ts';
import { saveCommandSheet } from '../till/command-sheet.ts';
import { checkIsAnother } from '../till/same-sale.ts';
import { quickKeyPages } from '../till/quick-keys.ts';
import { holdCart, readOpenCart, resumeCart } from '../store/carts.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { findCustomers } from '../store/seen-in-answers.ts';
import type { Store } from '../store/open.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../store/quick-key-pages.ts';
import { commitSale, readLatestSale } from '../store/sales.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { installationOf } from '../store/till.ts';
import type { Till } from '../till/till.ts';
import { inCatalogue, inCatalogueLater } from './catalogue.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';
import { openForSale } from '../till/drawer.ts';
import { freeze, signed } from './freezing.ts';
import { loweredBy } from './lowering.ts';

export function sellHandlers(context: Context): HandlersOf<'sell'> {
  const who = () => ({ by: context.lock.doneBy?.name ?? null, atMs: context.now().getTime() });

  return {
    'sell.openCart': (_, till) => {
      const cart = openCart(till.db);
      rememberCart(till.db, cart);
      return ok(cart);
    },
    'sell.saveCart': ({ cart }, till) => {
      saveWatched(till.db, cart, who());
      return ok(null);
    },
    // The lock knows who may lower a price, so nothing is left to do here.
    'sell.lower': () => ok(null),
    'sell.findProducts': ({ text }, till) =>
      inCatalogue(till, (catalogue) => ok(catalogue.find(text))),
    'sell.scan': ({ text }, till) =>
      inCatalogue(till, (catalogue) =>
        ok(scan(catalogue, text, context.settings.value.selling.inStoreRules)),
      ),
    'sell.paying': ({ methodId }, { db }) => {
      const method = readPaymentMethods(db).find(({ id }) => id === methodId);
      context.display.payingBy(method?.label ?? null);
      return ok(null);
    },
    'sell.finish': (argument, till) => {
      const sold = finish(context, till, argument);
      return sold.ok ? ok({ ...sold.value, nextCart: nextCart(till.db) }) : sold;
    },
    'sell.hold': ({ cart, name }, till) => {
      const { db } = till;
      const held = inTransaction(db, () => {
        const what = goneSinceTold(db, cart);
        const put = holdCart(db, { cart, name, atMs: context.now().getTime() });
        if (put.ok && what) noteDecision(db, { ...who(), approvedBy: null, what });
        return put;
      });
      if (!held.ok) return held;
      rememberCart(db, cart);
      context.stateChanged();
      return ok(openCart(db));
    },
    'sell.resume': ({ cartId }, till) => {
      const resumed = resumeCart(till.db, cartId);
      if (!resumed.ok) return resumed;
      rememberCart(till.db, resumed.value);
      context.stateChanged();
      return resumed;
    },
    'sell.latestCart': (_, till) => ok(readLatestSale(till.db)?.cart ?? null),
    'sell.findCustomers': ({ text }, till) => ok(findCustomers(till.db, text)),
    'sell.quickKeys': (_, till) => quickKeys(till),
    'sell.arrangeQuickKeys': ({ pages }, till) => {
      replaceQuickKeyPages(till.db, pages);
      return quickKeys(till);
    },
    'sell.saveCommandSheet': (_, till) => {
      const { commandSheet } = messagesFor(context.language()).scanning;
      const file = join(context.receiptFolder(), `${commandSheet.replaceAll(' ', '-')}.pdf`);
      return inCatalogueLater(till, () => saveCommandSheet(till, file));
    },
  };
}

/**
 * Returns null if the next cart cannot be read: the sale before it is saved anyway, and whoever
 * asks for the cart is told why.
 */
function nextCart(db: Store): Cart | null {
  try {
    return openCart(db);
  } catch {
    return null;
  }
}

const openCart = (db: Store): Cart => readOpenCart(db) ?? emptyCart(randomUUID());

function quickKeys(till: Till): Result<readonly QuickKeyPage[]> {
  // Read outside `inCatalogue`, since a failure of the till's own database is not the catalogue's.
  const arranged = readQuickKeyPages(till.db);
  return inCatalogue(till, (catalogue) => ok(quickKeyPages(arranged, catalogue)));
}

function finish(
  context: Context,
  till: Till,
  { cart, payment, isAnotherSale, asInvoice = false }: Argument<'sell.finish'>,
): Result<Pick<FinishedSale, 'sale' | 'paid'>> {
  const { db, replay } = till;
  const mayBeSold = checkMaySell(db);
  if (!mayBeSold.ok) return mayBeSold;
  const now = context.now();
  const reference = newReference(installationOf(db));
  const kind = asInvoice ? readInvoiceKind(db) : null;
  if (asInvoice && !kind) return err({ code: 'invoice_kind_unknown' });
  const particulars = kind && invoiceParticulars(kind, payment.method);
  const sold = { cart, payment, ...(particulars && { particulars }) };
  const frozen = freeze(context, db, sold, { reference, now });
  if (!frozen.ok) return frozen;
  const another = isAnotherSale ? ok(null) : checkIsAnother(db, cart, now.getTime());
  if (!another.ok) return another;
  const exceptions = exceptionsOfSale(
    cart,
    loweredBy(cart, context),
    context.session.till?.catalogue,
  );
  const isCash = readDaySettings(db).cashMethods.includes(payment.method.id);
  const sale = commitSale(db, signed(context, { ...frozen.value, exceptions, isCash }));
  till.saleChanged(sale);
  replay.wake();
  // If the same sale is finished once more, the answer is the sale that exists, not one with this
  // payment.
  if (sale.reference !== reference) return ok({ sale, paid: null });
  noteUnsold(context, till, cart);
  openForSale(till, sale, payment);
  till.automatic.finished(sale);
  const saved = frozen.value.sold;
  return ok({ sale, paid: 'payment' in saved ? saved.payment : null });
}

/** The page sells what it has had saved. If it sells less, that is noted once the sale is safe. */
function noteUnsold(context: Context, { db, environment }: Till, cart: Cart): void {
  const what = goneSinceTold(db, cart);
  if (!what) return;
  const by = context.lock.doneBy?.name ?? null;
  const atMs = context.now().getTime();
  environment.inBackground('what a sale lacks was not noted', async () => {
    await Promise.resolve();
    noteDecision(db, { by, atMs, approvedBy: null, what });
  });
}

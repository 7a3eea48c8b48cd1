// The sell screen: the sale under way and those put aside, finishing, customers and quick keys.
import { randomUUID } from 'node:crypto';
import type { Argument } from '../contract/api.ts';
import { emptyCart, type Cart } from '../contract/cart.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { invoiceParticulars } from '../contract/invoice-kind.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { QuickKeyPage } from '../contract/selling.ts';
import { readInvoiceKind } from '../documents/invoice-kinds.ts';
import type { Handlers } from '../ipc.ts';
import { newReference } from '../store/references.ts';
import { checkIsAnother } from '../till/same-sale.ts';
import { quickKeyPages } from '../till/quick-keys.ts';
import { holdCart, readOpenCart, resumeCart, saveOpenCart } from '../store/carts.ts';
import { findCustomers } from '../store/met.ts';
import type { Store } from '../store/open.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../store/quick-key-pages.ts';
import { commitSale, readLatestSale } from '../store/sales.ts';
import { installationOf } from '../store/till.ts';
import { inCatalogue } from './catalogue.ts';
import { openTill, type Context } from './context.ts';
import { openForSale } from './drawer.ts';
import { freeze, signed } from './freezing.ts';

export function sellHandlers(
  context: Context,
): Pick<
  Handlers,
  | 'sell.openCart'
  | 'sell.saveCart'
  | 'sell.lower'
  | 'sell.finish'
  | 'sell.hold'
  | 'sell.resume'
  | 'sell.latestCart'
  | 'sell.findCustomers'
  | 'sell.quickKeys'
  | 'sell.arrangeQuickKeys'
> {
  return {
    'sell.openCart': () => {
      const till = openTill(context);
      return till.ok ? ok(openCart(till.value.db)) : till;
    },
    'sell.saveCart': ({ cart }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      saveOpenCart(till.value.db, cart);
      return ok(null);
    },
    // Who may lower a price is the lock's to know.
    'sell.lower': () => ok(null),
    'sell.finish': (argument) => finish(context, argument),
    'sell.hold': ({ cart, name }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const { db } = till.value;
      const held = holdCart(db, { cart, name, atMs: context.now().getTime() });
      if (!held.ok) return held;
      context.stateChanged();
      return ok(openCart(db));
    },
    'sell.resume': ({ cartId }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const resumed = resumeCart(till.value.db, cartId);
      if (resumed.ok) context.stateChanged();
      return resumed;
    },
    'sell.latestCart': () => {
      const till = openTill(context);
      return till.ok ? ok(readLatestSale(till.value.db)?.cart ?? null) : till;
    },
    'sell.findCustomers': ({ text }) => {
      const till = openTill(context);
      return till.ok ? ok(findCustomers(till.value.db, text)) : till;
    },
    'sell.quickKeys': () => quickKeys(context),
    'sell.arrangeQuickKeys': ({ pages }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      replaceQuickKeyPages(till.value.db, pages);
      return quickKeys(context);
    },
  };
}

const openCart = (db: Store): Cart => readOpenCart(db) ?? emptyCart(randomUUID());

function quickKeys(context: Context): Result<readonly QuickKeyPage[]> {
  const till = openTill(context);
  if (!till.ok) return till;
  const { db } = till.value;
  // Outside, since a failure of the till's own database is none of the catalogue's.
  const arranged = readQuickKeyPages(db);
  return inCatalogue(context, (catalogue) => ok(quickKeyPages(arranged, catalogue)));
}

function finish(
  context: Context,
  { cart, payment, isAnotherSale, asInvoice = false }: Argument<'sell.finish'>,
): Result<SaleSummary> {
  const till = openTill(context);
  if (!till.ok) return till;
  const { db, replay } = till.value;
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
  const sale = commitSale(db, signed(context, frozen.value));
  context.saleChanged(sale);
  replay.wake();
  // Asked for once more it is the sale that there is, and not one of what was paid with this time.
  if (sale.reference !== reference) return ok(sale);
  openForSale(context, till.value, sale, payment);
  context.automatic.finished(sale);
  return ok(sale);
}

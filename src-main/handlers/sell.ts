// The sell screen: the sale under way and those put aside, finishing, customers and quick keys.
import { randomUUID } from 'node:crypto';
import type { Argument } from '../contract/api.ts';
import { scan } from '../catalogue/scan.ts';
import { emptyCart, type Cart } from '../contract/cart.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { invoiceParticulars } from '../contract/invoice-kind.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { QuickKeyPage } from '../contract/selling.ts';
import { readInvoiceKind } from '../documents/invoice-kinds.ts';
import { newReference } from '../store/references.ts';
import { checkIsAnother } from '../till/same-sale.ts';
import { quickKeyPages } from '../till/quick-keys.ts';
import { holdCart, readOpenCart, resumeCart, saveOpenCart } from '../store/carts.ts';
import { findCustomers } from '../store/seen-in-answers.ts';
import type { Store } from '../store/open.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../store/quick-key-pages.ts';
import { commitSale, readLatestSale } from '../store/sales.ts';
import { installationOf } from '../store/till.ts';
import type { Till } from '../till/till.ts';
import { inCatalogue } from './catalogue.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';
import { openForSale } from '../till/drawer.ts';
import { freeze, signed } from './freezing.ts';

export function sellHandlers(context: Context): HandlersOf<'sell'> {
  return {
    'sell.openCart': (_, till) => ok(openCart(till.db)),
    'sell.saveCart': ({ cart }, till) => {
      saveOpenCart(till.db, cart);
      return ok(null);
    },
    // Who may lower a price is the lock's to know.
    'sell.lower': () => ok(null),
    'sell.findProducts': ({ text }, till) =>
      inCatalogue(till, (catalogue) => ok(catalogue.find(text))),
    'sell.scan': ({ text }, till) =>
      inCatalogue(till, (catalogue) =>
        ok(scan(catalogue, text, context.settings.value.selling.inStoreRules)),
      ),
    'sell.finish': (argument, till) => {
      const sold = finish(context, till, argument);
      return sold.ok ? ok({ sale: sold.value, nextCart: nextCart(till.db) }) : sold;
    },
    'sell.hold': ({ cart, name }, till) => {
      const { db } = till;
      const held = holdCart(db, { cart, name, atMs: context.now().getTime() });
      if (!held.ok) return held;
      context.stateChanged();
      return ok(openCart(db));
    },
    'sell.resume': ({ cartId }, till) => {
      const resumed = resumeCart(till.db, cartId);
      if (resumed.ok) context.stateChanged();
      return resumed;
    },
    'sell.latestCart': (_, till) => ok(readLatestSale(till.db)?.cart ?? null),
    'sell.findCustomers': ({ text }, till) => ok(findCustomers(till.db, text)),
    'sell.quickKeys': (_, till) => quickKeys(till),
    'sell.arrangeQuickKeys': ({ pages }, till) => {
      replaceQuickKeyPages(till.db, pages);
      return quickKeys(till);
    },
  };
}

/** The sale before is saved whatever becomes of this one: whoever asks for it is told why. */
function nextCart(db: Store): Cart | null {
  try {
    return openCart(db);
  } catch {
    return null;
  }
}

const openCart = (db: Store): Cart => readOpenCart(db) ?? emptyCart(randomUUID());

function quickKeys(till: Till): Result<readonly QuickKeyPage[]> {
  // Outside, since a failure of the till's own database is none of the catalogue's.
  const arranged = readQuickKeyPages(till.db);
  return inCatalogue(till, (catalogue) => ok(quickKeyPages(arranged, catalogue)));
}

function finish(
  context: Context,
  till: Till,
  { cart, payment, isAnotherSale, asInvoice = false }: Argument<'sell.finish'>,
): Result<SaleSummary> {
  const { db, replay } = till;
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
  till.saleChanged(sale);
  replay.wake();
  // Asked for once more it is the sale that there is, and not one of what was paid with this time.
  if (sale.reference !== reference) return ok(sale);
  openForSale(till, sale, payment);
  till.automatic.finished(sale);
  return ok(sale);
}

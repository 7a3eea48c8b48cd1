// The sell screen: the sale under way and those put aside, finishing, customers and quick keys.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { scan } from '../catalogue/scan.ts';
import { emptyCart, type Cart } from '../contract/cart.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { QuickKeyPage } from '../contract/selling.ts';
import { fileNameOf } from '../receipt/new-file.ts';
import { holdWatched, rememberCart, saveWatched } from '../exceptions/cart-watch.ts';
import { saveCommandSheet } from '../till/command-sheet.ts';
import { inCatalogue, inCatalogueLater } from '../till/in-catalogue.ts';
import { quickKeyPages } from '../till/quick-keys.ts';
import { readOpenCart, resumeCart } from '../store/carts.ts';
import { findCustomers } from '../store/seen-in-answers.ts';
import type { Store } from '../store/open.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../store/quick-key-pages.ts';
import { readLatestSale } from '../store/sales.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { finishSale } from '../till/sell.ts';
import type { Till } from '../till/till.ts';

import { sellingNow, type Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

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
      const finished = finishSale(till, argument, sellingNow(context));
      return finished.ok ? ok({ ...finished.value, nextCart: nextCart(till.db) }) : finished;
    },
    'sell.hold': ({ cart, name }, { db }) => {
      const held = holdWatched(db, { cart, name }, who());
      if (!held.ok) return held;
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
      const file = join(context.receiptFolder(), fileNameOf([commandSheet], 'pdf'));
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

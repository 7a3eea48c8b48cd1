// The sell screen: the sale under way and those put aside, finishing, customers and quick keys.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { scan } from '../catalogue/scan.ts';
import { emptyCart, type Cart } from '../contract/cart.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { QuickKeyPage } from '../contract/selling.ts';
import { fileNameOf } from '../store/new-file.ts';
import { inCatalogue, inCatalogueLater } from '../till/in-catalogue.ts';
import { quickKeyPages, saveCommandSheet } from '../till/quick-keys.ts';
import { readOpenCart, resumeCart } from '../store/carts.ts';
import { findCustomers } from '../store/seen-in-answers.ts';
import type { Store } from '../store/open.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../store/quick-key-pages.ts';
import { readLatestSale } from '../store/sales.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { finishSale } from '../till/sell.ts';
import type { Till } from '../till/till.ts';
import { sellingNow, type Context } from './context.ts';
import { forEverybody, type Requests, whileSelling } from './request.ts';

export function sellRequests(context: Context): Requests<'sell'> {
  const who = () => ({ by: context.lock.doneBy?.name ?? null, atMs: context.now().getTime() });

  return {
    'sell.openCart': {
      actions: null,
      tells: (display, _, cart) => {
        // A new page asks for this. It says anew that the cart is being paid.
        display.payingBy(null);
        display.cartIs(cart);
      },
      run: (_, till) => {
        const cart = openCart(till.db);
        till.cartWatch.remember(cart);
        return ok(cart);
      },
    },
    'sell.saveCart': {
      actions: null,
      cart: 'kept',
      isSelling: true,
      run: ({ cart }, till) => {
        // The customer pays for what the till keeps, and is shown nothing else.
        if (till.cartWatch.save(cart, who())) context.display.cartIs(cart);
        return ok(null);
      },
    },
    // The lock knows who may lower a price, so nothing is left to do here.
    'sell.lower': {
      till: false,
      actions: null,
      cart: 'lowered',
      isSelling: true,
      run: () => ok(null),
    },
    'sell.findProducts': whileSelling(({ text }, till) =>
      inCatalogue(till, (catalogue) => ok(catalogue.find(text))),
    ),
    'sell.scan': whileSelling(({ text }, till) =>
      inCatalogue(till, (catalogue) =>
        ok(scan(catalogue, text, context.settings.value.selling.inStoreRules)),
      ),
    ),
    'sell.paying': whileSelling(({ methodId }, { db }) => {
      const method = readPaymentMethods(db).find(({ id }) => id === methodId);
      context.display.payingBy(method?.label ?? null);
      return ok(null);
    }),
    'sell.finish': {
      actions: null,
      cart: 'finished',
      isSelling: true,
      tells: (display, { cart }, { sale, nextCart, paid }) => {
        // The sale shown is the one saved now: a page may finish an earlier one again.
        if (paid) display.paid(cart, sale.totalCents, paid);
        if (nextCart) display.cartIs(nextCart);
      },
      run: (argument, till, lowered) => {
        const finished = finishSale(till, argument, lowered, sellingNow(context));
        if (finished.ok && argument.exchanges) context.stateChanged();
        return finished.ok ? ok({ ...finished.value, nextCart: nextCart(till.db) }) : finished;
      },
    },
    'sell.hold': {
      actions: null,
      cart: 'kept',
      isSelling: true,
      tells: (display, _, cart) => display.cartIs(cart),
      run: ({ cart, name }, { db, cartWatch }) => {
        const heldCart = cartWatch.hold({ cart, name }, who());
        if (!heldCart.ok) return heldCart;
        context.stateChanged();
        return ok(openCart(db));
      },
    },
    'sell.resume': {
      actions: null,
      isSelling: true,
      tells: (display, _, cart) => display.cartIs(cart),
      run: ({ cartId }, till) => {
        const resumed = resumeCart(till.db, cartId);
        if (!resumed.ok) return resumed;
        till.cartWatch.remember(resumed.value);
        context.stateChanged();
        return resumed;
      },
    },
    'sell.latestCart': forEverybody((_, till) => ok(readLatestSale(till.db)?.cart ?? null)),
    'sell.findCustomers': forEverybody(({ text }, till) => ok(findCustomers(till.db, text))),
    'sell.quickKeys': forEverybody((_, till) => quickKeys(till)),
    'sell.arrangeQuickKeys': {
      actions: 'change_settings',
      words: ({ pages }, { says }) => [
        says.quickKeys(pages.flatMap(({ keys }) => keys).filter((key) => key !== null).length),
      ],
      run: ({ pages }, till) => {
        replaceQuickKeyPages(till.db, pages);
        return quickKeys(till);
      },
    },
    'sell.saveCommandSheet': forEverybody((_, till) => {
      const { commandSheet } = messagesFor(context.language()).scanning;
      const file = join(context.receiptFolder(), fileNameOf([commandSheet], 'pdf'));
      return inCatalogueLater(till, () => saveCommandSheet(till, file));
    }),
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

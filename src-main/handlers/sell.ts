// The sell screen: finding products, keeping the cart, finishing the sale.
import { randomUUID } from 'node:crypto';
import { emptyCart } from '../contract/cart.ts';
import { err, ok } from '../contract/errors.ts';
import type { Handlers } from '../ipc.ts';
import { freezeSale, newReference } from '../outbox/freeze.ts';
import { readOpenCart, saveOpenCart } from '../store/carts.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { findProducts } from '../store/products.ts';
import { commitSale } from '../store/sales.ts';
import { installationOf } from '../store/till.ts';
import { openTill, type Context } from './context.ts';

export function sellHandlers(
  context: Context,
): Pick<Handlers, 'sell.findProducts' | 'sell.openCart' | 'sell.saveCart' | 'sell.finish'> {
  return {
    'sell.findProducts': ({ text }) => {
      const till = openTill(context);
      return till.ok ? ok(findProducts(till.value.db, text)) : till;
    },
    'sell.openCart': () => {
      const till = openTill(context);
      return till.ok ? ok(readOpenCart(till.value.db) ?? emptyCart(randomUUID())) : till;
    },
    'sell.saveCart': ({ cart }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      saveOpenCart(till.value.db, cart);
      return ok(null);
    },
    'sell.finish': ({ cart, payment }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const { db, replay } = till.value;
      const method = readPaymentMethods(db).find(({ id }) => id === payment.method.id);
      if (!method) return err({ code: 'payment_method_unknown' });
      const frozen = freezeSale(
        cart,
        { ...payment, method },
        newReference(installationOf(db)),
        context.now(),
      );
      if (!frozen.ok) return frozen;
      const sale = commitSale(db, frozen.value);
      context.saleChanged(sale);
      replay.wake();
      return ok(sale);
    },
  };
}

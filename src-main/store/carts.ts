// The sale under way, kept so that a crash loses none of it.
import * as v from 'valibot';
import { cartSchema, type Cart } from '../contract/cart.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const cartRow = v.object({ cart: v.pipe(v.string(), v.parseJson(), cartSchema) });

export function readOpenCart(db: Store): Cart | undefined {
  const row = prepared(db, 'SELECT cart FROM open_cart').get();
  return row === undefined ? undefined : v.parse(cartRow, row).cart;
}

/** A cart that was finished meanwhile is not brought back: a late save of it changes nothing. */
export function saveOpenCart(db: Store, cart: Cart): void {
  prepared(
    db,
    `INSERT INTO open_cart (only_row, cart)
     SELECT 1, @cart WHERE NOT EXISTS (SELECT 1 FROM sale WHERE cart_id = @cartId)
     ON CONFLICT (only_row) DO UPDATE SET cart = excluded.cart`,
  ).run({ cart: JSON.stringify(cart), cartId: cart.cartId });
}

export function clearOpenCart(db: Store): void {
  prepared(db, 'DELETE FROM open_cart').run();
}

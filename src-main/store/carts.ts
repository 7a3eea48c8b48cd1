// The sale under way and those put aside, kept so that a crash loses none of them. A cart is in one
// place only: under way, put aside, or sold.
import * as v from 'valibot';
import { cartSchema, totals, type Cart } from '../contract/cart.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { heldSaleSchema, type HeldSale } from '../contract/selling.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { inJson, prepared, readRows, readValue } from './prepared.ts';
import { readWhole } from './readable-rows.ts';

const cartColumn = v.optional(inJson(cartSchema));

export const readOpenCart = (db: Store): Cart | undefined =>
  readValue(db, cartColumn, 'SELECT cart FROM open_cart');

/** Reads the cart as it is kept: under way, or put aside. Undefined if it is neither. */
export const readKeptCart = (db: Store, cartId: string): Cart | undefined =>
  readValue(
    db,
    cartColumn,
    `SELECT cart FROM open_cart WHERE cart_id = @cartId
     UNION ALL SELECT cart FROM held_cart WHERE cart_id = @cartId`,
    { cartId },
  );

/**
 * Saves the sale under way. A late save of a cart that was finished or put aside meanwhile changes
 * nothing. Returns whether the cart is the sale under way now.
 */
export function saveOpenCart(db: Store, cart: Cart): boolean {
  const { changes } = prepared(
    db,
    `INSERT INTO open_cart (only_row, cart_id, cart)
     SELECT 1, @cartId, @cart WHERE NOT EXISTS (SELECT 1 FROM sale WHERE cart_id = @cartId)
       AND NOT EXISTS (SELECT 1 FROM held_cart WHERE cart_id = @cartId)
     ON CONFLICT (only_row) DO UPDATE SET cart_id = excluded.cart_id, cart = excluded.cart`,
  ).run({ cart: JSON.stringify(cart), cartId: cart.cartId });
  return changes > 0;
}

/**
 * Puts the sale under way aside, unless it was sold meanwhile. Asking twice holds it once, with
 * what was asked last.
 * Error: `cart_empty`.
 */
export function holdCart(
  db: Store,
  { cart, name, atMs }: { readonly cart: Cart; readonly name: string; readonly atMs: number },
): Result<null> {
  if (cart.lines.length === 0) return err({ code: 'cart_empty' });
  const { cartId } = cart;
  return inTransaction(db, () => {
    prepared(
      db,
      `INSERT INTO held_cart (cart_id, name, held_at_ms, line_count, total_cents, cart)
       SELECT @cartId, @name, @atMs, @lines, @totalCents, @cart
       WHERE NOT EXISTS (SELECT 1 FROM sale WHERE cart_id = @cartId)
       ON CONFLICT (cart_id) DO UPDATE SET name = excluded.name, line_count = excluded.line_count,
         total_cents = excluded.total_cents, cart = excluded.cart`,
    ).run({
      cartId,
      name,
      atMs,
      lines: cart.lines.length,
      totalCents: totals(cart).totalCents,
      cart: JSON.stringify(cart),
    });
    prepared(db, 'DELETE FROM open_cart WHERE cart_id = ?').run(cartId);
    return ok(null);
  });
}

/**
 * Makes a held cart the sale under way. Errors: `cart_not_empty` while another sale has lines, and
 * `not_found` if it is not put aside.
 */
export function resumeCart(db: Store, cartId: string): Result<Cart> {
  return inTransaction(db, (): Result<Cart> => {
    const open = readOpenCart(db);
    if (open && open.lines.length > 0) return err({ code: 'cart_not_empty' });
    const sql = 'SELECT cart FROM held_cart WHERE cart_id = ?';
    const cart = readValue(db, cartColumn, sql, cartId);
    if (!cart) return err({ code: 'not_found' });
    prepared(db, 'DELETE FROM held_cart WHERE cart_id = ?').run(cartId);
    saveOpenCart(db, cart);
    return ok(cart);
  });
}

const cartRow = v.object({ cart: inJson(cartSchema) });

/** Returns the carts with lines, put aside or under way, without those that cannot be read. */
export const readUnfinishedCarts = (db: Store): readonly Cart[] =>
  readWhole(db, cartRow, 'SELECT cart FROM held_cart UNION ALL SELECT cart FROM open_cart')
    .map(({ cart }) => cart)
    .filter(({ lines }) => lines.length > 0);

/** Returns whether the sale under way has lines. */
export const isSaleOpen = (db: Store): boolean => (readOpenCart(db)?.lines.length ?? 0) > 0;

/** Counts the carts with lines, put aside or under way. */
export const countCarts = (db: Store): number => readHeldSales(db).length + Number(isSaleOpen(db));

/** Returns the held sales, oldest first. */
export const readHeldSales = (db: Store): readonly HeldSale[] =>
  readRows(
    db,
    heldSaleSchema,
    `SELECT cart_id AS cartId, name, held_at_ms AS heldAtMs, line_count AS lines,
       total_cents AS totalCents,
       coalesce(CASE WHEN json_valid(cart) THEN coalesce(nullif(cart ->> '$.customer.name', ''),
         nullif(cart ->> '$.taxNumber', ''), cart ->> '$.lines[0].description') END, '') AS about
     FROM held_cart ORDER BY held_cart_id`,
  );

// Checks whether a sale that is being finished looks like the one before, finished once more by
// mistake.
import { hasSameLines, type Cart } from '../contract/cart.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Store } from '../store/open.ts';
import { readLatestSale } from '../store/sales.ts';

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

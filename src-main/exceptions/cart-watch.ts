// Notices what is taken out of the sale under way. Main compares what it is told of a cart with
// what it was told before; it does not rely on what the page says that it did.
import type { Cart, CartLine } from '../contract/cart.ts';
import type { Result } from '../contract/errors.ts';
import { unloweredLine, type ListedLine, type Noted } from '../contract/exceptions.ts';
import type { QuantityThousandths, UnitPriceMicros } from '../contract/money.ts';
import { holdCart, readKeptCart, readOpenCart, saveOpenCart } from '../store/carts.ts';
import { noteDecision, type Decision } from '../store/decisions.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { ifReadable } from '../store/if-readable.ts';

export type Who = Pick<Decision, 'by' | 'atMs'>;

export class CartWatch {
  readonly #db: Store;
  /** The cart as main was last told of it, so that no save has to read the one before it. */
  #lastCart: Cart | undefined;

  constructor(db: Store) {
    this.#db = db;
  }

  remember(cart: Cart): void {
    this.#lastCart = cart;
  }

  /**
   * Saves the sale under way and, in the same transaction, notes what it no longer has. Returns
   * whether the till keeps it: one that is sold or put aside is not saved any more. @throws
   * SqliteError, with nothing saved.
   */
  save(cart: Cart, who: Who): boolean {
    const db = this.#db;
    const known = this.#lastCart;
    // A cart that cannot be read is no reason not to save the next.
    const before = known?.cartId === cart.cartId ? known : ifReadable(() => readOpenCart(db));
    const what = before && goneFrom(before, cart);
    const isSaved = what
      ? inTransaction(db, () => {
          const isOpen = saveOpenCart(db, cart);
          if (isOpen) noteDecision(db, { ...who, approvedBy: null, what });
          return isOpen;
        })
      : saveOpenCart(db, cart);
    if (isSaved) this.#lastCart = cart;
    return isSaved;
  }

  /**
   * Puts the sale under way aside and, in the same transaction, notes what it no longer has.
   * Errors: those of putting it aside.
   */
  hold({ cart, name }: { readonly cart: Cart; readonly name: string }, who: Who): Result<null> {
    const db = this.#db;
    const result = inTransaction(db, () => {
      const what = this.goneSinceTold(cart);
      const put = holdCart(db, { cart, name, atMs: who.atMs });
      if (put.ok && what) noteDecision(db, { ...who, approvedBy: null, what });
      return put;
    });
    if (result.ok) this.#lastCart = cart;
    return result;
  }

  /**
   * Returns what the cart lacks of the cart that main was last told of, or else of the cart as it
   * is kept; undefined if that is nothing. Ask before it is sold, as no sold cart is kept.
   */
  goneSinceTold(cart: Cart): Noted | undefined {
    const { cartId } = cart;
    const known = this.#lastCart;
    // A cart that cannot be read keeps nobody from selling.
    const before =
      known?.cartId === cartId ? known : ifReadable(() => readKeptCart(this.#db, cartId));
    return before && goneFrom(before, cart);
  }
}

function goneFrom(before: Cart, cart: Cart): Noted | undefined {
  const isLeft = before.cartId !== cart.cartId || cart.lines.length === 0;
  const left = isLeft ? [] : [...cart.lines];
  const lines = before.lines.flatMap((line) => {
    const at = left.findIndex(({ lineId }) => lineId === line.lineId);
    return lineGone(line, at === -1 ? undefined : left.splice(at, 1)[0]);
  });
  if (lines.length === 0) return undefined;
  return { kind: isLeft ? 'cart_cleared' : 'lines_removed', lines };
}

/**
 * Returns what is gone of a line. If fewer of the same are left, the difference is gone; and so is
 * that of a price which the customer may have read, unless the line still names it.
 */
function lineGone(before: CartLine, now: CartLine | undefined): readonly ListedLine[] {
  const was = unloweredLine(before);
  if (now?.code !== before.code) return [was];
  const quantity = (was.quantity - now.quantity) as QuantityThousandths;
  const fewer = quantity > 0 ? [{ ...was, quantity }] : [];
  const unitPrice = (was.unitPrice - unloweredLine(now).unitPrice) as UnitPriceMicros;
  if (unitPrice <= 0) return fewer;
  const keptQuantity = quantity > 0 ? now.quantity : was.quantity;
  return [...fewer, { ...was, quantity: keptQuantity, unitPrice }];
}

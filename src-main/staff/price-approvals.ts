// What managers have approved of the sales under way and put aside at one till. An approval is for
// those very lines, and for that sale alone.
import type { Cart } from '../contract/cart.ts';
import { coversLowered, holdsLowered, type LoweredPrice } from '../contract/lowered-prices.ts';

/** The lowered prices of a sale. */
export interface LoweredSale {
  readonly cartId: string;
  readonly prices: readonly LoweredPrice[];
}

interface PriceApproval {
  readonly price: LoweredPrice;
  readonly manager: string;
  /** True once the sale has had the price. Without it, the sale was changed since. */
  readonly isInSale: boolean;
}

/**
 * More sales than any till has under way and put aside. Beyond this many, the oldest approvals are
 * forgotten and asked for again.
 */
const keptSales = 200;

export class PriceApprovals {
  readonly #ofSale = new Map<string, readonly PriceApproval[]>();

  approve({ cartId, prices }: LoweredSale, manager: string): void {
    const before = this.#of(cartId);
    const added = prices.map((price) => ({ price, manager, isInSale: false }));
    this.#ofSale.delete(cartId);
    this.#ofSale.set(cartId, [...before, ...added]);
    const [oldest] = this.#ofSale.keys();
    if (this.#ofSale.size > keptSales && oldest !== undefined) this.#ofSale.delete(oldest);
  }

  /**
   * Returns the prices that nobody has approved, and the managers who have approved the others.
   * Each approval counts for one price.
   */
  check({ cartId, prices }: LoweredSale) {
    const left = [...this.#of(cartId)];
    const managers = new Set<string>();
    const missing = prices.filter((price) => {
      const at = left.findIndex((approval) => coversLowered(approval.price, price));
      const [approval] = at === -1 ? [] : left.splice(at, 1);
      if (approval) managers.add(approval.manager);
      return !approval;
    });
    return { missing, managers: [...managers] };
  }

  /** Handles a change of the sale: a price that left it must be approved again. */
  noteCart(cart: Cart): void {
    const approvals = this.#of(cart.cartId).flatMap((approval) => {
      if (holdsLowered(cart, approval.price)) return [{ ...approval, isInSale: true }];
      return approval.isInSale ? [] : [approval];
    });
    if (approvals.length > 0) this.#ofSale.set(cart.cartId, approvals);
    else this.#ofSale.delete(cart.cartId);
  }

  /** Forgets the approvals of a sale that is finished. */
  end(cartId: string): void {
    this.#ofSale.delete(cartId);
  }

  #of(cartId: string): readonly PriceApproval[] {
    return this.#ofSale.get(cartId) ?? [];
  }
}

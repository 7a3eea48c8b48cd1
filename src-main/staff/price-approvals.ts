// What managers have approved of the sales under way and put aside at one till: for those very
// lines, and for that sale alone.
import type { Cart } from '../contract/cart.ts';
import { holdsLowered, isSameLowered, type LoweredPrice } from '../contract/lowered-prices.ts';

/** What is lowered in a sale. */
export interface LoweredSale {
  readonly cartId: string;
  readonly prices: readonly LoweredPrice[];
}

interface PriceApproval {
  readonly price: LoweredPrice;
  readonly manager: string;
  /** The sale has had it: once it has it no longer, it was changed. */
  readonly isInSale: boolean;
}

/**
 * More sales than any till has under way and put aside: those whose approvals are the oldest are
 * asked about anew.
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
   * Which of the prices nobody has approved, and who has approved the others. An approval counts
   * for one of them.
   */
  check({ cartId, prices }: LoweredSale): {
    readonly missing: readonly LoweredPrice[];
    readonly managers: readonly string[];
  } {
    const left = [...this.#of(cartId)];
    const managers = new Set<string>();
    const missing = prices.filter((price) => {
      const at = left.findIndex((approval) => isSameLowered(approval.price, price));
      const [found] = at === -1 ? [] : left.splice(at, 1);
      if (found) managers.add(found.manager);
      return !found;
    });
    return { missing, managers: [...managers] };
  }

  /**
   * The sale is now like this: what was approved of it and is no longer so has to be approved
   * again.
   */
  noteCart(cart: Cart): void {
    const kept = this.#of(cart.cartId).flatMap((approval) => {
      if (holdsLowered(cart, approval.price)) return [{ ...approval, isInSale: true }];
      return approval.isInSale ? [] : [approval];
    });
    if (kept.length > 0) this.#ofSale.set(cart.cartId, kept);
    else this.#ofSale.delete(cart.cartId);
  }

  /** It is sold. */
  end(cartId: string): void {
    this.#ofSale.delete(cartId);
  }

  #of(cartId: string): readonly PriceApproval[] {
    return this.#ofSale.get(cartId) ?? [];
  }
}

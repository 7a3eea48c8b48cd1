// What is weighed or measured and came without its quantity: it becomes a line once that is typed.
// Nothing of it is sold before.
import { measureOf } from '../../src-main/contract/sold-by.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import type { QuantityThousandths } from '../../src-main/contract/money.ts';
import type { CartStore } from './cart-store.svelte.ts';
import type { Asked } from './entry.ts';
import { lineOf } from './product-line.ts';

export class Weighing {
  readonly #cart: Pick<CartStore, 'add'>;
  #waiting = $state.raw<readonly Product[]>([]);

  constructor(cart: Pick<CartStore, 'add'>) {
    this.#cart = cart;
  }

  /** The product whose quantity is asked for; undefined if none is. */
  get next(): Product | undefined {
    return this.#waiting[0];
  }

  /** Null while there is nothing to keep. */
  get draft(): readonly Product[] | null {
    return this.#waiting.length === 0 ? null : this.#waiting;
  }

  /** Takes back what there was when the till was locked. */
  restore(draft: readonly Product[] | null): void {
    this.#waiting = draft ?? [];
  }

  /** Sells the product, or asks for its quantity. Returns true if it asks. */
  sell(product: Product, { quantity, isGiven }: Asked): boolean {
    const asks = !isGiven && isMeasured(product);
    if (asks) this.#waiting = [...this.#waiting, product];
    else this.#cart.add(lineOf(product, quantity, product.unitPrice));
    return asks;
  }

  /** Sells the next one in this quantity. */
  weigh(quantity: QuantityThousandths): void {
    const { next } = this;
    if (!next) return;
    this.drop();
    this.#cart.add(lineOf(next, quantity, next.unitPrice));
  }

  /** Sells the next one not at all. */
  drop(): void {
    this.#waiting = this.#waiting.slice(1);
  }

  clear(): void {
    this.#waiting = [];
  }
}

/** Returns whether it is sold by weight or another measure, also where its unit has no name. */
const isMeasured = (product: Product): boolean =>
  product.soldBy === 'measure' || measureOf(product) !== '';

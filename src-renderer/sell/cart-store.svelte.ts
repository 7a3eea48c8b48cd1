// The sale under way. Main keeps it; every change is saved there at once, in order, and of several waiting ones the latest.
import {
  removeLine,
  setQuantity,
  totals,
  type Cart,
  type CartLine,
  addLine,
} from '../../src-main/contract/cart.ts';
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import type { QuantityThousandths } from '../../src-main/contract/money.ts';
import type { Payment, SaleSummary } from '../../src-main/contract/sales.ts';
import { isTaxNumber } from '../../src-main/contract/tax-number.ts';
import type { Till } from '../ui/till.svelte.ts';

export class CartStore {
  readonly #till: Till;
  #cart = $state.raw<Cart | null>(null);
  #error = $state.raw<AppError | null>(null);
  #taxNumber = $state('');
  /** The cart as it was before the last removal, and what was removed: the one step that can be undone. */
  #removal = $state.raw<{ before: Cart; line: CartLine } | null>(null);
  #lastLineId = $state<string | null>(null);
  #unsaved: Cart | null = null;
  #saving: Promise<void> | null = null;

  constructor(till: Till) {
    this.#till = till;
  }

  /** Null until main has answered. */
  get cart(): Cart | null {
    return this.#cart;
  }

  get totals() {
    return this.#cart && totals(this.#cart);
  }

  get error(): AppError | null {
    return this.#error;
  }

  get removed(): CartLine | null {
    return this.#removal?.line ?? null;
  }

  /** The line that was added or raised last. */
  get lastLineId(): string | null {
    return this.#lastLineId;
  }

  /** As typed: the cart itself only ever holds a right one. */
  get taxNumber(): string {
    return this.#taxNumber;
  }

  set taxNumber(typed: string) {
    this.#taxNumber = typed;
    const text = typed.replaceAll(' ', '');
    this.change((cart) => ({ ...cart, taxNumber: isTaxNumber(text) ? text : null }));
  }

  get taxNumberWrong(): boolean {
    return this.#taxNumber.trim() !== '' && this.#cart?.taxNumber === null;
  }

  async open(): Promise<void> {
    const answer = await this.#till.request('sell.openCart', undefined);
    this.#error = answer.ok ? null : answer.error;
    // A finished cart that stayed would take the next customer's products and never be sold again.
    this.#cart = answer.ok ? answer.value : null;
    if (!answer.ok) return;
    this.#taxNumber = answer.value.taxNumber ?? '';
    this.#removal = null;
    this.#lastLineId = null;
  }

  change(change: (cart: Cart) => Cart): void {
    if (!this.#cart) return;
    this.#cart = change(this.#cart);
    this.#removal = null;
    this.#unsaved = this.#cart;
    this.#saving ??= this.#saveAll();
  }

  add(line: CartLine): void {
    const before = this.#cart?.lines ?? [];
    this.change((cart) => addLine(cart, line));
    const changed = this.#cart?.lines.find((candidate) => !before.includes(candidate));
    this.#lastLineId = changed?.lineId ?? null;
  }

  setQuantity(lineId: string, quantity: QuantityThousandths): void {
    this.change((cart) => setQuantity(cart, lineId, quantity));
  }

  remove(line: CartLine): void {
    const before = this.#cart;
    this.change((cart) => removeLine(cart, line.lineId));
    this.#removal = before && { before, line };
  }

  undoRemoval(): void {
    const removal = this.#removal;
    if (removal) this.change(() => removal.before);
  }

  /** Finishing the same cart again answers the same sale: the cart's own identifier goes with it. */
  async finish(cart: Cart, payment: Payment): Promise<Result<SaleSummary>> {
    // No save may arrive after the finish and bring the finished cart back.
    this.#unsaved = null;
    await this.#saving;
    return this.#till.request('sell.finish', { cart, payment });
  }

  async #saveAll(): Promise<void> {
    while (this.#unsaved) {
      const cart = this.#unsaved;
      this.#unsaved = null;
      const answer = await this.#till.request('sell.saveCart', { cart });
      this.#error = answer.ok ? null : answer.error;
    }
    this.#saving = null;
  }
}

// The products that are ticked in the list, for something to be done to all of them: one by one,
// from one to another, or all that are found. It lives as long as the list.
import { SvelteSet } from 'svelte/reactivity';
import type { CatalogueView } from '../../src-main/contract/catalogue.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { mostTicked, type Chosen } from '../../src-main/contract/many-products.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';

/** What the selection needs to know of the list. */
interface Listed {
  readonly view: CatalogueView;
  readonly total: number | null;
}

export class ProductSelection {
  readonly #till: Till;
  readonly #list: Listed;
  readonly #ranges = new LatestAnswer();
  /**
   * True if all that are found are chosen except those in `#ids`; else those in `#ids` are chosen.
   */
  #isOfAll = $state(false);
  readonly #ids = new SvelteSet<number>();
  #error = $state.raw<AppError | null>(null);
  #isFull = $state(false);
  /** Where a range begins. */
  #anchor: number | null = null;

  constructor(till: Till, list: Listed) {
    this.#till = till;
    this.#list = list;
  }

  get count(): number {
    return this.#isOfAll ? Math.max(0, (this.#list.total ?? 0) - this.#ids.size) : this.#ids.size;
  }

  /** True if everything that is found is chosen. */
  get isAll(): boolean {
    return this.#isOfAll && this.#ids.size === 0 && this.count > 0;
  }

  /** Null if nothing is chosen. */
  get chosen(): Chosen | null {
    if (this.count === 0) return null;
    const ids = [...this.#ids];
    return this.#isOfAll
      ? { kind: 'all', view: this.#list.view, except: ids }
      : { kind: 'some', ids };
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** True if somebody tried to tick more products one by one than is possible. */
  get isFull(): boolean {
    return this.#isFull;
  }

  has(id: number): boolean {
    return this.#ids.has(id) !== this.#isOfAll;
  }

  /** `index` is the product's place in the list. */
  toggle(index: number, id: number): void {
    this.#begin();
    this.#anchor = index;
    this.#set([id], !this.has(id));
  }

  /** Ticks all from the last that was ticked to this one. Does as `toggle` if none was. */
  async toggleTo(index: number, id: number): Promise<void> {
    if (this.#anchor === null) {
      this.toggle(index, id);
      return;
    }
    const isLatest = this.#begin();
    const offset = Math.min(index, this.#anchor);
    const amount = Math.abs(index - this.#anchor) + 1;
    if (amount > mostTicked) {
      this.#isFull = true;
      return;
    }
    const { view } = this.#list;
    const answer = await this.#till.request('catalogue.range', { ...view, offset, limit: amount });
    if (!isLatest()) return;
    if (answer.ok) this.#set(answer.value, true);
    else this.#error = answer.error;
  }

  /** Chooses all that are found. */
  chooseAll(): void {
    this.clear();
    this.#isOfAll = true;
  }

  clear(): void {
    this.#begin();
    this.#anchor = null;
    this.#isOfAll = false;
    this.#ids.clear();
  }

  /**
   * Handles that something else is searched for. A choice of all that was found ends; single ticks
   * stay.
   */
  leaveView(): void {
    if (this.#isOfAll) this.clear();
    this.#anchor = null;
  }

  /** Follows a product that has another number now, or is gone. */
  follow(id: number, now: number | null): void {
    if (!this.#ids.delete(id)) return;
    if (now !== null) this.#ids.add(now);
  }

  #begin(): () => boolean {
    this.#error = null;
    this.#isFull = false;
    return this.#ranges.begin();
  }

  #set(ids: readonly number[], isChosen: boolean): void {
    if (isChosen === this.#isOfAll) {
      for (const id of ids) this.#ids.delete(id);
      return;
    }
    const more = ids.filter((id) => !this.#ids.has(id));
    if (this.#ids.size + more.length > mostTicked) {
      this.#isFull = true;
      return;
    }
    for (const id of more) this.#ids.add(id);
  }
}

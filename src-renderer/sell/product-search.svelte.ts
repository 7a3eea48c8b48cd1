// Finding products while typing, and the one that Enter means. Answers that newer typing has
// overtaken are dropped.
import * as v from 'valibot';
import { barcodeSchema, type Product } from '../../src-main/contract/catalogue.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { parseScan } from './entry.ts';

/** What Enter found: the only product, several to choose from, or nothing. */
export type Hit = { product: Product } | 'choose' | 'nothing';

export class ProductSearch {
  readonly #till: Till;
  readonly #latest = new LatestAnswer();
  #products = $state.raw<readonly Product[]>([]);
  #highlighted = $state(-1);
  #error = $state.raw<AppError | null>(null);
  #wanted = '';
  #asking: Promise<void> | null = null;

  constructor(till: Till) {
    this.#till = till;
  }

  get products(): readonly Product[] {
    return this.#products;
  }

  /** Index of the highlighted product; -1 when none is. */
  get highlighted(): number {
    return this.#highlighted;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /**
   * One question at a time, once the typing has paused for longer than a scanner does: no list
   * flashes up under a scan, and no scan waits for it. Resolves once the latest text has its
   * answer.
   */
  typed(text: string): Promise<void> {
    this.#latest.begin();
    this.#highlighted = -1;
    this.#wanted = text;
    if (text === '') this.#products = [];
    this.#asking ??= this.#findWanted().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  move(by: 1 | -1): void {
    const { length } = this.#products;
    if (length === 0) return;
    const from = this.#highlighted === -1 && by === -1 ? 0 : this.#highlighted;
    this.#highlighted = (from + by + length) % length;
  }

  close(): void {
    this.#latest.begin();
    this.#wanted = '';
    this.#products = [];
    this.#highlighted = -1;
  }

  /**
   * For what is no code and no barcode: Enter may come before the list, so it is looked up afresh.
   */
  async hit(text: string): Promise<Hit> {
    this.close();
    const isLatest = this.#latest.current();
    const products = await this.#find(text);
    if (products.length === 0) return 'nothing';
    const [product] = products;
    if (product && products.length === 1) return { product };
    if (isLatest()) {
      this.#products = products;
      this.#highlighted = 0;
    }
    return 'choose';
  }

  async #findWanted(): Promise<void> {
    let isLatest: () => boolean;
    do {
      isLatest = this.#latest.current();
      if (this.#wanted !== '') await this.#pause();
      if (!isLatest()) continue;
      const products = await this.#find(this.#wanted);
      if (isLatest()) this.#products = products;
    } while (!isLatest() && this.#wanted !== '');
  }

  #pause(): Promise<void> {
    const { gapMs } = this.#till.state.selling.scanner;
    return new Promise((resolve) => setTimeout(resolve, gapMs));
  }

  async #find(text: string): Promise<readonly Product[]> {
    const wanted = parseScan(text).text;
    // What is longer than any code is no part of a name either.
    if (!v.is(barcodeSchema, wanted)) return [];
    const answer = await this.#till.request('sell.findProducts', { text: wanted });
    this.#error = answer.ok ? null : answer.error;
    return answer.ok ? answer.value : [];
  }
}

// Finding products while typing, and the one that Enter means. Answers that newer typing has overtaken are dropped.
import type { Product } from '../../src-main/contract/api.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { Till } from '../ui/till.svelte.ts';
import { parseScan } from './entry.ts';

/** What Enter found: a product to add, several to choose from, or nothing. */
export type Hit = { product: Product } | 'choose' | 'nothing';

export class ProductSearch {
  readonly #till: Till;
  #products = $state.raw<readonly Product[]>([]);
  #highlighted = $state(-1);
  #error = $state.raw<AppError | null>(null);
  #asked = 0;

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

  async typed(text: string): Promise<void> {
    const asked = ++this.#asked;
    this.#highlighted = -1;
    const products = await this.#find(text);
    if (asked === this.#asked) this.#products = products;
  }

  move(by: 1 | -1): void {
    const { length } = this.#products;
    if (length === 0) return;
    const from = this.#highlighted === -1 && by === -1 ? 0 : this.#highlighted;
    this.#highlighted = (from + by + length) % length;
  }

  close(): void {
    this.#asked += 1;
    this.#products = [];
    this.#highlighted = -1;
  }

  /** A scanner is faster than the list, so what it typed is looked up afresh: by code or barcode, or the only match. */
  async hit(text: string): Promise<Hit> {
    this.close();
    const asked = this.#asked;
    const products = await this.#find(text);
    const wanted = parseScan(text).text.toLowerCase();
    const exact = products.find(
      ({ code, barcode }) => barcode === wanted || code.toLowerCase() === wanted,
    );
    const product = exact ?? (products.length === 1 ? products[0] : undefined);
    if (product) return { product };
    if (products.length === 0) return 'nothing';
    if (asked === this.#asked) {
      this.#products = products;
      this.#highlighted = 0;
    }
    return 'choose';
  }

  async #find(text: string): Promise<readonly Product[]> {
    const wanted = parseScan(text).text;
    if (wanted === '') return [];
    const answer = await this.#till.request('sell.findProducts', { text: wanted });
    this.#error = answer.ok ? null : answer.error;
    return answer.ok ? answer.value : [];
  }
}

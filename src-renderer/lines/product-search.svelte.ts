// Finds products while somebody types, and the one that Enter means. Answers that newer typing has
// overtaken are dropped.
import * as v from 'valibot';
import { barcodeSchema, type Product } from '../../src-main/contract/catalogue.ts';
import { foldText } from '../../src-main/contract/fold-text.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { sleep } from '../bridge/timer.ts';
import { parseScan } from './entry.ts';

/**
 * What Enter found: the only product, several to choose from (which do not show if something was
 * typed since), or nothing.
 */
export type Hit = { product: Product } | 'choose' | 'not_shown' | 'nothing';

interface Wanted {
  readonly text: string;
  /** The next key of a scan would have come by about then. */
  readonly askAtMs: number;
  readonly showAtMs: number;
}
const nothing: Wanted = { text: '', askAtMs: 0, showAtMs: 0 };

/**
 * The shortest wait: longer than most scanners take between two keys, and too short for anybody to
 * see.
 */
const shortestHoldMs = 16;
/**
 * Added for a scanner that is now and then slower than ever before. The question is asked when it
 * begins, as the answer may come while it still lasts.
 */
const slowerMs = 8;

export class ProductSearch {
  readonly #till: Till;
  readonly #slowestGapMs: () => number | null;
  readonly #latest = new LatestAnswer();
  #products = $state.raw<readonly Product[]>([]);
  #highlighted = $state(-1);
  #error = $state.raw<AppError | null>(null);
  #wanted = nothing;
  #typedAtMs = -Infinity;
  #asking: Promise<void> | null = null;

  /**
   * `slowestGapMs` returns the longest pause within the latest scans; null before the first.
   */
  constructor(till: Till, slowestGapMs: () => number | null) {
    this.#till = till;
    this.#slowestGapMs = slowestGapMs;
  }

  get products(): readonly Product[] {
    return this.#products;
  }

  /** The index of the highlighted product; -1 if none is. */
  get highlighted(): number {
    return this.#highlighted;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /**
   * Asks one question at a time, once no key has followed for as long as this till's scanner takes
   * between two. So no list flashes up under a scan, no scan waits for it, and a person does not
   * notice the wait. Resolves once the latest text has its answer.
   */
  typed(text: string): Promise<void> {
    this.#latest.begin();
    this.#highlighted = -1;
    const nowMs = performance.now();
    const showAtMs = nowMs + this.#holdMs(nowMs - this.#typedAtMs);
    this.#typedAtMs = nowMs;
    this.#wanted = { text, showAtMs, askAtMs: showAtMs - slowerMs };
    if (text === '') this.#products = [];
    this.#asking ??= this.#findWanted().finally(() => (this.#asking = null));
    return this.#asking;
  }

  move(by: 1 | -1): void {
    const { length } = this.#products;
    if (length === 0) return;
    const from = this.#highlighted === -1 && by === -1 ? 0 : this.#highlighted;
    this.#highlighted = (from + by + length) % length;
  }

  /** Returns a function that tells whether nothing was typed since. */
  close(): () => boolean {
    const isLatest = this.#latest.begin();
    this.#wanted = nothing;
    this.#products = [];
    this.#highlighted = -1;
    return isLatest;
  }

  /**
   * Looks afresh for what is no code and no barcode, as Enter may come before the list. `isLatest`
   * is what closing the list returned at that Enter.
   */
  async hit(text: string, isLatest = this.close()): Promise<Hit> {
    const products = await this.#find(text);
    if (products.length === 0) return 'nothing';
    const [product] = products;
    if (product && products.length === 1) return { product };
    if (!isLatest()) return 'not_shown';
    this.#products = products;
    this.#highlighted = 0;
    return 'choose';
  }

  /** Returns the products that have the very text in their code or name. Nothing shows. */
  async having(text: string): Promise<readonly Product[]> {
    const wanted = unspaced(text);
    return (await this.#find(text)).filter(({ code, description }) =>
      [code, description].some((field) => unspaced(field).includes(wanted)),
    );
  }

  async #findWanted(): Promise<void> {
    for (;;) {
      const isLatest = this.#latest.current();
      const { text, askAtMs, showAtMs } = this.#wanted;
      if (text === '') return;
      await until(askAtMs);
      if (!isLatest()) continue;
      const products = await this.#find(text);
      await until(showAtMs);
      if (!isLatest()) continue;
      this.#replace(products);
      return;
    }
  }

  /**
   * Keeps what was highlighted in the list before highlighted, or else nothing: not what took its
   * place.
   */
  #replace(products: readonly Product[]): void {
    const code = this.#products[this.#highlighted]?.code;
    this.#products = products;
    this.#highlighted = products.findIndex((product) => product.code === code);
  }

  /**
   * Returns how long what is typed may still be a scan. A key too soon for a person belongs to one.
   * Scans at this till have shown how slow its scanner is. Before the first scan, a list that is
   * there already may change sooner than a new one may come.
   */
  #holdMs(sinceMs: number): number {
    const { gapMs } = this.#till.state.selling.scanner;
    const slowestMs = this.#slowestGapMs();
    const isUnknown = slowestMs === null && this.#products.length === 0;
    if (sinceMs <= gapMs || isUnknown) return gapMs;
    return Math.min(gapMs, Math.max(shortestHoldMs, (slowestMs ?? 0) + slowerMs));
  }

  async #find(text: string): Promise<readonly Product[]> {
    const wanted = parseScan(text).text;
    // Text that is longer than any code is no part of a name either.
    if (!v.is(barcodeSchema, wanted)) return [];
    const answer = await this.#till.request('sell.findProducts', { text: wanted });
    this.#error = answer.ok ? null : answer.error;
    return answer.ok ? answer.value : [];
  }
}

const unspaced = (text: string): string => foldText(text).replace(/\s/g, '');

async function until(atMs: number): Promise<void> {
  const waitMs = atMs - performance.now();
  if (waitMs > 0) await sleep(waitMs);
}

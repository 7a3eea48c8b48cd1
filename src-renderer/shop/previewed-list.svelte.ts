// What would become of many products, row by row. Pages are asked for as they come into view.
import type {
  ManyPreview,
  PreviewedProduct,
  previewParts,
} from '../../src-main/contract/many-products.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { noPages, pageOf, pageSize, productAt, withPage, type Pages } from './product-pages.ts';

export type PreviewPart = (typeof previewParts)[number];

export class PreviewedList {
  readonly #till: Till;
  readonly #preview: ManyPreview;
  #part = $state<PreviewPart>('changing');
  #pages = $state.raw<Pages<PreviewedProduct>>(noPages);
  #asking: readonly number[] = [];

  constructor(till: Till, preview: ManyPreview) {
    this.#till = till;
    this.#preview = preview;
    this.#part = preview.changing === 0 && this.refused > 0 ? 'refused' : 'changing';
  }

  get part(): PreviewPart {
    return this.#part;
  }

  /** How many cannot be changed. */
  get refused(): number {
    return Object.values(this.#preview.refused).reduce((sum, amount) => sum + amount, 0);
  }

  get length(): number {
    return this.#part === 'changing' ? this.#preview.changing : this.refused;
  }

  show(part: PreviewPart): void {
    this.#part = part;
    this.#pages = noPages;
    this.#asking = [];
  }

  /** Null while its part is not there. */
  at(index: number): PreviewedProduct | null {
    return productAt(this.#pages, index);
  }

  /** Must be called with the first and the last row in view whenever they change. */
  see(first: number, last: number): void {
    for (let page = pageOf(first); page <= pageOf(last); page += 1) {
      if (!this.#pages.has(page) && !this.#asking.includes(page)) void this.#load(page);
    }
  }

  async #load(page: number): Promise<void> {
    this.#asking = [...this.#asking, page];
    const part = this.#part;
    const { previewId } = this.#preview;
    const query = { previewId, part, offset: page * pageSize, limit: pageSize };
    const answer = await this.#till.request('catalogue.previewedProducts', query);
    if (part !== this.#part) return;
    this.#asking = this.#asking.filter((other) => other !== page);
    // If something was changed since, the next step says so.
    if (!answer.ok) return;
    this.#pages = withPage(this.#pages, page, answer.value);
  }
}

// The products as the catalogue's screen lists them. Pages are asked for as they come into view.
// The list lives as long as the frame, so that a person who comes back to the screen finds it as it
// was.
import type { AppError } from '../../src-main/contract/errors.ts';
import type {
  CatalogueView,
  ListedProduct,
  ListedProducts,
  ProductGroup,
} from '../../src-main/contract/catalogue.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import {
  noPages,
  pageOf,
  pageSize,
  pagesOf,
  productAt,
  withPage,
  withProduct,
  type ProductPages,
} from './product-pages.ts';
import { ProductSelection } from './product-selection.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { Timer } from '../bridge/timer.ts';

/** The wait while scrolling, as pages that only fly past are not asked for. */
const scrollingPauseMs = 40;

export class ProductList {
  readonly #till: Till;
  /** The products that are ticked in it. */
  readonly selection: ProductSelection;
  readonly #views = new LatestAnswer();
  readonly #groupAnswers = new LatestAnswer();
  #view = $state.raw<CatalogueView>({ text: '', group: null });
  #pages = $state.raw<ProductPages>(noPages);
  #total = $state.raw<number | null>(null);
  #all = $state.raw<number | null>(null);
  #groups = $state.raw<readonly ProductGroup[]>([]);
  #error = $state.raw<AppError | null>(null);
  #jumps = $state(0);
  #asking: readonly number[] = [];
  #inView = { first: 0, last: 0 };
  readonly #scrolling = new Timer();
  /** The number of rows above the first one in view, with the fraction of a row. */
  position = 0;

  constructor(till: Till) {
    this.#till = till;
    this.selection = new ProductSelection(till, this);
  }

  get view(): CatalogueView {
    return this.#view;
  }

  /** The number of products in this view; null until it is known. */
  get total(): number | null {
    return this.#total;
  }

  /** The number of products in the catalogue; null until it is known. */
  get all(): number | null {
    return this.#all;
  }

  get groups(): readonly ProductGroup[] {
    return this.#groups;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** Changes whenever something else than scrolling changes the position. */
  get jumps(): number {
    return this.#jumps;
  }

  /** Null while its page is not there. */
  at(index: number): ListedProduct | null {
    return productAt(this.#pages, index);
  }

  /** Returns the first place of a product among the pages that are there; null if it is on none. */
  placeOf(id: number): number | null {
    for (const [page, products] of this.#pages) {
      const at = products.findIndex((listed) => listed.id === id);
      if (at !== -1) return page * pageSize + at;
    }
    return null;
  }

  /** Shows at once, in its place, what a product is now. `reload` then puts it where it belongs. */
  replace(id: number, listed: ListedProduct): void {
    const place = this.placeOf(id);
    if (place === null) return;
    this.#pages = withProduct(this.#pages, place, listed);
  }

  choose(change: Partial<CatalogueView>): void {
    this.#view = { ...this.#view, ...change };
    this.selection.leaveView();
    this.position = 0;
    this.#jumps += 1;
    this.#inView = { first: 0, last: 0 };
    void this.#renew();
  }

  /** Asks anew for what is in view. What shows stays until then. */
  async reload(): Promise<void> {
    await Promise.all([this.#renew(), this.#loadGroups()]);
  }

  /** Must be called with the first and the last product in view whenever they change. */
  see(first: number, last: number): void {
    this.#inView = { first, last };
    this.#scrolling.start(scrollingPauseMs, () => this.#loadMissing());
  }

  /** Replaces all pages once those in view are there, so that nothing flickers. */
  async #renew(): Promise<void> {
    this.#scrolling.stop();
    const isCurrent = this.#views.begin();
    this.#asking = [];
    const { first, last } = this.#inView;
    const wanted = [pageOf(first), pageOf(last)].filter(
      (page, at, all) => all.indexOf(page) === at,
    );
    const answers = await Promise.all(wanted.map((page) => this.#request(page)));
    if (!isCurrent()) return;
    const failed = answers.find((answer) => !answer.ok && answer.error.code !== 'overtaken');
    this.#error = failed && !failed.ok ? failed.error : null;
    if (failed) return;
    this.#pages = pagesOf(
      answers.flatMap((answer, at): (readonly [number, readonly ListedProduct[]])[] => {
        if (!answer.ok) return [];
        this.#count(answer.value);
        return [[wanted[at] ?? 0, answer.value.products]];
      }),
    );
    this.#loadMissing();
  }

  async #loadGroups(): Promise<void> {
    const answer = await this.#groupAnswers.of(this.#till.request('catalogue.groups', undefined));
    if (answer?.ok) this.#groups = answer.value;
  }

  #loadMissing(): void {
    const { first, last } = this.#inView;
    const mostPages = Math.ceil((this.#total ?? 0) / pageSize);
    for (let page = pageOf(first); page <= Math.min(pageOf(last), mostPages - 1); page += 1) {
      if (!this.#pages.has(page) && !this.#asking.includes(page)) void this.#load(page);
    }
  }

  async #load(page: number): Promise<void> {
    const isCurrent = this.#views.current();
    this.#asking = [...this.#asking, page];
    const answer = await this.#request(page);
    if (!isCurrent()) return;
    this.#asking = this.#asking.filter((askedPage) => askedPage !== page);
    if (!answer.ok) {
      if (answer.error.code !== 'overtaken') this.#error = answer.error;
      return;
    }
    const isSame = answer.value.total === this.#total;
    this.#count(answer.value);
    this.#pages = withPage(isSame ? this.#pages : noPages, page, answer.value.products);
    // Something came or went without the screen's knowledge.
    if (!isSame) this.#loadMissing();
  }

  #request(page: number) {
    const offset = page * pageSize;
    return this.#till.request('catalogue.list', { ...this.#view, offset, limit: pageSize });
  }

  #count({ total, all }: ListedProducts): void {
    this.#total = total;
    this.#all = all;
  }
}

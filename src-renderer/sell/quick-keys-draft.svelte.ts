// The quick keys while they are arranged: pages of places, each with a key or free. Nothing is kept
// before it is saved.
import { maxQuickKeys, type KeyColour, type Product } from '../../src-main/contract/catalogue.ts';
import {
  keysPerPage,
  type QuickKey,
  type QuickKeyPage,
  type QuickKeyPages,
} from '../../src-main/contract/selling.ts';

export const placesPerRow = 6;
const maxPages = maxQuickKeys / keysPerPage;

interface DraftPage {
  readonly id: string;
  readonly name: string;
  readonly keys: readonly (QuickKey | null)[];
}

const draftPage = ({ name, keys }: QuickKeyPage): DraftPage => ({
  id: crypto.randomUUID(),
  name,
  keys: Array.from({ length: keysPerPage }, (_, place) => keys[place] ?? null),
});

export class QuickKeysDraft {
  #pages = $state.raw<readonly DraftPage[]>([]);
  #pageIndex = $state(0);
  /** The chosen place of the page; null for none. */
  #place = $state<number | null>(null);

  constructor(pages: readonly QuickKeyPage[]) {
    this.#pages = (pages.length > 0 ? pages : [{ name: '', keys: [] }]).map(draftPage);
  }

  get pages(): readonly DraftPage[] {
    return this.#pages;
  }

  get pageIndex(): number {
    return this.#pageIndex;
  }

  get page(): DraftPage {
    const page = this.#pages[this.#pageIndex];
    if (!page) throw new Error('there is always a page');
    return page;
  }

  get place(): number | null {
    return this.#place;
  }

  get key(): QuickKey | null {
    return this.#place === null ? null : (this.page.keys[this.#place] ?? null);
  }

  get full(): boolean {
    return !this.page.keys.includes(null);
  }

  get canAddPage(): boolean {
    return this.#pages.length < maxPages;
  }

  openPage(index: number): void {
    this.#pageIndex = index;
    this.#place = null;
  }

  choose(place: number | null): void {
    this.#place = place;
  }

  /**
   * Adds the product at the chosen place if it is free, else at the first free one. Returns false
   * on a full page.
   */
  add(product: Product): boolean {
    const chosen = this.#place !== null && this.key === null ? this.#place : null;
    const place = chosen ?? this.page.keys.indexOf(null);
    if (place === -1) return false;
    this.#setKeys(
      this.page.keys.with(place, { code: product.code, colour: product.colour, product }),
    );
    this.#place = place;
    return true;
  }

  /** Moves a key. What is at the target comes to the place that the key leaves. */
  move(from: number, to: number): void {
    const { keys } = this.page;
    if (to < 0 || to >= keys.length) return;
    this.#setKeys(keys.with(to, keys[from] ?? null).with(from, keys[to] ?? null));
    this.#place = to;
  }

  colour(colour: KeyColour | null): void {
    if (this.#place === null || !this.key) return;
    this.#setKeys(this.page.keys.with(this.#place, { ...this.key, colour }));
  }

  removeKey(): void {
    if (this.#place !== null) this.#setKeys(this.page.keys.with(this.#place, null));
  }

  rename(name: string): void {
    this.#change({ ...this.page, name });
  }

  addPage(): void {
    if (!this.canAddPage) return;
    this.#pages = [...this.#pages, draftPage({ name: '', keys: [] })];
    this.openPage(this.#pages.length - 1);
  }

  /** Removes the page. There is always one page left. */
  removePage(): void {
    const left = this.#pages.filter((page) => page !== this.page);
    this.#pages = left.length > 0 ? left : [draftPage({ name: '', keys: [] })];
    this.openPage(Math.min(this.#pageIndex, this.#pages.length - 1));
  }

  /**
   * Returns the pages without the free places at the end of a page, and without pages that say
   * nothing.
   */
  toSave(): QuickKeyPages {
    return this.#pages
      .map(({ name, keys }) => ({
        name: name.trim(),
        keys: keys
          .slice(0, keys.findLastIndex((key) => key !== null) + 1)
          .map((key) => key && { code: key.code, colour: key.colour }),
      }))
      .filter(({ name, keys }) => name !== '' || keys.length > 0);
  }

  #setKeys(keys: DraftPage['keys']): void {
    this.#change({ ...this.page, keys });
  }

  #change(page: DraftPage): void {
    this.#pages = this.#pages.with(this.#pageIndex, page);
  }
}

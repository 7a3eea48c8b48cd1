// A long list of products of which only some pages are there.
import type { ListedProduct } from '../../src-main/contract/catalogue.ts';

export const pageSize = 100;
/** Those farthest from the latest one are dropped first. */
const keptPages = 30;

export type ProductPages = ReadonlyMap<number, readonly ListedProduct[]>;

export const noPages: ProductPages = new Map();

export const pageOf = (index: number): number => Math.floor(index / pageSize);

export const productAt = (pages: ProductPages, index: number): ListedProduct | null =>
  pages.get(pageOf(index))?.[index % pageSize] ?? null;

export const pagesOf = (
  pages: readonly (readonly [number, readonly ListedProduct[]])[],
): ProductPages => new Map(pages);

/** With another page, or with what one holds now. */
export function withPage(
  pages: ProductPages,
  page: number,
  products: readonly ListedProduct[],
): ProductPages {
  const near = [...pages]
    .filter(([other]) => other !== page)
    .sort(([one], [other]) => Math.abs(one - page) - Math.abs(other - page))
    .slice(0, keptPages - 1);
  return new Map([...near, [page, products]]);
}

/** With another product in its place. */
export const withProduct = (
  pages: ProductPages,
  place: number,
  product: ListedProduct,
): ProductPages =>
  withPage(pages, pageOf(place), (pages.get(pageOf(place)) ?? []).with(place % pageSize, product));

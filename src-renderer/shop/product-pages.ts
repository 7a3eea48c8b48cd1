// A long list of which only some pages are there.
import type { ListedProduct } from '../../src-main/contract/catalogue.ts';

export const pageSize = 100;
/** The most pages that are kept. Those farthest from the latest one are dropped first. */
const keptPages = 30;

export type Pages<Row> = ReadonlyMap<number, readonly Row[]>;
export type ProductPages = Pages<ListedProduct>;

export const noPages: Pages<never> = new Map();

export const pageOf = (index: number): number => Math.floor(index / pageSize);

export const productAt = <Row>(pages: Pages<Row>, index: number): Row | null =>
  pages.get(pageOf(index))?.[index % pageSize] ?? null;

export const pagesOf = (
  pages: readonly (readonly [number, readonly ListedProduct[]])[],
): ProductPages => new Map(pages);

/** Returns the pages with another one, or with new rows in one of them. */
export function withPage<Row>(
  pages: Pages<Row>,
  page: number,
  products: readonly Row[],
): Pages<Row> {
  const near = [...pages]
    .filter(([other]) => other !== page)
    .sort(([one], [other]) => Math.abs(one - page) - Math.abs(other - page))
    .slice(0, keptPages - 1);
  return new Map<number, readonly Row[]>([...near, [page, products]]);
}

/** Returns the pages with another product in its place. */
export const withProduct = (
  pages: ProductPages,
  place: number,
  product: ListedProduct,
): ProductPages =>
  withPage(pages, pageOf(place), (pages.get(pageOf(place)) ?? []).with(place % pageSize, product));

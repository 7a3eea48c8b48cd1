// Learnt products while a person ticks and changes them.
import { dayAtMs } from '../../src-main/contract/calendar.ts';
import { foldText } from '../../src-main/contract/fold-text.ts';
import type { LearntProduct, TakenProduct } from '../../src-main/contract/learning.ts';
import type { Format } from '../bridge/format.ts';
import { parseUnitPrice } from '../lines/entry.ts';

const dayMs = 86_400_000;
/** A product that was not sold for this long is offered, and not ticked. */
const longAgoDays = 60;

export const productFilters = ['all', 'contradictions', 'old', 'untaxed'] as const;
export type ProductFilter = (typeof productFilters)[number];
export const productOrders = ['sold', 'name', 'price', 'last'] as const;
export type ProductOrder = (typeof productOrders)[number];

export class ProductRow {
  readonly product: LearntProduct;
  /** True if another name, or another price, was seen for its code. */
  readonly isContradictory: boolean;
  readonly isOld: boolean;
  /** True if its price with tax is not known. */
  readonly isUntaxed: boolean;
  readonly folded: string;
  isTaken = $state(false);
  name = $state('');
  /** The price as it is typed. */
  price = $state('');

  constructor(product: LearntProduct, format: Format, oldBeforeMs: number) {
    this.product = product;
    const { code, names, price, lastOn } = product;
    this.isContradictory = names.length > 1 || (price !== null && price.lowest !== price.highest);
    this.isOld = (dayAtMs(lastOn) ?? oldBeforeMs) < oldBeforeMs;
    this.isUntaxed = price?.isTaxIncluded !== true;
    this.folded = foldText(`${code} ${names.join(' ')}`);
    this.name = names[0] ?? code;
    this.price = price?.isTaxIncluded === true ? format.editable(price.unitPrice, 6, 2) : '';
    this.isTaken = !this.isUntaxed && !this.isOld;
  }

  get unitPrice() {
    return parseUnitPrice(this.price);
  }

  get isWrong(): boolean {
    return this.isTaken && (this.unitPrice === undefined || this.name.trim() === '');
  }
}

export class ProductsDraft {
  readonly rows: readonly ProductRow[];
  search = $state('');
  filter = $state<ProductFilter>('all');
  order = $state<ProductOrder>('sold');

  /** `products` must come with those sold most first. */
  constructor(products: readonly LearntProduct[], format: Format, nowMs: number) {
    const oldBeforeMs = nowMs - longAgoDays * dayMs;
    this.rows = products.map((product) => new ProductRow(product, format, oldBeforeMs));
  }

  count(filter: ProductFilter): number {
    return this.rows.filter((row) => isIn(row, filter)).length;
  }

  readonly shownRows = $derived.by(() => {
    const words = foldText(this.search).split(/\s+/).filter(Boolean);
    const matching = this.rows.filter(
      (row) => isIn(row, this.filter) && words.every((word) => row.folded.includes(word)),
    );
    return this.order === 'sold' ? matching : matching.toSorted(compare[this.order]);
  });

  readonly takenRows = $derived.by(() => this.rows.filter(({ isTaken }) => isTaken));

  get isWrong(): boolean {
    return this.takenRows.some(({ isWrong }) => isWrong);
  }

  /** Ticks those whose price is known. A person types the other prices first. */
  tickShown(isTaken: boolean): void {
    for (const row of this.shownRows) row.isTaken = isTaken && row.unitPrice !== undefined;
  }

  read(): readonly TakenProduct[] {
    return this.takenRows.flatMap(({ product, name, unitPrice }) =>
      unitPrice === undefined
        ? []
        : [{ code: product.code, description: name.trim(), unitPrice, unit: product.unit }],
    );
  }
}

function isIn(row: ProductRow, filter: ProductFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'contradictions':
      return row.isContradictory;
    case 'old':
      return row.isOld;
    case 'untaxed':
      return row.isUntaxed;
  }
}

const compare: Readonly<
  Record<Exclude<ProductOrder, 'sold'>, (one: ProductRow, other: ProductRow) => number>
> = {
  name: (one, other) => (one.folded < other.folded ? -1 : 1),
  price: (one, other) =>
    (other.product.price?.unitPrice ?? 0) - (one.product.price?.unitPrice ?? 0),
  last: (one, other) => (one.product.lastOn > other.product.lastOn ? -1 : 1),
};

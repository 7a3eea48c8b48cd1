// The pages of quick keys, arranged by hand or by the catalogue's numbers.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import { unitPriceSchema } from '../../../src-main/contract/money.ts';
import { quickKeyPages } from '../../../src-main/till/quick-keys.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';
import { openTill } from '../store/temporary-till.ts';

const product = (code: string, quickKey: number | null): Product => ({
  code,
  description: code,
  barcodes: [],
  unitPrice: v.parse(unitPriceSchema, 1_000_000),
  unit: 'un',
  soldBy: 'piece',
  vatLabel: '',
  group: '',
  quickKey,
  colour: 'blue',
});
const catalogueOf = (...products: readonly Product[]) => ({
  byCode: (code: string) => products.find((one) => one.code === code),
  quickKeys: () => products,
});
const keyOf = (of: Product) => ({ code: of.code, colour: of.colour, product: of });

test('without an arrangement the catalogue’s numbers are the places, page by page', () => {
  const [one, three, late] = [product('A', 1), product('B', 3), product('C', 25)];
  const pages = quickKeyPages([], catalogueOf(one, three, late));
  expect(pages).toHaveLength(2);
  expect(pages[0]?.keys).toHaveLength(24);
  expect(pages[0]?.keys.slice(0, 4)).toEqual([keyOf(one), null, keyOf(three), null]);
  expect(pages[1]?.keys).toEqual([keyOf(late)]);
});

test('the second of two products with one place gets the next free one', () => {
  const [one, two, three] = [product('A', 1), product('B', 1), product('C', 2)];
  const [page] = quickKeyPages([], catalogueOf(one, two, three));
  expect(page?.keys).toEqual([keyOf(one), keyOf(two), keyOf(three)]);
});

test('a place beyond the last possible page does not count', () => {
  const [one, two] = [product('A', 480), product('B', 480)];
  const pages = quickKeyPages([], catalogueOf(one, two));
  expect(pages).toHaveLength(20);
  expect(pages.at(-1)?.keys.at(-1)).toEqual(keyOf(one));
});

test('an arrangement by hand counts alone, even for a removed product', () => {
  const db = openTill();
  const one = product('A', 1);
  const arranged = [
    { name: 'Mine', keys: [null, { code: 'A', colour: null }, { code: 'GONE', colour: null }] },
  ];
  replaceQuickKeyPages(db, arranged);
  expect(quickKeyPages(readQuickKeyPages(db), catalogueOf(one, product('B', 2)))).toEqual([
    {
      name: 'Mine',
      keys: [
        null,
        { code: 'A', colour: null, product: one },
        { code: 'GONE', colour: null, product: null },
      ],
    },
  ]);
});

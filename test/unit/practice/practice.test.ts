// Tests what a new practice till sells.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { productSchema } from '../../../src-main/contract/catalogue.ts';
import { keysPerPage } from '../../../src-main/contract/selling.ts';
import { exampleProducts } from '../../../src-main/practice/seed-till.ts';
import { countedCents } from '../../../src-main/contract/day.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { foundCents, piecesOf } from '../../../src-main/practice/drawer-rehearsal.ts';

test('every example product is one that a catalogue can hold, with group, VAT label and colour', () => {
  for (const product of exampleProducts()) {
    expect(v.parse(productSchema, product)).toEqual(product);
    expect(product.group).not.toBe('');
    expect(product.vatLabel).toMatch(/^(6|13|23) %$/);
    expect(product.colour).not.toBeNull();
  }
});

test('every product without a barcode has a quick key, without gaps on two pages', () => {
  const keys = exampleProducts().filter(({ quickKey }) => quickKey !== null);
  expect(keys.every(({ barcodes }) => barcodes.length === 0)).toBe(true);
  expect(exampleProducts().filter(({ barcodes }) => barcodes.length === 0)).toEqual(keys);
  expect(keys.map(({ quickKey }) => quickKey)).toEqual(keys.map((_, index) => index + 1));
  expect(Math.ceil(keys.length / keysPerPage)).toBe(2);
});

test.each([0, 1, 99, 10_120, 14_624, 88_888])(
  '%i cents are counted as pieces of the same sum',
  (amount) => {
    expect(countedCents({ pieces: piecesOf(cents(amount)), otherCents: cents(0) })).toBe(amount);
  },
);

test('a drawer that differs lacks five euros, or has too much if it holds less than that', () => {
  expect([10_620, 500, 499, 0].map((expected) => foundCents(cents(expected)))).toEqual([
    10_120, 0, 999, 500,
  ]);
  expect(piecesOf(cents(-1))).toEqual([]);
});

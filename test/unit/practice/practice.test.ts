// Tests what a new practice till sells.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { productSchema } from '../../../src-main/contract/catalogue.ts';
import { keysPerPage } from '../../../src-main/contract/selling.ts';
import { exampleProducts } from '../../../src-main/practice/seed-till.ts';

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

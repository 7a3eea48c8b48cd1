// What is typed into a product's form becomes the product that is saved, or the rules that it
// breaks.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { productSchema, type Product } from '../../../../src-main/contract/catalogue.ts';
import { formatFor } from '../../../../src-renderer/bridge/format.ts';
import {
  emptyEntry,
  entryOf,
  readEntry,
  withBarcode,
} from '../../../../src-renderer/lines/product-draft.ts';

const product = (changes: Partial<Record<keyof Product, unknown>> = {}): Product =>
  v.parse(productSchema, {
    ...{ code: 'A', description: 'Pão', barcodes: ['1', '2'], unitPrice: 1_234_500, unit: 'un' },
    ...{ soldBy: 'piece', vatLabel: '6 %', group: 'Padaria', quickKey: 3, colour: 'red' },
    ...changes,
  });

test.each([
  product(),
  product({ soldBy: null }),
  product({ unit: 'kg', soldBy: 'piece' }),
  product({ unit: '', soldBy: null }),
  product({ unitPrice: 0 }),
])('a form that nobody touches saves the product as it is', (each) => {
  for (const language of ['en', 'pt-PT'] as const) {
    expect(readEntry(entryOf(each, formatFor(language)), each)).toEqual({ product: each });
  }
});

test('how a product is sold follows its unit, unless a person says otherwise', () => {
  const typed = { ...emptyEntry, code: 'A', description: 'A', unitPrice: '2,5' };
  expect(readEntry({ ...typed, unit: 'kg' }, null)).toMatchObject({
    product: { soldBy: 'measure', unitPrice: 2_500_000, quickKey: null },
  });
  expect(readEntry({ ...typed, unit: 'kg', soldBy: 'piece' }, null)).toMatchObject({
    product: { soldBy: 'piece' },
  });
});

test('every rule that is broken is said once, at its field', () => {
  expect(readEntry(emptyEntry, null)).toEqual({
    wrong: [
      { field: 'code', kind: 'missing' },
      { field: 'description', kind: 'missing' },
      { field: 'unitPrice', kind: 'missing' },
    ],
  });
  const long = {
    ...emptyEntry,
    code: 'A'.repeat(61),
    description: 'A\u0007',
    unit: 'u'.repeat(21),
  };
  expect(readEntry({ ...long, unitPrice: '-1', group: 'g'.repeat(81) }, null)).toEqual({
    wrong: [
      { field: 'unitPrice', kind: 'invalid' },
      { field: 'code', kind: 'too_long' },
      { field: 'description', kind: 'invalid' },
      { field: 'unit', kind: 'too_long' },
      { field: 'group', kind: 'too_long' },
    ],
  });
});

test('a barcode is added once, and an invalid one not at all', () => {
  expect(withBarcode(['1'], ' 2 ')).toEqual(['1', '2']);
  expect(withBarcode(['1'], '1')).toEqual(['1']);
  expect(withBarcode([], 'x'.repeat(81))).toBeNull();
  const twenty = Array.from({ length: 20 }, (_, at) => String(at));
  expect(withBarcode(twenty, '99')).toBeNull();
});

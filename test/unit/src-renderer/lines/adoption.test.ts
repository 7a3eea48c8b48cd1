// Tests what a document's line gives the catalogue, and what it leaves alone.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { DocumentLine } from '../../../../src-main/contract/documents.ts';
import { ok } from '../../../../src-main/contract/errors.ts';
import { unitPriceSchema } from '../../../../src-main/contract/money.ts';
import { adopt, productOfLine } from '../../../../src-renderer/lines/adoption.ts';
import { product as productWith, tillOf } from '../sell/catalogue-till.ts';

const line: DocumentLine = {
  code: 'CAFE',
  description: 'Café expresso',
  quantity: null,
  unitPrice: v.parse(unitPriceSchema, 800_000),
};

test('a line gives its code, description and price', () => {
  expect(productOfLine(line)).toMatchObject({
    code: 'CAFE',
    description: 'Café expresso',
    unitPrice: 800_000,
    barcodes: [],
    quickKey: null,
  });
});

test('without a description the code describes it', () => {
  expect(productOfLine({ ...line, description: '' })).toMatchObject({ description: 'CAFE' });
});

test('without a code or a price that can be sold by there is no product', () => {
  expect(productOfLine({ ...line, code: '' })).toBeNull();
  expect(productOfLine({ ...line, unitPrice: null })).toBeNull();
  expect(productOfLine({ ...line, code: 'A\nB' })).toBeNull();
});

/** Returns a till whose catalogue has one product, and what the catalogue was asked to keep. */
function catalogueWith(code: string) {
  const keptProducts: unknown[] = [];
  const till = tillOf((name, argument) => {
    if (name === 'catalogue.keep') keptProducts.push(argument);
    return ok(name === 'sell.findProducts' ? [productWith(code)] : null);
  });
  return { till, keptProducts };
}

const product = productOfLine(line) ?? expect.fail();

test('a product that the catalogue does not have is added', async () => {
  const { till, keptProducts } = catalogueWith('CAFE-DUPLO');
  expect(await adopt(till, product)).toEqual(ok('added'));
  expect(keptProducts).toEqual([{ product }]);
});

test('a product that the catalogue has keeps its barcodes: nothing is written', async () => {
  const { till, keptProducts } = catalogueWith('CAFE');
  expect(await adopt(till, product)).toEqual(ok('known'));
  expect(keptProducts).toEqual([]);
});

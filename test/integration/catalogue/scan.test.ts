// What a scanned text stands for, from the printed code to the sold line.
import { expect, test } from 'vitest';
import { scan } from '../../../src-main/catalogue/scan.ts';
import type { InStoreRule } from '../../../src-main/contract/barcodes.ts';
import { openCatalogue, openImported, product, unitPrice } from './import-samples.ts';

const weight: InStoreRule = { prefix: '27', itemDigits: 5, value: 'weight', decimals: 3 };
const price: InStoreRule = { prefix: '28', itemDigits: 5, value: 'price', decimals: 2 };

const cheese = product('123', { unit: 'kg' });
const ham = product('HAM', {
  unit: 'kg',
  barcodes: ['00045'],
  unitPrice: unitPrice(18_900_000),
});
const milk = product('MILK', { barcodes: ['5601234101553'] });
const odd = product('ODD', { barcodes: ['5601234101554'] });
const shop = [cheese, ham, milk, odd];

const scanned = (text: string, rules: readonly InStoreRule[] = [weight, price], products = shop) =>
  scan(openCatalogue(products).catalogue, text, rules);

/** Appends the right check digit. */
function checked(digits: string): string {
  const sum = Array.from(digits, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

test('a barcode or a code gives one piece of its product, at its price', () => {
  const { unitPrice } = milk;
  const one = { kind: 'product', isFromLabel: false, product: milk, quantity: 1000, unitPrice };
  expect(scanned('5601234101553')).toEqual(one);
  expect(scanned('MILK')).toEqual(one);
  expect(scanned(' 5601234101553 ')).toEqual(one);
});

test('a code that the keyboard wrote in the other case is found, unless two could be meant', () => {
  expect(scanned('milk')).toMatchObject({ product: milk });
  const two = [product('Ab'), product('aB')];
  expect(scanned('AB', [], two)).toEqual({ kind: 'unknown' });
  expect(scanned('aB', [], two)).toMatchObject({ product: two[1] });
});

test('a barcode comes before a code', () => {
  const both = [product('77'), product('B', { barcodes: ['77'] })];
  expect(scan(openImported(both).catalogue, '77', [])).toMatchObject({ product: both[1] });
});

test('a code with a wrong check digit is misread, unless the catalogue has that very code', () => {
  expect(scanned('5601234101559')).toEqual({ kind: 'misread' });
  expect(scanned('62345678')).toEqual({ kind: 'misread' });
  expect(scanned('5601234101554')).toMatchObject({ product: odd });
  expect(scanned('62345678', [], [product('62345678')])).toMatchObject({ kind: 'product' });
});

test('a code that the catalogue does not know is unknown', () => {
  expect(scanned('5601234100075')).toEqual({ kind: 'unknown' });
  // A UPC-E, whose check digit is that of its longer form.
  expect(scanned('04252614')).toEqual({ kind: 'unknown' });
  expect(scanned('MIL')).toEqual({ kind: 'unknown' });
  expect(scanned('Product')).toEqual({ kind: 'unknown' });
});

test('a weight is the quantity', () => {
  expect(scanned(checked('270012301234'))).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: cheese,
    quantity: 1234,
    unitPrice: cheese.unitPrice,
  });
});

test('a price stands for the weight that comes to it, at the catalogue’s price', () => {
  expect(scanned(checked('280004501234'))).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: ham,
    quantity: 653,
    unitPrice: 18_900_000,
    labelPrice: 12_340_000,
  });
});

test('a price of a piece is the price of one, not of a kilogram', () => {
  expect(scanned(checked('280004501234'), [{ ...price, value: 'piecePrice' }])).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: { ...ham, unit: 'un' },
    quantity: 1000,
    unitPrice: 12_340_000,
  });
  const yoghurt = product('45', { unit: 'emb' });
  expect(scanned(checked('280004500199'), [price], [yoghurt])).toEqual({
    kind: 'product',
    isFromLabel: true,
    product: yoghurt,
    quantity: 1000,
    unitPrice: 1_990_000,
  });
});

test('an item that is not in the catalogue, and a weight of nothing, are unknown', () => {
  expect(scanned(checked('270099901234'))).toEqual({ kind: 'unknown' });
  expect(scanned(checked('270012300000'))).toEqual({ kind: 'unknown' });
  expect(scanned(checked('270012301234'), [])).toEqual({ kind: 'unknown' });
});

test('more than a till can sell is unknown', () => {
  const tonnes: InStoreRule = { prefix: '29', itemDigits: 3, value: 'weight', decimals: 0 };
  expect(scanned(checked('291231000000'), [tonnes])).toEqual({ kind: 'unknown' });
  const dear: InStoreRule = { ...tonnes, value: 'price' };
  expect(scanned(checked('291231000000'), [dear])).toEqual({ kind: 'unknown' });
});

test('an in-store code that the catalogue has as a whole is that product', () => {
  const label = checked('270012301234');
  const packet = product('PACKET', { barcodes: [label] });
  expect(scanned(label, [weight], [cheese, packet])).toMatchObject({
    product: packet,
    quantity: 1000,
  });
});

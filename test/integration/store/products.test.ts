// Finding products as a cashier types or scans.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import type { Product } from '../../../src-main/contract/api.ts';
import { unitPriceSchema } from '../../../src-main/contract/money.ts';
import { findProducts, replaceProducts } from '../../../src-main/store/products.ts';
import { openTill } from './temporary-till.ts';

const product = (code: string, description: string, barcode: string | null = null): Product => ({
  code,
  description,
  barcode,
  unitPrice: v.parse(unitPriceSchema, 1_250_000),
  unit: 'un',
});

const catalogue = [
  product('CAFE', 'Café'),
  product('CAFE-D', 'Café descafeinado'),
  product('PAO', 'Pão de água'),
  product('12', 'Água 12 garrafas', '5601234567890'),
  product('CADERNO-A5', 'Caderno', '12'),
  product('P12', 'Lápis'),
];

function found(text: string, products: readonly Product[] = catalogue): readonly string[] {
  const db = openTill();
  replaceProducts(db, products);
  return findProducts(db, text).map((each) => each.code);
}

test('a product comes back whole', () => {
  const db = openTill();
  replaceProducts(db, catalogue);
  expect(findProducts(db, '5601234567890')).toEqual([catalogue[3]]);
});

test.each(['cafe', 'CAFÉ', 'café', 'Cafe\u0301', ' cafe '])('"%s" finds Café', (text) => {
  expect(found(text)).toEqual(['CAFE', 'CAFE-D']);
});

test('several words are all found, in any order', () => {
  expect(found('agua pao')).toEqual(['PAO']);
  expect(found('agua 12')).toEqual(['12']);
  expect(found('agua cafe')).toEqual([]);
});

test('an exact code comes first, then an exact barcode, then what merely holds the text', () => {
  expect(found('12')).toEqual(['12', 'CADERNO-A5', 'P12']);
  expect(found('cafe-d')[0]).toBe('CAFE-D');
});

test('nothing typed finds nothing', () => {
  expect(found('')).toEqual([]);
  expect(found('   ')).toEqual([]);
});

test.each(['%', '_', "'", '"', '*', 'x OR 1=1', '\0'])('%j means only itself', (text) => {
  expect(found(text)).toEqual([]);
  const named = product('ODD', `Odd ${text} thing`);
  expect(found(`odd ${text}`, [...catalogue, named])).toEqual(['ODD']);
});

test('at most twenty are answered, and the exact code is among them', () => {
  const many = Array.from({ length: 60 }, (_, i) => product(`T${i}`, `Aaa tea T59 ${i}`));
  expect(found('tea', many)).toHaveLength(20);
  expect(found('t59', many)[0]).toBe('T59');
});

test('a new catalogue takes the place of the old one', () => {
  const db = openTill();
  replaceProducts(db, catalogue);
  replaceProducts(db, [product('NEW', 'Novo')]);
  expect(findProducts(db, 'cafe')).toEqual([]);
  expect(findProducts(db, 'novo')).toHaveLength(1);
});

test('a catalogue that cannot be taken whole leaves the old one as it was', () => {
  const db = openTill();
  replaceProducts(db, catalogue);
  const twice = [product('SAME', 'Um'), product('SAME', 'Dois')];
  expect(() => {
    replaceProducts(db, twice);
  }).toThrow('UNIQUE');
  expect(findProducts(db, 'cafe')).toHaveLength(2);
  expect(findProducts(db, 'um')).toEqual([]);
});

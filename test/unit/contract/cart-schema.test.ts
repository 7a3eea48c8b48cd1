// Tests what cartSchema of cart.ts accepts from the screen and from a row.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { cartSchema } from '../../../src-main/contract/cart.ts';

const uuid = '0b8f4a52-5f0e-4a7e-9d7c-0a4b5c6d7e8f';
const line = { lineId: uuid, code: 'CAFE', description: 'Café', quantity: 1000, unitPrice: 650000 };
const cart = { cartId: uuid, lines: [line], discount: 0, taxNumber: null };

const controlCharacters = [
  ...Array(0x20).keys(),
  ...Array.from({ length: 33 }, (_, i) => 0x7f + i),
];

test.each([
  ['a plain cart', cart],
  ['no lines', { ...cart, lines: [] }],
  ['a thousand lines', { ...cart, lines: Array.from({ length: 1000 }, () => line) }],
  ['a tax number', { ...cart, taxNumber: '123456789' }],
  ['a description in any script', { ...cart, lines: [{ ...line, description: 'Chá 茶 🍵' }] }],
])('%s is a cart', (_name, value) => {
  expect(v.parse(cartSchema, value)).toEqual(value);
});

test.each([
  ['a field too many', { ...cart, total: 5 }],
  ['a field too few', { cartId: uuid, lines: [], discount: 0 }],
  ['a name of its own that is not a UUID', { ...cart, cartId: '1' }],
  ['1001 lines', { ...cart, lines: Array.from({ length: 1001 }, () => line) }],
  ['a discount below nothing', { ...cart, discount: -1 }],
  ['a discount above 100 %', { ...cart, discount: 10_001 }],
  ['a tax number whose check digit is wrong', { ...cart, taxNumber: '123456780' }],
  ['an empty tax number', { ...cart, taxNumber: '' }],
])('%s is not a cart', (_name, value) => {
  expect(v.is(cartSchema, value)).toBe(false);
});

test.each([
  ['a field too many', { discount: 1 }],
  ['a line id that is not a UUID', { lineId: 'x' }],
  ['an empty code', { code: '' }],
  ['a code of 61 characters', { code: 'x'.repeat(61) }],
  ['an empty description', { description: '' }],
  ['a description of 201 characters', { description: 'x'.repeat(201) }],
  ['a quantity of nothing', { quantity: 0 }],
  ['a negative quantity', { quantity: -1000 }],
  ['a fraction of a thousandth', { quantity: 0.5 }],
  ['too large a quantity', { quantity: 100_000_000 }],
  ['a negative price', { unitPrice: -1 }],
  ['too high a price', { unitPrice: 100_000_000_000 }],
])('a line with %s is refused', (_name, change) => {
  expect(v.is(cartSchema, { ...cart, lines: [{ ...line, ...change }] })).toBe(false);
});

test.each(controlCharacters)('the control character %i is refused wherever it stands', (code) => {
  const character = String.fromCharCode(code);
  for (const text of [character, `a${character}b`, `a${character}`]) {
    expect(v.is(cartSchema, { ...cart, lines: [{ ...line, description: text }] })).toBe(false);
    expect(v.is(cartSchema, { ...cart, lines: [{ ...line, code: text }] })).toBe(false);
  }
});

// Tests what is said of the lines of a cart: discounts, pieces, and which one changed last.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  countPieces,
  discountOf,
  lastChanged,
  type CartLine,
} from '../../../src-main/contract/cart.ts';
import { quantitySchema, unitPriceSchema } from '../../../src-main/contract/money.ts';

const line = (values: { quantity?: number; unitPrice?: number; listPrice?: number }): CartLine => ({
  lineId: crypto.randomUUID(),
  code: 'CAFE',
  description: 'Café',
  quantity: v.parse(quantitySchema, values.quantity ?? 1000),
  unitPrice: v.parse(unitPriceSchema, values.unitPrice ?? 1_000_000),
  ...(values.listPrice !== undefined && { listPrice: v.parse(unitPriceSchema, values.listPrice) }),
});

test.each([
  [{ unitPrice: 1_800_000, listPrice: 2_000_000 }, 1000],
  [{ unitPrice: 666_667, listPrice: 1_000_000 }, 3333],
  [{ unitPrice: 0, listPrice: 2_000_000 }, 10_000],
  [{ unitPrice: 2_000_000 }, 0],
  [{ unitPrice: 0, listPrice: 0 }, 0],
])('%j is a discount of %i hundredths of a percent', (values, percent) => {
  expect(discountOf(line(values))).toBe(percent);
});

test('what is weighed is one piece, what is counted as many as there are', () => {
  expect(countPieces([line({ quantity: 3000 }), line({ quantity: 350 }), line({})])).toBe(5);
});

test('the last line that is new or not what it was is the one that changed', () => {
  const [a, b] = [line({}), line({})];
  const raised = { ...a, quantity: v.parse(quantitySchema, 2000) };
  expect(lastChanged([a, b], [raised, b])).toBe(raised);
  expect(lastChanged([a], [a, b])).toBe(b);
  expect(lastChanged([a, b], [a])).toBeUndefined();
});

// If a label carries a price, the line comes to that price, whatever is scanned.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { addLine, emptyCart, totals, type CartLine } from '../../../src-main/contract/cart.ts';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import {
  piecesByLabels,
  weighedAt,
  weighedByLabels,
  type LabelLine,
} from '../../../src-main/contract/label-price.ts';
import {
  cents,
  lineTotalCents,
  oneUnit,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import { soldByUnit } from '../../../src-main/contract/sold-by.ts';
import { lineOf } from '../../../src-renderer/lines/product-line.ts';
import { product as sampleProduct } from '../src-renderer/sell/catalogue-till.ts';

const micros = (value: number) => v.parse(unitPriceSchema, value);
const euros = (value: number) => micros(Math.round(value * 1_000_000));
const product = (unitPrice: number, unit = 'kg'): Product =>
  sampleProduct('QUEIJO', {
    ...{ unitPrice: micros(unitPrice), unit, soldBy: soldByUnit(unit) ?? null },
  });

describe('the weight of a label’s price', () => {
  test.each([
    // A weight comes to this price: 0.653 × 18.90 is 12.3417.
    [12.34, 18.9, 653, 18.9],
    [5, 10, 500, 10],
    [0.02, 18.9, 1, 18.9],
    // No weight comes to 12.35: 0.653 gives 12.34, and 0.654 gives 12.36.
    [12.35, 18.9, 653, 18.91],
    [99_999.99, 3, 33_333_330, 3],
    // From 3 kg on, the unit price must change by less than a cent.
    [200.01, 38.9, 5142, 38.898],
  ])('%d at %d is %d g at %d', (total, price, quantity, unitPrice) => {
    expect(weighedAt(cents(Math.round(total * 100)), euros(price))).toEqual({
      quantity,
      unitPrice: euros(unitPrice),
    });
  });

  test('nothing, and less than half a gram, are no weight', () => {
    expect(weighedAt(cents(0), euros(18.9))).toBeNull();
    expect(weighedAt(cents(100), euros(0))).toBeNull();
    expect(weighedAt(cents(1), euros(99_999))).toBeNull();
    expect(weighedAt(cents(9_999_999), micros(1))).toBeNull();
  });

  test('at a price that comes near its own half cents, no half cent is left to be rounded', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_999_999 }),
        fc.integer({ min: 1, max: 99_999_999_999 }),
        (total, price) => {
          const soldWeight = weighedAt(cents(total), micros(price));
          if (!soldWeight) return;
          const exact = BigInt(soldWeight.quantity) * BigInt(soldWeight.unitPrice);
          const missing = exact - BigInt(total) * 10_000_000n;
          expect(missing > -5_000_000n && missing < 5_000_000n).toBe(true);
        },
      ),
    );
  });
});

const label = fc.record({
  price: fc.oneof(
    fc.integer({ min: 0, max: 9_999_999 }).map((value) => micros(value * 10_000)),
    // A rule may say three decimals.
    fc.integer({ min: 0, max: 999_999 }).map((value) => micros(value * 1_000)),
  ),
  unitPrice: fc.oneof(
    fc.integer({ min: 0, max: 99_999_999_999 }),
    fc.integer({ min: 1, max: 10_000 }).map((value) => value * 10_000),
  ),
  unit: fc.constantFrom('kg', '', 'un', 'L', 'Un.'),
  sells: fc.constantFrom(weighedByLabels, piecesByLabels),
});

const cartLine = ({ product: sold, quantity, unitPrice, labelCents }: LabelLine): CartLine =>
  lineOf(sold, quantity, unitPrice, labelCents);

test('labels of one price, one or many, come to that many times the price', () => {
  fc.assert(
    fc.property(
      label,
      fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 999 })),
      (given, times) => {
        const { price, unitPrice, unit, sells } = given;
        const labels = v.parse(quantitySchema, times * oneUnit);
        const line = cartLine(sells(product(unitPrice, unit), labels, price));
        expect(lineTotalCents(line.quantity, line.unitPrice)).toBe(lineTotalCents(labels, price));
        expect(v.is(quantitySchema, line.quantity)).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('a sale of several labels comes to the sum of their prices, in whichever order they are scanned', () => {
  const cheese = product(18_900_000);
  const prices = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(prices, fc.constantFrom(weighedByLabels, piecesByLabels), (all, sells) => {
      const cart = all
        .map((price) => cartLine(sells(cheese, oneUnit, micros(price * 10_000))))
        .reduce(addLine, emptyCart(crypto.randomUUID()));
      expect(totals(cart).totalCents).toBe(all.reduce((sum, price) => sum + price, 0));
    }),
  );
});

test('a label of a piece is one piece, and has no unit of weight', () => {
  expect(piecesByLabels(product(18_900_000), oneUnit, euros(12.34))).toMatchObject({
    product: { unit: 'un' },
    quantity: 1000,
    unitPrice: 12_340_000,
    labelCents: null,
  });
  expect(piecesByLabels(product(8_000_000, 'Cx.'), oneUnit, euros(6))).toMatchObject({
    product: { unit: 'Cx.' },
  });
});

test('what is sold by the piece has no weight, whatever its label costs', () => {
  expect(weighedByLabels(product(8_000_000, 'un'), oneUnit, euros(6))).toMatchObject({
    product: { unit: 'un' },
    quantity: 1000,
    unitPrice: 6_000_000,
    labelCents: null,
  });
});

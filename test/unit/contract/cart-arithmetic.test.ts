// Compares totals and discounts with exact fractions, which are rounded only where the till says
// so.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  discountLine,
  emptyCart,
  setUnitPrice,
  totals,
  type Cart,
} from '../../../src-main/contract/cart.ts';
import {
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';

/** A rational number; the denominator is above 0. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}
const fraction = (over: number, under: number): Fraction => ({
  over: BigInt(over),
  under: BigInt(under),
});
const times = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.over,
  under: a.under * b.under,
});
const minus = (a: Fraction, b: Fraction): Fraction => ({
  over: a.over * b.under - b.over * a.under,
  under: a.under * b.under,
});
/**
 * Returns the whole number nearest to a fraction that is not negative, by trying both neighbours.
 * Halves go up.
 */
function nearest(of: Fraction): bigint {
  const below = of.over / of.under;
  const toBelow = minus(of, { over: below, under: 1n });
  const toAbove = minus({ over: below + 1n, under: 1n }, of);
  return toBelow.over * toAbove.under < toAbove.over * toBelow.under ? below : below + 1n;
}

const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const percent = (hundredths: number) => v.parse(percentSchema, hundredths);
const unitPrice = (micros: number) => v.parse(unitPriceSchema, micros);

/**
 * Draws whole pieces and weights, prices in cents and finer, and products that end in half a cent.
 */
const anyLine = fc.record({
  quantity: fc
    .oneof(
      fc.integer({ min: 1, max: 99 }).map((pieces) => pieces * 1000),
      fc.integer({ min: 1, max: 20_000 }),
      fc.integer({ min: 1, max: 99_999_999 }),
      fc.constant(500),
    )
    .map((thousandths) => v.parse(quantitySchema, thousandths)),
  unitPrice: fc
    .oneof(
      fc.integer({ min: 0, max: 100_000 }).map((amount) => amount * 10_000),
      fc.integer({ min: 0, max: 100_000 }).map((halves) => halves * 5_000),
      fc.integer({ min: 0, max: 99_999_999_999 }),
    )
    .map(unitPrice),
});
const anyPercent = fc
  .oneof(
    fc.integer({ min: 0, max: 100 }).map((whole) => whole * 100),
    fc.integer({ min: 0, max: 10_000 }),
  )
  .map(percent);
const anyCart = fc
  .tuple(fc.array(anyLine, { maxLength: 40, size: 'large' }), anyPercent)
  .map(([lines, discount]): Cart => ({
    ...emptyCart(uuid(0)),
    discount,
    lines: lines.map((line, index) => ({
      ...line,
      lineId: uuid(index + 1),
      code: `P${index}`,
      description: `Product ${index}`,
    })),
  }));

test('the sum is that of the lines, each rounded to the cent, less a discount that is rounded once', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      const linesCents = cart.lines.reduce((sum, { quantity, unitPrice: price }) => {
        const amount = times(fraction(quantity, 1_000), fraction(price, 1_000_000));
        return sum + nearest(times(amount, fraction(100, 1)));
      }, 0n);
      const share = times({ over: linesCents, under: 1n }, fraction(cart.discount, 10_000));
      const discountCents = nearest(share);
      expect(totals(cart)).toEqual({
        linesCents: Number(linesCents),
        discountCents: Number(discountCents),
        totalCents: Number(linesCents - discountCents),
      });
    }),
    { numRuns: 500 },
  );
});

test('a discounted line costs the list price less the percentage, to the millionth', () => {
  fc.assert(
    fc.property(anyLine, anyPercent, (line, off) => {
      const cart = {
        ...emptyCart(uuid(0)),
        lines: [{ ...line, lineId: uuid(1), code: 'P', description: 'P' }],
      };
      const rest = minus(fraction(1, 1), fraction(off, 10_000));
      const expected = Number(nearest(times(fraction(line.unitPrice, 1), rest)));
      const [discounted] = discountLine(cart, uuid(1), off).lines;
      expect(discounted?.unitPrice).toBe(expected);
      expect(discounted?.listPrice).toBe(expected < line.unitPrice ? line.unitPrice : undefined);
    }),
  );
});

test('however often a line is discounted and priced anew, the list price is never below the price', () => {
  const anyChange = fc.oneof(
    anyPercent.map((off) => (cart: Cart) => discountLine(cart, uuid(1), off)),
    fc
      .integer({ min: 0, max: 99_999_999_999 })
      .map((micros) => (cart: Cart) => setUnitPrice(cart, uuid(1), unitPrice(micros))),
  );
  fc.assert(
    fc.property(anyLine, fc.array(anyChange, { maxLength: 8 }), (line, changes) => {
      const cart: Cart = {
        ...emptyCart(uuid(0)),
        lines: [{ ...line, lineId: uuid(1), code: 'P', description: 'P' }],
      };
      const [changed] = changes.reduce((before, change) => change(before), cart).lines;
      const { unitPrice: price = 0, listPrice = Infinity } = changed ?? {};
      expect(listPrice).toBeGreaterThan(price);
    }),
  );
});

// Checks rounding against an exact oracle, and the conversion between whole numbers and the
// service's floats.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  addCents,
  cents,
  centsFromApi,
  totalFromApi,
  formatDecimal,
  lineTotalCents,
  percentOfCents,
  percentSchema,
  percentToApi,
  quantitySchema,
  quantityToApi,
  unitPriceSchema,
  unitPriceToApi,
} from '../../../src-main/contract/money.ts';

const quantity = (thousandths: number) => v.parse(quantitySchema, thousandths);
const unitPrice = (micros: number) => v.parse(unitPriceSchema, micros);
const percent = (hundredths: number) => v.parse(percentSchema, hundredths);

const anyQuantity = fc.integer({ min: 1, max: 99_999_999 }).map(quantity);
const anyUnitPrice = fc.integer({ min: 0, max: 99_999_999_999 }).map(unitPrice);
const anyPercent = fc.integer({ min: 0, max: 10_000 }).map(percent);

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Checks by the definition that `rounded` is numerator/denominator rounded to the nearest whole
 * number, halves away from zero.
 */
function expectRounded(rounded: number, numerator: bigint, denominator: bigint): void {
  const product = BigInt(rounded) * denominator;
  const twiceTheError = 2n * magnitude(numerator - product);
  expect(twiceTheError <= denominator).toBe(true);
  if (twiceTheError === denominator) expect(magnitude(product) > magnitude(numerator)).toBe(true);
}

test.each([
  ['one coffee at 0.65', 1000, 650_000, 65],
  ['three for a euro at a third each', 3000, 333_333, 100],
  ['half a cent, which goes up', 500, 10_000, 1],
  ['less than half a cent, which goes down', 499, 10_000, 0],
  ['1.005, which a float would round down', 1000, 1_005_000, 101],
  ['2.675, which a float would round down', 1000, 2_675_000, 268],
  ['437 g of cheese at 13.99 a kilo', 437, 13_990_000, 611],
  ['a gift at nothing', 1000, 0, 0],
  ['the largest line there can be', 99_999_999, 99_999_999_999, 999_999_989_990],
])('a line of %s is rounded once, to the cent', (_name, thousandths, micros, expected) => {
  expect(lineTotalCents(quantity(thousandths), unitPrice(micros))).toBe(expected);
});

test('every line total is the exact product rounded to the nearest cent', () => {
  fc.assert(
    fc.property(anyQuantity, anyUnitPrice, (q, p) => {
      expectRounded(lineTotalCents(q, p), BigInt(q) * BigInt(p), 10_000_000n);
    }),
  );
});

test.each([
  ['10 % of 0.05', 5, 1000, 1],
  ['9.99 % of 0.05', 5, 999, 0],
  ['a third of a percent of 99.99', 9999, 33, 33],
  ['100 % of 12.34', 1234, 10_000, 1234],
  ['nothing of 12.34', 1234, 0, 0],
  ['half of -0.01, away from zero', -1, 5000, -1],
  ['half of -0.03, away from zero', -3, 5000, -2],
])('%s is rounded once, to the cent', (_name, amount, hundredths, expected) => {
  expect(percentOfCents(cents(amount), percent(hundredths))).toBe(expected);
});

test('every percentage is the exact share rounded to the nearest cent, on both sides of zero', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger().map(cents), anyPercent, (amount, share) => {
      expectRounded(percentOfCents(amount, share), BigInt(amount) * BigInt(share), 10_000n);
    }),
  );
});

test('amounts that are no longer exact are an error, not a wrong sum', () => {
  expect(() => addCents(cents(Number.MAX_SAFE_INTEGER), cents(1))).toThrow(v.ValiError);
  expect(() => cents(0.5)).toThrow(v.ValiError);
  expect(() => cents(NaN)).toThrow(v.ValiError);
});

test('numbers are sent as they were typed, over the whole range', () => {
  fc.assert(
    fc.property(anyQuantity, anyUnitPrice, (q, p) => {
      expect(JSON.stringify(quantityToApi(q))).toBe(formatDecimal(q, 3));
      expect(JSON.stringify(unitPriceToApi(p))).toBe(formatDecimal(p, 6));
    }),
  );
  for (let hundredths = 0; hundredths <= 10_000; hundredths += 1) {
    expect(JSON.stringify(percentToApi(percent(hundredths)))).toBe(formatDecimal(hundredths, 2));
  }
});

const largestExactCents = 2 ** 51;

test('an amount goes to JSON and comes back as the same cents, up to the largest exact one', () => {
  fc.assert(
    fc.property(fc.integer({ min: -largestExactCents, max: largestExactCents }), (amount) => {
      const inJson = JSON.stringify(cents(amount) / 100);
      expect(centsFromApi(JSON.parse(inJson) as number)).toBe(amount);
    }),
  );
});

test.each([NaN, Infinity, -Infinity, 0.125, -0.125, 1.004, 99.999, 1e300, 2 ** 53, 2 ** 45])(
  '%d is not an amount in whole cents that can be held exactly',
  (value) => {
    expect(centsFromApi(value)).toBeUndefined();
  },
);

test.each([
  [0.1 + 0.2, 30],
  [1.1 * 3, 330],
  [4.35, 435],
  [-19.99, -1999],
  [-0, 0],
  [1e-9, 0],
  [-1e-9, 0],
])('%d is taken for the cents it stands for', (value, expected) => {
  expect(centsFromApi(value)).toBe(expected);
});

test.each([
  [0.66267, 66],
  [2.555, 256],
  [1.005, 101],
  [-1.005, -100],
  [12.3, 1230],
  [-0.001, 0],
])('a total of %d is rounded half up to %d cents', (value, expected) => {
  expect(totalFromApi(value)).toBe(expected);
});

test.each([NaN, Infinity, -Infinity, 1e300, 2 ** 53])('a total of %d is none', (value) => {
  expect(totalFromApi(value)).toBeUndefined();
});

test('a sum that the service made in floats is still its cents', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000 }), {
    maxLength: 1000,
    size: 'large',
  });
  fc.assert(
    fc.property(amounts, (parts) => {
      const float = parts.reduce((sum, part) => sum + part / 100, 0);
      expect(centsFromApi(float)).toBe(parts.reduce((sum, part) => sum + part, 0));
    }),
  );
});

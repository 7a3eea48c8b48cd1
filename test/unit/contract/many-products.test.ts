// Tests changes of many products at once, product by product. Prices are checked against an exact
// oracle.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import {
  deedSchema,
  outcomeOf,
  priceStepNames,
  priceSteps,
  type Deed,
} from '../../../src-main/contract/many-products.ts';
import {
  changedUnitPrice,
  roundingWays,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';

const unitPrice = (micros: number) => v.parse(unitPriceSchema, micros);
const product = (euros: number, changes: object = {}) => ({
  ...{ unitPrice: unitPrice(Math.round(euros * 1_000_000)), group: '', unit: 'un' },
  ...{ soldBy: 'piece' as const, ...changes },
});

const price = (direction: 'up' | 'down', percent: number, step: string, way = 'nearest'): Deed =>
  v.parse(deedSchema, { kind: 'price', direction, percent, step, way });

function euros(deed: Deed, before: number): number | string {
  const outcome = outcomeOf(deed, product(before));
  if (outcome.kind === 'refused') return outcome.why;
  if (outcome.kind !== 'changed') return outcome.kind;
  return (outcome.to.unitPrice ?? 0) / 1_000_000;
}

describe('a price by percentage', () => {
  test.each([
    ['to the cent', price('up', 500, 'cent'), 1.99, 2.09],
    ['halves go up', price('up', 1000, 'cent'), 0.05, 0.06],
    ['down, halves go up', price('down', 5000, 'cent'), 0.05, 0.03],
    ['not rounded', price('up', 250, 'millionth'), 0.012345, 0.012654],
    ['to 5 cents', price('up', 500, 'cents5'), 1.99, 2.1],
    ['to 5 cents, down', price('up', 500, 'cents5', 'down'), 1.99, 2.05],
    ['to 10 cents, up', price('up', 100, 'cents10', 'up'), 2, 2.1],
    ['to whole euros', price('down', 1000, 'unit'), 11.5, 10],
    ['ending in .99', price('up', 500, 'ends99'), 4.99, 4.99 + 0],
    ['ending in .99, up', price('up', 500, 'ends99', 'up'), 4.99, 5.99],
    ['ending in .99, down', price('down', 500, 'ends99', 'down'), 4.99, 3.99],
    ['ending in .90', price('up', 1000, 'ends90'), 9.9, 10.9],
    ['ending in 9 cents', price('up', 500, 'ends9'), 1.99, 2.09],
    ['an ending that would be below 0', price('up', 500, 'ends99'), 0.3, 'too_low'],
    ['that ending, upwards', price('up', 500, 'ends99', 'up'), 0.3, 0.99],
    ['without a price', price('up', 500, 'cent'), 0, 'no_price'],
    ['so cheap that it would be free', price('down', 9000, 'cent'), 0.04, 'too_low'],
    ['above the highest price', price('up', 90_000, 'cent'), 99_999, 'too_high'],
    ['too little to change it', price('up', 1, 'cent'), 0.5, 'same'],
  ])('%s', (_, deed, before, after) => {
    expect(euros(deed, before)).toBe(after === before ? 'same' : after);
  });

  test('is rounded once, exactly, and is as near as it can be', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_999 }),
        fc.integer({ min: -9_999, max: 90_000 }),
        fc.constantFrom(...priceStepNames),
        fc.constantFrom(...roundingWays),
        (micros, percent, name, way) => {
          const step = priceSteps[name];
          const after = changedUnitPrice(unitPrice(micros), percent, { ...step, way });
          // In ten-thousandths of a millionth nothing is rounded.
          const exact = BigInt(micros) * BigInt(10_000 + percent);
          const off = BigInt(after) * 10_000n - exact;
          const whole = BigInt(step.stepMicros) * 10_000n;
          expect((BigInt(after) - BigInt(step.endMicros)) % BigInt(step.stepMicros)).toBe(0n);
          if (way === 'up') expect(off >= 0n && off < whole).toBe(true);
          else if (way === 'down') expect(off <= 0n && -off < whole).toBe(true);
          else expect(off * 2n <= whole && -off * 2n < whole).toBe(true);
        },
      ),
    );
  });

  test('is not lowered by all of it, nor raised to more than ten times', () => {
    for (const [direction, percent] of [
      ['down', 10_000],
      ['up', 90_001],
      ['up', 0],
    ] as const) {
      const deed = { kind: 'price', direction, percent, step: 'cent', way: 'nearest' };
      expect(v.is(deedSchema, deed)).toBe(false);
    }
  });
});

test('a change that changes nothing is told apart', () => {
  const group: Deed = { kind: 'group', group: 'Pão' };
  expect(outcomeOf(group, product(1))).toEqual({ kind: 'changed', to: { group: 'Pão' } });
  expect(outcomeOf(group, product(1, { group: 'Pão' }))).toEqual({ kind: 'same' });
  expect(outcomeOf({ kind: 'group', group: '' }, product(1))).toEqual({ kind: 'same' });
  const byUnit: Deed = { kind: 'sold_by', soldBy: 'unit' };
  expect(outcomeOf(byUnit, product(1, { unit: 'kg' }))).toEqual({
    ...{ kind: 'changed', to: { soldBy: 'measure' } },
  });
  expect(outcomeOf(byUnit, product(1))).toEqual({ kind: 'same' });
  expect(outcomeOf({ kind: 'remove' }, product(1))).toEqual({ kind: 'removed' });
});

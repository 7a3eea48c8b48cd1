// Tests counting, and how much must be in the drawer.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countedCents,
  denominations,
  differenceOf,
  expectedCents,
  isBeyond,
  nearsLastWorkingDay,
  newMovementSchema,
  nothingTyped,
  readTyped,
  sumOf,
  workingDaysSince,
} from '../../../src-main/contract/day.ts';
import { cents } from '../../../src-main/contract/money.ts';
import * as v from 'valibot';

const pieces = fc.nat({ max: 999 });

test('a typed count is worth the sum of its pieces, with a comma or a point', () => {
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 12, maxLength: 12 }), pieces, (typed, other) => {
      const texts = denominations.map((denomination, index) => ({
        ...{ denomination, text: String(typed[index]) },
      }));
      const mark = other % 2 === 0 ? ',' : '.';
      const count = readTyped({ pieces: texts, other: `${String(other)}${mark}05` });
      const sum = denominations.reduce((all, one, index) => all + one * (typed[index] ?? 0), 0);
      expect(count && countedCents(count)).toBe(sum + other * 100 + 5);
    }),
  );
});

test.each(['1.5', '-1', 'x', '1e3'])('%s pieces are no count', (text) => {
  expect(readTyped({ pieces: [{ denomination: 100, text }], other: '' })).toBeUndefined();
});

test('nothing typed is an empty drawer', () => {
  const count = readTyped(nothingTyped);
  expect(count && countedCents(count)).toBe(0);
  expect(readTyped({ ...nothingTyped, other: 'x' })).toBeUndefined();
});

test('what is expected is the float, cash sales and cash in, less returns and cash out', () => {
  const of = (...amounts: number[]) => sumOf(amounts.map((amount) => cents(amount)));
  const sums = {
    floatCents: cents(10_000),
    sales: of(45_765),
    returned: of(1_500, 500),
    in: of(2_000),
    out: of(15_000, 3_560),
  };
  expect(expectedCents(sums)).toBe(37_205);
  const difference = differenceOf({ countedCents: cents(37_055), expectedCents: cents(37_205) });
  expect(difference).toBe(-150);
  expect([149, 150, 151].map((limit) => isBeyond(difference, cents(limit)))).toEqual([
    ...[true, false, false],
  ]);
});

test('a movement of cash needs an amount, and for another reason a note', () => {
  const movement = { direction: 'out', amountCents: 1, reason: 'other', note: 'Flowers' };
  expect(v.is(newMovementSchema, movement)).toBe(true);
  expect(v.is(newMovementSchema, { ...movement, note: ' ' })).toBe(false);
  expect(v.is(newMovementSchema, { ...movement, amountCents: 0 })).toBe(false);
  expect(v.is(newMovementSchema, { ...movement, reason: 'sale' })).toBe(false);
});

test('working days are Mondays to Fridays, and none is counted twice', () => {
  const friday = new Date(2026, 10, 20, 18).getTime();
  const later = (day: number, hour = 9) => new Date(2026, 10, day, hour).getTime();
  expect([20, 21, 22, 23, 24, 25].map((day) => workingDaysSince(friday, later(day, 23)))).toEqual([
    ...[0, 0, 0, 1, 2, 3],
  ]);
  expect(workingDaysSince(friday, later(40))).toBe(5);
  expect(workingDaysSince(friday, later(1))).toBe(0);
  expect(nearsLastWorkingDay(friday, later(24, 23))).toBe(false);
  expect(nearsLastWorkingDay(friday, later(25))).toBe(true);
});

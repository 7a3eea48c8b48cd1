// Tests what a trainee finds in a drawer.
import { expect, test } from 'vitest';
import { countedCents } from '../../../src-main/contract/day.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { foundCents, piecesOf } from '../../../src-main/practice/drawer-rehearsal.ts';

test.each([0, 1, 99, 10_120, 14_624, 88_888])(
  '%i cents are counted as pieces of the same sum',
  (amount) => {
    expect(countedCents({ pieces: piecesOf(cents(amount)), otherCents: cents(0) })).toBe(amount);
  },
);

test('a drawer that differs lacks five euros, or has too much if it holds less than that', () => {
  expect([10_620, 500, 499, 0].map((expected) => foundCents(cents(expected)))).toEqual([
    10_120, 0, 999, 500,
  ]);
  expect(piecesOf(cents(-1))).toEqual([]);
});

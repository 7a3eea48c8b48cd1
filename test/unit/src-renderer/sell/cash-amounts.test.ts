// Tests which amounts of cash are offered for a total.
import { expect, test } from 'vitest';
import { cents } from '../../../../src-main/contract/money.ts';
import { cashAmounts } from '../../../../src-renderer/sell/cash-amounts.ts';

test('the next coins and notes above the total are offered, smallest first', () => {
  expect(cashAmounts(cents(1240))).toEqual([1300, 1500, 2000, 5000].map(cents));
});

test('the total itself is not offered again', () => {
  expect(cashAmounts(cents(2000))).toEqual([5000, 10_000, 20_000].map(cents));
});

// The spans of days that figures cover, from their first to their last day.
import { expect, test } from 'vitest';
import { daysIn, isIn, periodOf } from '../../../src-main/contract/periods.ts';

test.each([
  ['day', '2028-02-29', 1],
  ['week', '2026-11-01', 7],
  ['month', '2028-02-29', 29],
] as const)('a %s has all its days', (kind, date, length) => {
  const period = periodOf(kind, date);
  const days = daysIn(period);
  expect(days).toHaveLength(length);
  expect([days[0], days.at(-1)]).toEqual([period.from, period.until]);
  expect(days.every((day) => isIn(day, period))).toBe(true);
});

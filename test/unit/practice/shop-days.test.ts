// Tests the days that a practice shop has had, whenever practice begins.
import { expect, test } from 'vitest';
import { localDay } from '../../../src-main/contract/calendar.ts';
import { countedCents } from '../../../src-main/contract/day.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { foundCents } from '../../../src-main/practice/drawer-rehearsal.ts';
import { piecesOf } from '../../../src-main/practice/pieces.ts';
import { beforeShopDays, shopDays } from '../../../src-main/practice/shop-days.ts';

test.each([
  ['in the afternoon', new Date(2026, 10, 23, 15, 40)],
  ['just after midnight', new Date(2026, 10, 23, 0, 5)],
  ['just before midnight', new Date(2026, 10, 23, 23, 59)],
  ['on the first of a year', new Date(2027, 0, 1, 9)],
  ['on the morning of summer time', new Date(2026, 2, 29, 3, 10)],
  ['on the morning of winter time', new Date(2026, 9, 25, 1, 30)],
])('a day is closed on the date before the one that is open: %s', (_, now) => {
  const events = shopDays(now.getTime());
  const moments = events.map(({ atMs }) => atMs);
  expect(moments).toEqual(moments.toSorted((one, other) => one - other));
  expect(moments.every((atMs) => atMs < now.getTime())).toBe(true);
  expect(beforeShopDays(now.getTime()).getTime()).toBeLessThan(moments[0] ?? 0);
  const [closed, open] = events.flatMap(({ kind, atMs }) => (kind === 'opening' ? [atMs] : []));
  const closing = events.find(({ kind }) => kind === 'closing')?.atMs ?? 0;
  expect(localDay(closed ?? 0)).toBe(localDay(closing));
  expect(localDay(closing) < localDay(open ?? 0)).toBe(true);
});

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

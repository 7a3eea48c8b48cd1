// Tests a day of exceptions on screen: whose show, and that answers for another day are dropped.
import { expect, test } from 'vitest';
import { err, ok } from '../../../../src-main/contract/errors.ts';
import type { TillException } from '../../../../src-main/contract/exceptions.ts';
import { cents } from '../../../../src-main/contract/money.ts';
import { ExceptionsOfDay } from '../../../../src-renderer/exceptions/exceptions-of-day.svelte.ts';
import { tillOf } from '../sell/catalogue-till.ts';

const cancelled = (by: string | null, amount: number): TillException => ({
  kind: 'sale_cancelled',
  note: '',
  ...{ atMs: amount, by, approvedBy: null, amountCents: cents(amount), reference: null },
});
const drawerOpening: TillException = {
  kind: 'drawer_opened',
  ...{ reason: 'Coins', outcome: 'opened', atMs: 1, by: 'Ana', approvedBy: null },
  ...{ amountCents: null, reference: null },
};

function listOf(answers: Readonly<Record<string, readonly TillException[] | Promise<unknown>>>) {
  const till = tillOf(async (_, argument) => {
    const answer = await answers[(argument as { date: string }).date];
    return answer === undefined ? err({ code: 'disk_full' }) : ok(answer);
  });
  return { list: new ExceptionsOfDay(till, '2026-03-16') };
}

const day = [cancelled('Rui', 100), cancelled(null, 50), drawerOpening];

test('everybody’s exceptions show at first, and then one person’s with their own totals', async () => {
  const { list } = listOf({ '2026-03-16': day });
  expect(list.shownExceptions).toBeNull();
  await list.load();
  expect(list.shownExceptions).toEqual(day);
  expect(list.names).toEqual(['', 'Ana', 'Rui']);
  expect(list.totals).toEqual([
    { kind: 'sale_cancelled', count: 2, amountCents: 150 },
    { kind: 'drawer_opened', count: 1, amountCents: null },
  ]);
  list.name = '';
  expect(list.shownExceptions).toEqual([cancelled(null, 50)]);
  expect(list.totals).toEqual([{ kind: 'sale_cancelled', count: 1, amountCents: 50 }]);
});

test('a person without exceptions on another day is not chosen there', async () => {
  const { list } = listOf({ '2026-03-16': day, '2026-03-15': [drawerOpening] });
  await list.load();
  list.name = 'Rui';
  list.date = '2026-03-15';
  await expect.poll(() => list.shownExceptions).toEqual([drawerOpening]);
  expect(list.name).toBeNull();
});

test('a day that cannot be read shows nothing of the one before it', async () => {
  const { list } = listOf({ '2026-03-16': day });
  await list.load();
  list.date = '2026-03-15';
  await expect.poll(() => list.error).toEqual({ code: 'disk_full' });
  expect(list.shownExceptions).toBeNull();
});

test('of two days that are asked for the one that was asked last shows', async () => {
  const slow = Promise.withResolvers<unknown>();
  const { list } = listOf({ '2026-03-15': slow.promise, '2026-03-16': day });
  list.date = '2026-03-15';
  list.date = '2026-03-16';
  await expect.poll(() => list.shownExceptions).toEqual(day);
  slow.resolve([drawerOpening]);
  await slow.promise;
  expect(list.shownExceptions).toEqual(day);
});

test('no request is made without a day', () => {
  const { list } = listOf({});
  list.date = '';
  expect([list.busy, list.error, list.shownExceptions]).toEqual([false, null, null]);
});

// Tests that the service is asked gently, and that odd pages are coped with.
import { expect, it } from 'vitest';
import type { AppError, Result } from '../../../src-main/contract/errors.ts';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { Turns } from '../../../src-main/contract/turns.ts';
import { askPatiently, rowsOfPage } from '../../../src-main/learning/reading.ts';
import { settled } from '../../eventually.ts';
import { HandClock } from '../../hand-clock.ts';

function asker(answers: readonly Result<string>[], isAway = false) {
  const clock = new HandClock();
  const stopping = new AbortController();
  const waits: ('sale' | AppError | null)[] = [];
  let requestCount = 0;
  let isSelling = false;
  const answer = askPatiently(
    {
      ...{ clock, turns: new Turns(), isAway: () => isAway },
      mustWait: () => isSelling,
      onWaiting: (why) => waits.push(why),
    },
    () => Promise.resolve(answers[Math.min(requestCount++, answers.length - 1)] ?? ok('')),
    stopping.signal,
  );
  return {
    ...{ clock, waits, answer, stopping },
    requestCount: () => requestCount,
    sell: (is: boolean) => (isSelling = is),
  };
}

it('waits as long as the service asks for', async () => {
  const busy = err({ code: 'service_busy', retryAfterMs: 30_000 });
  const { clock, answer, requestCount, waits } = asker([busy, ok('it')]);
  await settled();
  clock.advance(29_999);
  await settled();
  expect(requestCount()).toBe(1);
  expect(waits.at(-1)).toMatchObject({ code: 'service_busy' });
  clock.advance(1);
  expect(await answer).toEqual(ok('it'));
});

it('does not wait a week for a service whose clock is wrong', async () => {
  const busy = err({ code: 'service_busy', retryAfterMs: 7 * 86_400_000 });
  const { clock, answer } = asker([busy, ok('it')]);
  await settled();
  clock.advance(3_600_000);
  expect(await answer).toEqual(ok('it'));
});

it('asks nothing while a sale is being made', async () => {
  const { clock, answer, requestCount, sell, waits } = asker([
    err({ code: 'service_busy', retryAfterMs: 0 }),
    ok('it'),
  ]);
  await settled();
  sell(true);
  for (let second = 0; second < 20; second += 1) {
    clock.advance(1_000);
    await settled();
  }
  expect(requestCount()).toBe(1);
  expect(waits.at(-1)).toBe('sale');
  sell(false);
  clock.advance(1_000);
  expect(await answer).toEqual(ok('it'));
});

it('waits out an outage, however long it is', async () => {
  const unreachable = err({ code: 'service_unreachable', reason: 'refused' });
  const { clock, answer, requestCount } = asker(
    [...Array.from({ length: 30 }, () => unreachable), ok('it')],
    true,
  );
  while (requestCount() < 31) {
    await settled();
    clock.advance(60_000);
  }
  expect(await answer).toEqual(ok('it'));
});

it('gives up on what alone breaks off while the service is there', async () => {
  const broken = err({ code: 'service_unreachable', reason: 'broken_off' });
  const { clock, answer } = asker([broken]);
  for (let tries = 0; tries < 5; tries += 1) {
    await settled();
    clock.advance(60_000);
  }
  expect(await answer).toEqual(broken);
});

it('a refusal is an answer, and a stop ends any wait', async () => {
  const refusal = err({ code: 'not_permitted' });
  expect(await asker([refusal]).answer).toEqual(refusal);
  const { answer, stopping } = asker([err({ code: 'service_busy', retryAfterMs: 9_000_000 })]);
  await settled();
  stopping.abort();
  expect(await answer).toEqual(err({ code: 'overtaken' }));
});

it.each([
  ['a page as documented', { count: 3, next: null, results: [1, 2, 3] }, 3, false],
  ['one that has a next', { count: 9, next: 'x', results: [1] }, 1, true],
  ['one that only counts', { count: 9, results: [1] }, 1, true],
  ['one that counts more than it names', { count: 9, next: null, results: [1] }, 1, true],
  ['one that counts and has ended', { count: 1, results: [1] }, 1, false],
  ['one that says nothing', { results: [1] }, 1, true],
  ['an empty one that has a next', { next: 'x', results: [] }, 0, false],
  ['a bare list', [1, 2], 2, true],
  ['no list', { detail: 'none' }, 0, false],
  ['text', 'none', 0, false],
  ['more than was asked for', { next: null, results: Array(5_000).fill(1) }, 200, true],
])('reads %s', (_, body, rows, hasNext) => {
  const page = rowsOfPage(body, 0);
  expect([page.rows.length, page.hasNext]).toEqual([rows, hasNext]);
});

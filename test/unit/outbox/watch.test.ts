import { expect, it } from 'vitest';
import { isSettled } from '../../../src-main/outbox/reconcile.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import { Watch } from '../../../src-main/outbox/watch.ts';

const { settlingMs, firstLookUpMs, lookUpCapMs } = defaultTiming;

it('a sale in doubt is due at once, and nothing else is', () => {
  const watch = new Watch(defaultTiming);
  expect(watch.due(0)).toBeUndefined();
  expect(watch.nextDueAtMs()).toBeUndefined();
  watch.begin('a', 100);
  expect(watch.due(99)).toBeUndefined();
  expect(watch.due(100)).toBe('a');
  watch.end('a');
  expect(watch.due(100)).toBeUndefined();
});

it('look-ups grow apart, and one falls exactly on the end of the settling time', () => {
  const watch = new Watch(defaultTiming);
  watch.begin('a', 0);
  const times: number[] = [];
  for (let nowMs = 0; ; nowMs = watch.dueAtMs('a')) {
    times.push(nowMs);
    const quiet = watch.foundNothing('a', nowMs, settlingMs);
    if (isSettled(defaultTiming, quiet, settlingMs)) break;
  }
  expect(times.at(-1)).toBe(settlingMs);
  const distances = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(distances[0]).toBe(firstLookUpMs);
  expect(Math.max(...distances)).toBe(lookUpCapMs);
  expect(times.length).toBeGreaterThanOrEqual(defaultTiming.lookUpsNeeded);
});

it('quiet time begins with the first complete look-up: an outage before it is not quiet', () => {
  const watch = new Watch(defaultTiming);
  watch.begin('a', 0);
  for (let failure = 0; failure < 5; failure += 1) watch.failed('a', failure * 300_000);
  expect(watch.foundNothing('a', 2_000_000, settlingMs)).toEqual({ lookUps: 1, quietMs: 0 });
});

it('look-ups that fail grow apart as well, up to the cap', () => {
  const watch = new Watch(defaultTiming);
  watch.begin('a', 0);
  const distances = Array.from({ length: 12 }, () => {
    watch.failed('a', 0);
    return watch.dueAtMs('a');
  });
  expect(distances.slice(0, 3)).toEqual([2_000, 4_000, 8_000]);
  expect(distances.at(-1)).toBe(lookUpCapMs);
});

it('a new attempt is watched from the beginning', () => {
  const watch = new Watch(defaultTiming);
  watch.begin('a', 0);
  watch.foundNothing('a', 0, settlingMs);
  watch.begin('a', 700_000);
  expect(watch.foundNothing('a', 700_000, settlingMs)).toEqual({ lookUps: 1, quietMs: 0 });
});

it('"Try now" hastens every look-up, and delays none', () => {
  const watch = new Watch(defaultTiming);
  watch.begin('a', 0);
  watch.begin('b', 5);
  watch.foundNothing('b', 5, settlingMs);
  watch.hasten(10);
  expect(watch.dueAtMs('a')).toBe(0);
  expect(watch.dueAtMs('b')).toBe(10);
});

it('a proof that fails after a complete look does not bring the next one forward', () => {
  const watch = new Watch(defaultTiming);
  watch.begin('a', 0);
  for (let look = 0; look < 6; look += 1) watch.foundNothing('a', 0, settlingMs);
  const dueAtMs = watch.dueAtMs('a');
  watch.failed('a', 0);
  expect(watch.dueAtMs('a')).toBe(dueAtMs);
});

it('a sale is watched from the moment that it is in doubt in this run of the program', () => {
  const watch = new Watch(defaultTiming);
  expect(watch.watchedMs('a', 5)).toBeUndefined();
  watch.begin('a', 5);
  watch.failed('a', 50);
  expect(watch.watchedMs('a', 105)).toBe(100);
});

import { expect, it } from 'vitest';
import { Findability } from '../../../src-main/outbox/findability.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';

const { measureMs, lookUpCapMs, firstLookUpMs, settlingMs } = defaultTiming;

it('one sale is measured, at once, and the next one only after a while', () => {
  const findability = new Findability(defaultTiming);
  expect(findability.confirmed('a', 0)).toBe(true);
  expect(findability.due(0)).toBe('a');
  expect(findability.confirmed('b', 1)).toBe(false);
  findability.end();
  expect(findability.confirmed('b', measureMs - 1)).toBe(false);
  expect(findability.confirmed('b', measureMs)).toBe(true);
});

it('what is not found is looked for again at growing distances, and what it took so far counts', () => {
  const findability = new Findability(defaultTiming);
  findability.confirmed('a', 0);
  findability.notFound(0);
  expect(findability.dueAtMs).toBe(firstLookUpMs);
  expect(findability.due(firstLookUpMs - 1)).toBeUndefined();
  findability.notFound(firstLookUpMs);
  expect(findability.dueAtMs).toBe(3 * firstLookUpMs);
  expect(findability.lagMs(5_000)).toBe(5_000);
});

it('an outage between two looks is not measured as lag', () => {
  const findability = new Findability(defaultTiming);
  findability.confirmed('a', 0);
  findability.notFound(0);
  const hoursLater = 8 * 3_600_000;
  expect(findability.due(hoursLater)).toBeUndefined();
  expect(findability.lagMs(hoursLater)).toBe(0);
});

it('a document that is never found is given up in the end', () => {
  const findability = new Findability(defaultTiming);
  findability.confirmed('a', 0);
  let nowMs = 0;
  while (findability.due(nowMs) !== undefined && nowMs < 100 * settlingMs) {
    findability.notFound(nowMs);
    nowMs = Math.min(findability.dueAtMs, nowMs + lookUpCapMs);
  }
  expect(nowMs).toBeGreaterThan(settlingMs);
  expect(findability.lagMs(nowMs)).toBe(0);
});

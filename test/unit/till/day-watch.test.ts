import { afterEach, beforeEach, expect, it } from 'vitest';
import { localDay } from '../../../src-main/contract/calendar.ts';
import { err, ok, type AppError } from '../../../src-main/contract/errors.ts';
import { watchDay } from '../../../src-main/till/day-watch.ts';
import { settled } from '../../eventually.ts';
import { HandClock } from '../../hand-clock.ts';

const hourMs = 3_600_000;
/** The service's day is that of Lisbon: in winter, that of UTC. */
const lisbonDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

const zone = process.env.TZ;
beforeEach(() => {
  process.env.TZ = 'UTC';
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** A till whose computer is in the time zone, from 10:00 of 5 January 2026 in Lisbon. */
function tillIn(timeZone: string, ask = (atMs: number) => ok(lisbonDay(atMs))) {
  process.env.TZ = timeZone;
  const clock = new HandClock();
  const notices: AppError[] = [];
  const withdrawn: AppError['code'][] = [];
  const closing = new AbortController();
  const environment = {
    notify: (notice: AppError) => notices.push(notice),
    withdraw: (code: AppError['code']) => withdrawn.push(code),
  };
  const watching = watchDay(
    { clock, ask: () => Promise.resolve(ask(clock.nowMs())), environment },
    closing.signal,
  );
  const pass = async (ms: number) => {
    const endMs = clock.monotonicMs() + ms;
    while (clock.monotonicMs() < endMs) {
      clock.advance(Math.min(clock.restMs() ?? Infinity, endMs - clock.monotonicMs()));
      await settled();
    }
  };
  const close = () => {
    closing.abort();
    return watching;
  };
  return { clock, told: notices, withdrawn, pass, close };
}

it('a computer on which it is another day than at the service is told once, until the days agree', async () => {
  const { told, withdrawn, pass, close } = tillIn('Pacific/Auckland');
  await pass(hourMs);
  expect(told).toEqual([]);
  await pass(2 * hourMs);
  const differs = { code: 'day_differs', here: '2026-01-06', there: '2026-01-05' };
  expect(told).toEqual([differs]);
  expect(withdrawn).toEqual([]);
  await pass(12 * hourMs);
  expect(told).toEqual([differs]);
  expect(withdrawn).toEqual(['day_differs']);
  await close();
});

it('a computer that is behind the service is told as well', async () => {
  const { clock, told, pass, close } = tillIn('America/New_York');
  clock.setWallClock(15 * hourMs);
  await pass(60_000);
  expect(told).toEqual([{ code: 'day_differs', here: '2026-01-05', there: '2026-01-06' }]);
  await close();
});

it('minutes around midnight tell nothing, nor does a service that does not answer', async () => {
  const fast = tillIn('UTC', (atMs) => ok(lisbonDay(atMs + 240_000)));
  fast.clock.setWallClock(14 * hourMs - 200_000);
  await fast.pass(60_000);
  expect(localDay(fast.clock.nowMs())).toBe('2026-01-05');
  expect(fast.told).toEqual([]);
  await fast.close();
  const silent = tillIn('Pacific/Auckland', () => err({ code: 'not_found' }));
  await silent.pass(12 * hourMs);
  expect(silent.told).toEqual([]);
  await silent.close();
});

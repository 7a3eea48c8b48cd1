// How often a PIN may be tried, over restarts, kills and clock changes.
import { expect, test } from 'vitest';
import { PinAttempts } from '../../../src-main/staff/pin-attempts.ts';
import { changeCashier, readFailedAttempts } from '../../../src-main/store/cashiers.ts';
import { waitAfter } from '../../../src-main/staff/attempt-limit.ts';
import { HandClock } from '../../hand-clock.ts';
import { noKeys } from '../../played-key-store.ts';
import { openTill } from '../store/temporary-till.ts';
import { addPeople, cheapHash, entryOf, ines, pinOf, rui } from './people.ts';

const wrong = { cashierId: rui.cashierId, pin: '0000' };
const right = entryOf(rui);
const no = { ok: false, error: { code: 'pin_wrong' } };
const wait = (waitMs: number) => ({ ok: false, error: { code: 'pin_wait', waitMs } });
const yes = { ok: true, value: { isProven: true } };

function atTill() {
  const db = openTill();
  addPeople(db, ines, rui);
  const clock = new HandClock();
  const place = { db, keys: noKeys(), by: null };
  let tries = new PinAttempts(clock);
  return {
    db,
    clock,
    try: (entry: typeof wrong) => tries.check(place, entry),
    restart: () => {
      tries = new PinAttempts(clock);
    },
    fail: async (times: number) => {
      for (let tried = 0; tried < times; tried += 1) {
        clock.advance(waitAfter(100));
        await tries.check(place, wrong);
      }
    },
  };
}

test('after five wrong PINs each further one waits twice as long, up to a quarter of an hour', async () => {
  const till = atTill();
  for (let tried = 0; tried < 4; tried += 1) expect(await till.try(wrong)).toEqual(no);
  expect(await till.try(wrong)).toEqual(wait(30_000));
  expect(await till.try(right)).toEqual(wait(30_000));
  till.clock.advance(29_999);
  expect(await till.try(right)).toEqual(wait(1));
  till.clock.advance(1);
  expect(await till.try(wrong)).toEqual(wait(60_000));
  const waits = [6, 7, 8, 9, 10, 11, 2000].map((failed) => waitAfter(failed) / 1000);
  expect(waits).toEqual([60, 120, 240, 480, 900, 900, 900]);
});

test('a right PIN ends the wait, and nobody else waits', async () => {
  const till = atTill();
  await till.fail(5);
  expect(await till.try(entryOf(ines))).toEqual(yes);
  till.clock.advance(30_000);
  expect(await till.try(right)).toEqual(yes);
  for (let tried = 0; tried < 4; tried += 1) expect(await till.try(wrong)).toEqual(no);
});

test('a restart neither forgets the attempts nor makes the wait longer', async () => {
  const till = atTill();
  await till.fail(5);
  till.clock.advance(10_000);
  till.restart();
  expect(await till.try(right)).toEqual(wait(20_000));
  till.clock.advance(20_000);
  expect(await till.try(wrong)).toEqual(wait(60_000));
});

test('an attempt counts even if the program is killed during the comparison', async () => {
  const till = atTill();
  for (let tried = 0; tried < 4; tried += 1) await till.try(wrong);
  // The comparison runs, and its result is never read.
  const unheard = till.try(wrong);
  await Promise.resolve();
  await Promise.resolve();
  expect(readFailedAttempts(till.db, rui.cashierId)).toMatchObject({ failedAttempts: 5 });
  till.restart();
  expect(await till.try(right)).toEqual(wait(30_000));
  await unheard;
});

test('attempts that come at once are counted one by one', async () => {
  const till = atTill();
  const answers = await Promise.all(Array.from({ length: 20 }, () => till.try(wrong)));
  expect(answers.filter(({ ok }) => !ok).map((answer) => JSON.stringify(answer))).toEqual([
    ...Array<string>(4).fill(JSON.stringify(no)),
    ...Array<string>(16).fill(JSON.stringify(wait(30_000))),
  ]);
});

test('a right PIN does not take back a wrong one that came after it', async () => {
  const till = atTill();
  await Promise.all([till.try(right), till.try(wrong), till.try(wrong)]);
  expect(readFailedAttempts(till.db, rui.cashierId)).toMatchObject({ failedAttempts: 2 });
});

test('the wall clock does not matter while the program runs', async () => {
  const till = atTill();
  await till.fail(5);
  till.clock.setWallClock(24 * 60 * 60_000);
  expect(await till.try(right)).toEqual(wait(30_000));
  till.clock.setWallClock(-48 * 60 * 60_000);
  expect(await till.try(right)).toEqual(wait(30_000));
  till.clock.advance(30_000);
  expect(await till.try(right)).toEqual(yes);
});

test('a wall clock set back over a restart lifts no wait, and set right again makes no wait longer', async () => {
  const till = atTill();
  await till.fail(5);
  till.clock.setWallClock(-365 * 24 * 60 * 60_000);
  till.restart();
  expect(await till.try(right)).toEqual(wait(30_000));
  till.clock.advance(30_000);
  expect(await till.try(right)).toEqual(yes);
});

test('an unknown cashier counts as a wrong PIN, and never as a right one', async () => {
  const till = atTill();
  const nobody = { cashierId: '00000000-0000-4000-8000-000000000009', pin: '1234' };
  for (let tried = 0; tried < 7; tried += 1) expect(await till.try(nobody)).toEqual(no);
});

test('a new PIN begins without the attempts at the former one', async () => {
  const till = atTill();
  await till.fail(6);
  till.restart();
  changeCashier(till.db, rui, cheapHash(pinOf(rui)));
  expect(await till.try(right)).toEqual(yes);
});

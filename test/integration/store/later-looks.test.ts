// Looks at sales that may turn out to have one document too many.
import { expect, test } from 'vitest';
import {
  dueLaterLook,
  forgetFutureLooks,
  nextLaterLookAtMs,
  noteLaterLook,
  plannedLaterLooks,
  postponeLaterLook,
} from '../../../src-main/store/later-looks.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

const minuteMs = 60_000;
const distancesMs = [5 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs];

test('an ordinary sale is not looked at again', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'accepted'], 0);
  commitSale(db, sale(2));
  take(db, 2, ['cancelled'], 0);
  expect(nextLaterLookAtMs(db, distancesMs)).toBe(Infinity);
});

test('a sale that was sent twice is looked at after minutes, an hour and a day, and then left alone', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 0);
  const confirmedAtMs = 4;
  let nowMs = confirmedAtMs;
  for (const distance of [5, 60, 24 * 60]) {
    expect(dueLaterLook(db, distancesMs, nowMs + distance * minuteMs - 1)).toBeUndefined();
    nowMs += distance * minuteMs;
    expect(nextLaterLookAtMs(db, distancesMs)).toBe(nowMs);
    const look = dueLaterLook(db, distancesMs, nowMs);
    expect(look).toMatchObject({ reference: reference(1), expected: 1 });
    if (look) noteLaterLook(db, look, distancesMs, nowMs);
  }
  expect(nextLaterLookAtMs(db, distancesMs)).toBe(Infinity);
});

test('a sale that was given up after being sent is looked at, and should have no document', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'cancelled'], 0);
  expect(dueLaterLook(db, distancesMs, 10 * minuteMs)).toMatchObject({ expected: 0 });
});

test('a look that failed is made again', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 0);
  const look = dueLaterLook(db, distancesMs, 10 * minuteMs);
  if (look) postponeLaterLook(db, look, distancesMs, 10 * minuteMs);
  expect(dueLaterLook(db, distancesMs, 15 * minuteMs)).toMatchObject({
    reference: reference(1),
    looks: 0,
  });
});

test('the last of the looks, when it fails, is made again after minutes and not after a day', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 0);
  let nowMs = 0;
  for (const distanceMs of distancesMs.slice(0, 2)) {
    nowMs += distanceMs + 10;
    const look = dueLaterLook(db, distancesMs, nowMs);
    if (look) noteLaterLook(db, look, distancesMs, nowMs);
  }
  const [last] = plannedLaterLooks(db);
  expect(last).toMatchObject({ looks: 2 });
  if (last) postponeLaterLook(db, last, distancesMs, nowMs);
  expect(nextLaterLookAtMs(db, distancesMs)).toBe(nowMs + 5 * minuteMs);
});

test('a clock that is set back does not put a look off', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 1e9);
  forgetFutureLooks(db, 1_000);
  expect(nextLaterLookAtMs(db, distancesMs)).toBe(1_000 + 5 * minuteMs);
});

test('a sale in doubt that a person has settled is looked at: it should have the documents that the person said', () => {
  const db = openTill();
  commitSale(db, sale(1));
  commitSale(db, sale(2));
  take(db, 1, ['claimed', 'no_clear_answer', 'settled_cancelled'], 0);
  take(db, 2, ['claimed', 'no_clear_answer', 'settled_confirmed'], 0);
  expect(plannedLaterLooks(db)).toMatchObject([
    { reference: reference(1), expected: 0 },
    { reference: reference(2), expected: 1 },
  ]);
});

test('a sale that was refused is looked at until it is sent again: its refusal may have come after its creation', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'refused'], 0);
  expect(dueLaterLook(db, distancesMs, 10 * minuteMs)).toMatchObject({ expected: 0 });
  take(db, 1, ['corrected'], 20);
  expect(nextLaterLookAtMs(db, distancesMs)).toBe(Infinity);
  take(db, 1, ['claimed', 'accepted'], 30);
  expect(dueLaterLook(db, distancesMs, 10 * minuteMs)).toMatchObject({ expected: 1 });
});

test('the alarm begins the looks anew, and is not raised again once a person has settled it', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 0);
  const first = dueLaterLook(db, distancesMs, 10 * minuteMs);
  if (first) noteLaterLook(db, first, distancesMs, 10 * minuteMs);
  take(db, 1, ['found_second'], 20 * minuteMs);
  expect(nextLaterLookAtMs(db, distancesMs)).toBe(25 * minuteMs);
  take(db, 1, ['settled_confirmed'], 30 * minuteMs);
  expect(nextLaterLookAtMs(db, distancesMs)).toBe(Infinity);
});

test('a sale whose look-up found what does not match is looked at further', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'no_clear_answer'], 0);
  take(db, 1, ['found_mismatch'], 10);
  expect(nextLaterLookAtMs(db, distancesMs)).toBe(10 + 5 * minuteMs);
});

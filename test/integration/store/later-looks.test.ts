// Looks at sales that may turn out to have one document too many.
import { expect, test } from 'vitest';
import {
  dueLaterLook,
  endLaterLooks,
  nextLaterLookAtMs,
  noteLaterLook,
  postponeLaterLook,
} from '../../../src-main/store/later-looks.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

const minuteMs = 60_000;

test('an ordinary sale is not looked at again', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'accepted'], 0);
  commitSale(db, sale(2));
  take(db, 2, ['cancelled'], 0);
  expect(nextLaterLookAtMs(db)).toBeUndefined();
});

test('a sale that was sent twice is looked at after minutes, an hour and a day, and then left alone', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 0);
  const confirmedAtMs = 4;
  let nowMs = confirmedAtMs;
  for (const distance of [5, 60, 24 * 60]) {
    expect(dueLaterLook(db, nowMs + distance * minuteMs - 1)).toBeUndefined();
    nowMs += distance * minuteMs;
    expect(nextLaterLookAtMs(db)).toBe(nowMs);
    const look = dueLaterLook(db, nowMs);
    expect(look).toMatchObject({ reference: reference(1), expected: 1 });
    if (look) noteLaterLook(db, look, nowMs);
  }
  expect(nextLaterLookAtMs(db)).toBeUndefined();
});

test('a sale that was given up after being sent is looked at, and should have no document', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'cancelled'], 0);
  expect(dueLaterLook(db, 10 * minuteMs)).toMatchObject({ expected: 0 });
});

test('a look that failed is made again', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 0);
  const look = dueLaterLook(db, 10 * minuteMs);
  if (look) postponeLaterLook(db, look, 10 * minuteMs);
  expect(dueLaterLook(db, 15 * minuteMs)).toEqual(look);
});

test('the alarm ends the looks, and so does the end of them', () => {
  const db = openTill();
  for (const number of [1, 2]) {
    commitSale(db, sale(number));
    take(db, number, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 0);
  }
  take(db, 1, ['found_second'], 10);
  endLaterLooks(db, reference(2));
  expect(nextLaterLookAtMs(db)).toBeUndefined();
});

// Looks at sales that may turn out to have one document too many.
import { expect, test } from 'vitest';
import {
  dueLaterLook,
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

test('a sale that was refused is looked at until it is sent again: its refusal may have come after its creation', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'refused'], 0);
  expect(dueLaterLook(db, 10 * minuteMs)).toMatchObject({ expected: 0 });
  take(db, 1, ['corrected'], 20);
  expect(nextLaterLookAtMs(db)).toBeUndefined();
  take(db, 1, ['claimed', 'accepted'], 30);
  expect(dueLaterLook(db, 10 * minuteMs)).toMatchObject({ expected: 1 });
});

test('the alarm ends the looks, and is not raised again once a person has settled it', () => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer', 'proven_absent', 'claimed', 'accepted'], 0);
  take(db, 1, ['found_second', 'settled_confirmed'], 10);
  expect(nextLaterLookAtMs(db)).toBeUndefined();
});

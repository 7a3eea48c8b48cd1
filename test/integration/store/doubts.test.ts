// Sales in doubt: which is looked up next, and what is known of each.
import { expect, test } from 'vitest';
import {
  dueDoubt,
  hastenLookUps,
  latestConfirmedReference,
  nextDoubtAtMs,
  noteLookUp,
  postponeLookUp,
  readDoubt,
} from '../../../src-main/store/doubts.ts';
import { commitSale, readSale } from '../../../src-main/store/sales.ts';
import { noteDocumentId } from '../../../src-main/store/till.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

/** A sale that was sent at `atMs`, in doubt from a millisecond later, and due for look-up then. */
function inDoubt(db: Store, number: number, atMs: number): void {
  commitSale(db, sale(number));
  take(db, number, ['claimed', 'no_clear_answer'], atMs);
}

test('where nothing is in doubt nothing is due', () => {
  const db = openTill();
  commitSale(db, sale(1));
  expect(dueDoubt(db, 1000)).toBeUndefined();
  expect(nextDoubtAtMs(db)).toBeUndefined();
  expect(readDoubt(db, reference(9))).toBeUndefined();
});

test('a doubt says what a look-up must match and when the attempt ended', () => {
  const db = openTill();
  noteDocumentId(db, 40);
  inDoubt(db, 1, 100);
  const doubt = {
    reference: reference(1),
    natureCode: 'FS',
    totalCents: 65,
    attemptEndedAtMs: 101,
    mark: 40,
    lookUps: 0,
  };
  expect(dueDoubt(db, 101)).toEqual(doubt);
  expect(readDoubt(db, reference(1))).toEqual(doubt);
});

test('the one that has been due for longest comes first, whatever its age', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  inDoubt(db, 2, 200);
  inDoubt(db, 3, 300);
  postponeLookUp(db, reference(1), 5000);
  expect(dueDoubt(db, 4999)?.reference).toBe(reference(2));
  postponeLookUp(db, reference(2), 6000);
  expect(dueDoubt(db, 6000)?.reference).toBe(reference(3));
  postponeLookUp(db, reference(3), 7000);
  expect(dueDoubt(db, 6000)?.reference).toBe(reference(1));
});

test('none is due before its time', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  postponeLookUp(db, reference(1), 5000);
  expect(dueDoubt(db, 4999)).toBeUndefined();
  expect(nextDoubtAtMs(db)).toBe(5000);
  expect(dueDoubt(db, 5000)?.reference).toBe(reference(1));
});

test('a sale that is no longer in doubt cannot be postponed back into waiting', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  take(db, 1, ['found'], 200);
  const confirmed = readSale(db, reference(1));
  postponeLookUp(db, reference(1), 5000);
  expect(readSale(db, reference(1))).toEqual(confirmed);
  expect(dueDoubt(db, 9999)).toBeUndefined();
});

test('trying now makes every look-up due, and delays none that was', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  inDoubt(db, 2, 200);
  postponeLookUp(db, reference(2), 5000);
  hastenLookUps(db, 1000);
  expect(readSale(db, reference(1))?.nextStepAtMs).toBe(101);
  expect(readSale(db, reference(2))?.nextStepAtMs).toBe(1000);
});

test('only look-ups since the last attempt ended count', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  noteLookUp(db, reference(1), 150);
  noteLookUp(db, reference(1), 160);
  expect(readDoubt(db, reference(1))?.lookUps).toBe(2);
  take(db, 1, ['proven_absent', 'claimed', 'no_clear_answer'], 200);
  expect(readDoubt(db, reference(1))).toMatchObject({ attemptEndedAtMs: 202, lookUps: 0 });
  noteLookUp(db, reference(1), 300);
  expect(readDoubt(db, reference(1))?.lookUps).toBe(1);
});

test("one sale's look-ups are not another's", () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  inDoubt(db, 2, 200);
  noteLookUp(db, reference(1), 300);
  expect(readDoubt(db, reference(1))?.lookUps).toBe(1);
  expect(readDoubt(db, reference(2))?.lookUps).toBe(0);
});

test('the mark is the lowest before any attempt: the first one may yet turn out to have created', () => {
  const db = openTill();
  noteDocumentId(db, 10);
  inDoubt(db, 1, 100);
  noteDocumentId(db, 20);
  take(db, 1, ['proven_absent', 'claimed', 'no_clear_answer'], 200);
  expect(readDoubt(db, reference(1))?.mark).toBe(10);
});

test('the reference to try the search with is that of the youngest confirmed sale', () => {
  const db = openTill();
  expect(latestConfirmedReference(db)).toBeUndefined();
  for (const number of [1, 2, 3, 4]) commitSale(db, sale(number));
  take(db, 1, ['claimed', 'accepted'], 10);
  take(db, 2, ['claimed', 'accepted'], 20);
  take(db, 3, ['claimed', 'refused'], 30);
  expect(latestConfirmedReference(db)).toBe(reference(2));
});

// Sales in doubt: which is looked up next, and what is known of each.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  doubtfulReferences,
  latestConfirmedReference,
  noteNextLookUp,
  readDoubt,
} from '../../../src-main/store/doubts.ts';
import { commitSale, readSale } from '../../../src-main/store/sales.ts';
import { noteDocumentId } from '../../../src-main/store/till.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { mustStep } from '../../../src-main/store/sale-steps.ts';
import { document, evidence, reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

/** A sale that was sent at `atMs`, in doubt from a millisecond later, and due for look-up then. */
function inDoubt(db: Store, number: number, atMs: number): void {
  commitSale(db, sale(number));
  take(db, number, ['claimed', 'no_clear_answer'], atMs);
}

test('what is in doubt is listed, oldest first, and nothing else', () => {
  const db = openTill();
  expect(doubtfulReferences(db)).toEqual([]);
  for (const number of [1, 2, 3]) inDoubt(db, number, number * 100);
  commitSale(db, sale(4));
  take(db, 2, ['found'], 400);
  expect(doubtfulReferences(db)).toEqual([reference(1), reference(3)]);
});

test('a doubt says what a document that is found must match', () => {
  const db = openTill();
  noteDocumentId(db, 40);
  inDoubt(db, 1, 100);
  expect(readDoubt(db, reference(1))).toEqual({
    reference: reference(1),
    natureCode: 'FS',
    totalCents: 65,
    corrected: false,
    mark: 40,
  });
});

test('what was never attempted cannot be doubted', () => {
  const db = openTill();
  commitSale(db, sale(1));
  expect(() => readDoubt(db, reference(1))).toThrow(v.ValiError);
  expect(() => readDoubt(db, reference(9))).toThrow(v.ValiError);
});

test('the screen is told when a sale in doubt is looked up, until it is no longer in doubt', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  noteNextLookUp(db, reference(1), 5000.4);
  expect(readSale(db, reference(1))?.nextStepAtMs).toBe(5000);
  take(db, 1, ['found'], 200);
  expect(readSale(db, reference(1))?.nextStepAtMs).toBeNull();
  noteNextLookUp(db, reference(1), 6000);
  expect(readSale(db, reference(1))?.nextStepAtMs).toBeNull();
});

test('the mark is the lowest before any attempt: the first one may yet turn out to have created', () => {
  const db = openTill();
  noteDocumentId(db, 10);
  inDoubt(db, 1, 100);
  noteDocumentId(db, 20);
  take(db, 1, ['proven_absent', 'claimed', 'no_clear_answer'], 200);
  expect(readDoubt(db, reference(1)).mark).toBe(10);
});

test('the reference to try the search with is that of the youngest confirmed sale', () => {
  const db = openTill();
  expect(latestConfirmedReference(db)).toBeUndefined();
  for (const number of [1, 2, 3, 4]) commitSale(db, sale(number));
  for (const number of [1, 2]) {
    take(db, number, ['claimed'], 10 * number);
    mustStep(db, {
      reference: reference(number),
      event: 'accepted',
      evidence,
      atMs: 10 * number + 1,
      document: document(number, number),
    });
  }
  take(db, 3, ['claimed', 'refused'], 30);
  expect(latestConfirmedReference(db)).toBe(reference(2));
});

test('a sale that a person confirmed without a document is nothing to try the search with', () => {
  const db = openTill();
  commitSale(db, sale(1));
  commitSale(db, sale(2));
  take(db, 1, ['claimed'], 10);
  mustStep(db, {
    reference: reference(1),
    event: 'accepted',
    evidence,
    atMs: 11,
    document: document(7, 1),
  });
  take(db, 2, ['claimed', 'no_clear_answer', 'settled_confirmed'], 20);
  expect(latestConfirmedReference(db)).toBe(reference(1));
});

// Sales in doubt: which is looked up next, and what is known of each.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  doubtfulReferences,
  latestConfirmedReference,
  noteNextLookUp,
  readDoubt,
} from '../../../src-main/store/doubts.ts';
import { counterSale, type DocumentKind } from '../../../src-main/contract/new-document.ts';
import { commitSale, readSale, type NewSale } from '../../../src-main/store/sales.ts';
import { noteDocumentId } from '../../../src-main/store/till.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { sampleDocument } from '../../sample-sale.ts';
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
    asked: { kind: { by: 'natureCode', code: 'FS' }, finalize: true },
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
  expect(latestConfirmedReference(db, counterSale)).toBeUndefined();
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
  expect(latestConfirmedReference(db, counterSale)).toBe(reference(2));
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
  expect(latestConfirmedReference(db, counterSale)).toBe(reference(1));
});

const toConfirm = (kind: DocumentKind, finalize = true) =>
  sampleDocument({ kind, finalize, paymentMethod: { id: 1, label: 'Numerário' } });

function confirm(db: Store, { reference: own }: NewSale, documentId: number): void {
  claimNext(db, documentId);
  const event = 'accepted';
  const atMs = documentId + 1;
  mustStep(db, { reference: own, event, evidence, atMs, document: document(documentId, 1) });
}

test.each<DocumentKind>([
  { by: 'natureCode', code: 'GR' },
  { by: 'natureId', id: 321 },
  { by: 'documentId', id: 6 },
])('a doubt knows that it was asked for $by', (kind) => {
  const db = openTill();
  const note = commitSale(db, toConfirm(kind, false));
  claimNext(db, 1);
  expect(readDoubt(db, note.reference).asked).toEqual({ kind, finalize: false });
});

const kinds: readonly DocumentKind[] = [
  { by: 'natureCode', code: 'FS' },
  { by: 'natureCode', code: 'GR' },
  { by: 'natureId', id: 321 },
  { by: 'natureCode', code: 'FT' },
  { by: 'natureId', id: 401 },
  { by: 'documentId', id: 321 },
];

/** Each of the kinds, finalized and as a draft, in this order. */
function confirmEach(db: Store): readonly NewSale[] {
  const kept = kinds.flatMap((kind) => [toConfirm(kind), toConfirm(kind, false)]);
  for (const one of kept) commitSale(db, one);
  kept.forEach((one, index) => {
    confirm(db, one, index + 1);
  });
  return kept;
}

test('what the lists may not show is tried with a document that the very same was asked for', () => {
  const db = openTill();
  const kept = confirmEach(db);
  for (const [index, kind] of kinds.entries()) {
    const draft = kept[2 * index + 1]?.reference;
    expect(latestConfirmedReference(db, { kind, finalize: false })).toBe(draft);
    if (index < 3) continue;
    const finalized = kept[2 * index]?.reference;
    expect(latestConfirmedReference(db, { kind, finalize: true })).toBe(finalized);
  }
  const other: DocumentKind = { by: 'documentId', id: 6 };
  expect(latestConfirmedReference(db, { kind: other, finalize: true })).toBeUndefined();
});

test('what the lists are known to show is tried with the latest of what they are known to show', () => {
  const db = openTill();
  const kept = confirmEach(db);
  for (const kind of kinds.slice(0, 3)) {
    expect(latestConfirmedReference(db, { kind, finalize: true })).toBe(kept[4]?.reference);
  }
});

// Sales in doubt in the file: what a found document must match, and which documents a look-up must
// show.
import { expect, test } from 'vitest';
import {
  isMissed,
  lowestHighWaterMark,
  noteControl,
  noteNextLookUp,
  noteShown,
  passedOver,
  readControl,
  readSought,
} from '../../../src-main/store/doubts.ts';
import { counterSale, type DocumentKind } from '../../../src-main/contract/new-document.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { claimAgain, claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { followDocument } from '../../../src-main/store/follow-document.ts';
import { commitSale, readSale, referencesIn, type NewSale } from '../../../src-main/store/sales.ts';
import { localDay } from '../../../src-main/contract/calendar.ts';
import { noteDocumentId } from '../../../src-main/store/till.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { accept, document, evidence, reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

/** Adds a sale that was sent at `atMs` and is in doubt from a millisecond later. */
function inDoubt(db: Store, number: number, atMs: number): void {
  commitSale(db, sale(number));
  take(db, number, ['claimed', 'no_clear_answer'], atMs);
}

/** Adds a sale that became the document at `atMs`. */
function confirmed(db: Store, number: number, documentId: number, atMs = documentId): void {
  accept(db, sale(number), document(documentId, number), atMs);
}

test('only sales in doubt are listed, oldest first', () => {
  const db = openTill();
  expect(referencesIn(db, 'in_doubt')).toEqual([]);
  for (const number of [1, 2, 3]) inDoubt(db, number, number * 100);
  commitSale(db, sale(4));
  take(db, 2, ['found'], 400);
  expect(referencesIn(db, 'in_doubt')).toEqual([reference(1), reference(3)]);
});

test('a look-up is given what the document must match, and what is known of the attempts', () => {
  const db = openTill();
  noteDocumentId(db, 40);
  commitSale(db, sale(1));
  noteDocumentId(db, 50);
  claimNext(db, 700);
  const step = { reference: reference(1), evidence, atMs: 800 } as const;
  mustStep(db, { ...step, event: 'no_clear_answer', proof: 'absence', failedAttempts: 2 });
  expect(readSought(db, reference(1))).toEqual({
    reference: reference(1),
    state: 'in_doubt',
    requestedKind: counterSale,
    body: {
      ...{ requestedKind: counterSale, totalCents: 65, isTotalKnown: true, taxNumber: '' },
      ...{ partyId: null, date: '', isDated: false, serieId: null, lineCount: 1 },
      isReturn: false,
    },
    formerBodies: [],
    differences: [],
    ...{ documentId: null, docKey: null, documentDate: null },
    highWaterMark: 40,
    knownId: 50,
    proof: 'absence',
    failedAttempts: 2,
    attemptedAtMs: 700,
    documentIds: [],
    serviceTotalCents: null,
    isNothingFound: false,
  });
  expect(readSought(db, reference(9))).toBeUndefined();
});

test('a sale that was never sent is looked up from its own commit on', () => {
  const db = openTill();
  noteDocumentId(db, 40);
  commitSale(db, sale(1));
  expect(readSought(db, reference(1))).toMatchObject({
    state: 'queued',
    highWaterMark: 40,
    proof: 'none',
  });
});

test('the high-water mark is that of the commit, since any attempt may have created the document', () => {
  const db = openTill();
  noteDocumentId(db, 10);
  inDoubt(db, 1, 100);
  noteDocumentId(db, 20);
  claimAgain(db, reference(1), { lookUps: 3, settledMs: 1 }, 200);
  take(db, 1, ['no_clear_answer'], 300);
  const again = { highWaterMark: 10, knownId: 20, attemptedAtMs: 200 };
  expect(readSought(db, reference(1))).toMatchObject(again);
});

test('the lowest high-water mark is that of the open sales only', () => {
  const db = openTill();
  expect(lowestHighWaterMark(db)).toBeUndefined();
  confirmed(db, 1, 7);
  expect(lowestHighWaterMark(db)).toBeUndefined();
  commitSale(db, sale(2));
  take(db, 2, ['claimed', 'no_clear_answer'], 10);
  noteDocumentId(db, 30);
  commitSale(db, sale(3));
  expect(lowestHighWaterMark(db)).toBe(7);
  take(db, 2, ['found_mismatch'], 20);
  expect(lowestHighWaterMark(db)).toBe(30);
});

test('the screen is told when a sale is looked up next, as long as it is in doubt', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  noteNextLookUp(db, reference(1), 5000.4);
  expect(readSale(db, reference(1))?.nextStepAtMs).toBe(5000);
  take(db, 1, ['found'], 200);
  expect(readSale(db, reference(1))?.nextStepAtMs).toBeNull();
  noteNextLookUp(db, reference(1), 6000);
  expect(readSale(db, reference(1))?.nextStepAtMs).toBeNull();
});

test('a sale of which the service showed documents is never sent again, and has each of them once', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  inDoubt(db, 2, 200);
  noteShown(db, reference(1), [7]);
  noteShown(db, reference(1), [9, 7]);
  expect(readSought(db, reference(1))).toMatchObject({ proof: 'never', documentIds: [7, 9] });
  expect(readSought(db, reference(2))).toMatchObject({ proof: 'none', documentIds: [] });
});

test('the document of the sale itself is among those that it is known to have', () => {
  const db = openTill();
  confirmed(db, 1, 7);
  expect(readSought(db, reference(1))).toMatchObject({ documentIds: [7], serviceTotalCents: 65 });
  take(db, 1, ['found_second'], 20);
  expect(readSought(db, reference(1))?.documentIds).toEqual([7]);
});

test('a conflict in which nothing was found is told apart from the others', () => {
  const db = openTill();
  for (const number of [1, 2]) inDoubt(db, number, number * 100);
  const missing = { kind: 'missing', documentId: null } as const;
  mustStep(db, { reference: reference(1), event: 'missing', evidence: missing, atMs: 300 });
  take(db, 2, ['found_mismatch'], 300);
  expect(readSought(db, reference(1))?.isNothingFound).toBe(true);
  expect(readSought(db, reference(2))?.isNothingFound).toBe(false);
});

// Controls

const controlOf = (
  db: Store,
  side: 'after' | 'before',
  knownId: number,
  passed: readonly string[] = [],
) => readControl(db, counterSale, side, knownId, passed);

test('the control is the oldest sale confirmed after the attempt, or the last one before it', () => {
  const db = openTill();
  expect(controlOf(db, 'after', 0)).toBeUndefined();
  for (const number of [1, 2, 3, 4]) confirmed(db, number, number * 10, number * 1_000);
  const third = { reference: reference(3), documentId: 30 };
  expect(controlOf(db, 'after', 20)).toEqual(third);
  expect(controlOf(db, 'before', 20)?.documentId).toBe(20);
  expect(controlOf(db, 'before', 9)).toBeUndefined();
  expect(controlOf(db, 'after', 40)).toBeUndefined();
});

test('a control that is passed over gives way to the next one', () => {
  const db = openTill();
  for (const number of [1, 2, 3, 4]) confirmed(db, number, number * 10);
  const passed = [reference(3), reference(2), 'id 20'];
  expect(controlOf(db, 'after', 20, passed)?.documentId).toBe(40);
  expect(controlOf(db, 'before', 20, passed)?.documentId).toBe(10);
});

test('only a sale that the service has confirmed, with a document, is a control', () => {
  const db = openTill();
  confirmed(db, 1, 10);
  inDoubt(db, 2, 20);
  take(db, 2, ['settled_confirmed'], 30);
  confirmed(db, 3, 30);
  take(db, 3, ['found_second'], 40);
  expect(controlOf(db, 'after', 10)).toBeUndefined();
});

const toConfirm = (kind: DocumentKind, finalize = true) =>
  sampleDocument({ kind, finalize, paymentMethod: { id: 1, label: 'Numerário' } });

const kinds: readonly DocumentKind[] = [
  { by: 'natureCode', code: 'FS' },
  { by: 'natureCode', code: 'GR' },
  { by: 'natureId', id: 321 },
  { by: 'natureCode', code: 'FT' },
  { by: 'natureId', id: 401 },
  { by: 'documentTypeId', id: 321 },
];

/** Adds one of each kind, finalized and as a draft, in this order: documents 1, 2 and so on. */
function confirmEach(db: Store): readonly NewSale[] {
  const keptSales = kinds.flatMap((kind) => [toConfirm(kind), toConfirm(kind, false)]);
  for (const [index, one] of keptSales.entries())
    accept(db, one, document(index + 1, 1), index + 1);
  return keptSales;
}

test('a sale that the lists may not show has a control of the very same kind, or none', () => {
  const db = openTill();
  const keptSales = confirmEach(db);
  for (const [index, kind] of kinds.entries()) {
    const draft = readControl(db, { kind, finalize: false }, 'after', 0, []);
    expect(draft?.reference).toBe(keptSales[2 * index + 1]?.reference);
    if (index < 3) continue;
    const finalized = readControl(db, { kind, finalize: true }, 'after', 0, []);
    expect(finalized?.reference).toBe(keptSales[2 * index]?.reference);
  }
  const other: DocumentKind = { by: 'documentTypeId', id: 6 };
  expect(readControl(db, { kind: other, finalize: true }, 'after', 0, [])).toBeUndefined();
});

test('a sale that the lists are known to show has any control that they are known to show', () => {
  const db = openTill();
  const keptSales = confirmEach(db);
  for (const kind of kinds.slice(0, 3)) {
    const asked = { kind, finalize: true };
    expect(readControl(db, asked, 'after', 0, [])?.reference).toBe(keptSales[0]?.reference);
    expect(readControl(db, asked, 'before', 99, [])?.reference).toBe(keptSales[4]?.reference);
  }
});

test('a control that was missed for a day is passed over, until it is found', () => {
  const db = openTill();
  const day = 86_400_000;
  noteControl(db, 'id 7', false, 1_000);
  noteControl(db, 'id 7', false, 5_000);
  expect(isMissed(db, 'id 7')).toBe(true);
  expect(isMissed(db, 'id 8')).toBe(false);
  expect(passedOver(db, 1_000 + day - 1)).toEqual([]);
  expect(passedOver(db, 1_000 + day)).toEqual(['id 7']);
  noteControl(db, 'id 7', true, 6_000);
  expect(isMissed(db, 'id 7')).toBe(false);
  expect(passedOver(db, 10 * day)).toEqual([]);
});

test('setting back the clock does not put off the day', () => {
  const db = openTill();
  const day = 86_400_000;
  noteControl(db, 'id 7', false, 100 * day);
  noteControl(db, 'id 7', false, 1_000);
  expect(passedOver(db, 1_000 + day)).toEqual(['id 7']);
});

test('a notice of differences that is damaged does not hinder the sale’s look-ups', () => {
  const db = openTill();
  inDoubt(db, 1, 100);
  const sought = readSought(db, reference(1));
  for (const what of ['{', '"x"', '[{"field":"none"}]']) {
    db.prepare(
      `INSERT OR REPLACE INTO sale_notice (sale_id, kind, at_ms, what)
      SELECT sale_id, 'differs', 1, ? FROM sale`,
    ).run(what);
    expect(readSought(db, reference(1))).toEqual(sought);
  }
});

test('a document that was dated too late differs for ever, and not only until that day has come', () => {
  const db = openTill();
  const dayMs = 86_400_000;
  const soldAtMs = Date.UTC(2026, 0, 5, 12);
  confirmed(db, 1, 7, soldAtMs);
  db.prepare(
    `UPDATE sale SET body = CAST(json_set(CAST(body AS TEXT), '$.document_date', ?) AS BLOB)`,
  ).run(localDay(soldAtMs));
  const laterDocument = { ...document(7, 1), date: localDay(soldAtMs + 2 * dayMs) };
  const dateDiffers = [{ field: 'date', sold: localDay(soldAtMs), shown: laterDocument.date }];
  for (const days of [0, 1, 5]) {
    followDocument(db, laterDocument, soldAtMs + days * dayMs);
    expect(readSought(db, reference(1))?.differences).toEqual(dateDiffers);
  }
});

// What the audits found: the last one, how far back the next one reads, and what it must see there.
import { expect, test } from 'vitest';
import type { AuditReport } from '../../../src-main/contract/outbox-report.ts';
import {
  auditFloor,
  confirmedBetween,
  isActedUpon,
  nameDocuments,
  noteActedUpon,
  readLastAudit,
  saveAudit,
} from '../../../src-main/store/audits.ts';
import { readSought } from '../../../src-main/store/doubts.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { accept, countRows, document, reference, sale, take } from './samples.ts';
import { openTill, tillWithSale } from './temporary-till.ts';

const day = 86_400_000;
const start = 1_000 * day;

const report = (atMs: number, change: Partial<AuditReport> = {}): AuditReport => ({
  ...{ atMs, checked: 3, confirmed: 3, missing: [], lost: [], differing: [], alarms: 0 },
  ...change,
});

/**
 * Saves an audit so many days after the first, with ten times that number as the newest document
 * id.
 */
const auditOn = (db: Store, days: number) => {
  saveAudit(db, report(start + days * day), Math.round(days * 10));
};

test('the last audit is read back as it was written', () => {
  const db = openTill();
  expect(readLastAudit(db)).toBeUndefined();
  saveAudit(db, report(start, { missing: ['a'] }), 5);
  const last = report(start + 1, { lost: ['a'], differing: ['b'], alarms: 1 });
  saveAudit(db, last, 6);
  expect(readLastAudit(db)).toEqual(last);
});

test('the first audits read everything, and later ones back to a day before the last', () => {
  const db = openTill();
  expect(auditFloor(db)).toBe(0);
  auditOn(db, 0.5);
  expect(auditFloor(db)).toBe(0);
  auditOn(db, 1.4);
  expect(auditFloor(db)).toBe(0);
  auditOn(db, 1.5);
  expect(auditFloor(db)).toBe(5);
  auditOn(db, 2.5);
  expect(auditFloor(db)).toBe(15);
  auditOn(db, 9);
  expect(auditFloor(db)).toBe(25);
});

test('old audits are kept only as far as the next one needs them', () => {
  const db = openTill();
  for (let quarter = 0; quarter < 400; quarter += 1) {
    auditOn(db, quarter / 4);
    if (quarter >= 4) expect(auditFloor(db)).toBe(Math.round((quarter / 4 - 1) * 10));
  }
  expect(countRows(db, 'audit')).toBeLessThan(12);
});

test('an audit by a clock that was ahead does not replace later ones', () => {
  const db = openTill();
  auditOn(db, 1);
  auditOn(db, 500);
  auditOn(db, 2);
  expect(readLastAudit(db)?.atMs).toBe(start + 2 * day);
  expect(auditFloor(db)).toBe(10);
});

test('an audit must see the confirmed sales of its span, by their documents', () => {
  const db = openTill();
  for (const number of [1, 2, 3, 4]) accept(db, sale(number), document(number * 10, number), 2);
  take(db, 3, ['found_second'], 50);
  commitSale(db, sale(5));
  take(db, 5, ['claimed', 'no_clear_answer', 'settled_confirmed'], 60);
  expect(confirmedBetween(db, 10, 40)).toEqual([
    { reference: reference(2), documentId: 20 },
    { reference: reference(4), documentId: 40 },
  ]);
  expect(confirmedBetween(db, 40, 99)).toEqual([]);
});

test('a document that the lists may not show does not count as missing', () => {
  const db = openTill();
  const purchase = sampleDocument({ kind: { by: 'documentTypeId', id: 11 } });
  const draft = sampleDocument({ finalize: false });
  const note = sampleDocument();
  [purchase, draft, note].forEach((one, at) => {
    accept(db, one, document(at + 1, 1), at);
  });
  expect(confirmedBetween(db, 0, 9)).toEqual([{ reference: note.reference, documentId: 3 }]);
});

test('documents that a person named by confirming belong to the sale from then on', () => {
  const db = tillWithSale();
  take(db, 1, ['claimed', 'no_clear_answer', 'settled_confirmed'], 1);
  nameDocuments(db, reference(1), [7]);
  expect(readSought(db, reference(1))?.documentIds).toEqual([7]);
});

test('an unknown reference acts once', () => {
  const db = openTill();
  expect(isActedUpon(db, 'CF-TEST-0000-0001')).toBe(false);
  noteActedUpon(db, ['CF-TEST-0000-0001', 'CF-TEST-0000-0002']);
  noteActedUpon(db, ['CF-TEST-0000-0001']);
  expect(isActedUpon(db, 'CF-TEST-0000-0001')).toBe(true);
  expect(isActedUpon(db, 'CF-TEST-0000-0003')).toBe(false);
});

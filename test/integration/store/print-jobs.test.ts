import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readExceptions } from '../../../src-main/store/exceptions.ts';
import { noteOpening, noteOutcome, readOpenings } from '../../../src-main/store/drawer-openings.ts';
import {
  askAgain,
  becomesReceipt,
  claimPrintJob,
  doubtPrintJobs,
  doubtRestoredJobs,
  makePrintJob,
  readPrintJobs,
  readTroubledJobs,
  stepPrintJob,
  type NewPrintJob,
} from '../../../src-main/store/print-jobs.ts';
import { countPrints, notePrint, type Printed } from '../../../src-main/store/receipt-prints.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { plansOf } from './query-plans.ts';
import { sale } from './samples.ts';
import { openTill } from './temporary-till.ts';
import { newFile, open } from './till-files.ts';

const receipt: NewPrintJob = {
  atMs: 1,
  documentId: 71,
  reference: 'CF-TEST-0000-0001',
  title: 'FS A/1',
  language: 'pt-PT',
  askedBy: 'Ana',
  isAutomatic: false,
};
const slip: NewPrintJob = { ...receipt, documentId: null, title: 'CF-TEST-0000-0001' };
const printed = (documentId: number): Printed => ({
  documentId,
  docKey: receipt.title,
  ourReference: receipt.reference ?? '',
});
const paperOut = { code: 'printer_paper_out' } as const;

test('of two quick prints one is the original and the other a copy', () => {
  const db = openTill();
  expect(makePrintJob(db, receipt)).toMatchObject({ state: 'waiting', isCopy: false });
  expect(makePrintJob(db, receipt)).toMatchObject({ state: 'waiting', isCopy: true });
  expect(makePrintJob(db, { ...receipt, documentId: 72 })).toMatchObject({ isCopy: false });
});

test('a copy is among the exceptions, by whoever had it made', () => {
  const db = openTill();
  const found = () =>
    readExceptions(db, { fromMs: 0, untilMs: 1e15 }).map(({ kind, by, atMs, ...rest }) => ({
      ...{ kind, by, atMs },
      docKey: 'docKey' in rest && rest.docKey,
    }));
  const of = { kind: 'receipt_reprinted', docKey: receipt.title };
  const { jobId = 0 } = makePrintJob(db, receipt) ?? {};
  makePrintJob(db, slip);
  makePrintJob(db, slip);
  expect(found()).toEqual([]);
  makePrintJob(db, { ...receipt, askedBy: 'Rui', atMs: 5 });
  notePrint(db, printed(71), { askedBy: 'Eva', atMs: 7 });
  expect(found()).toEqual([
    { ...of, by: 'Eva', atMs: 7 },
    { ...of, by: 'Rui', atMs: 5 },
  ]);
  claimPrintJob(db);
  stepPrintJob(db, jobId, 'unclear', { code: 'printer_too_slow' });
  askAgain(db, jobId, { askedBy: 'Ana', atMs: 9 });
  expect(found()[0]).toEqual({ ...of, by: 'Ana', atMs: 9 });
  // The copy is tried once more: it is still one.
  claimPrintJob(db);
  stepPrintJob(db, jobId, 'unclear', { code: 'printer_too_slow' });
  askAgain(db, jobId, { askedBy: 'Ana', atMs: 11 });
  expect(found()[0]).toEqual({ ...of, by: 'Ana', atMs: 9 });
});

test('another document is no copy, though a service that began anew gives it the same id', () => {
  const db = openTill();
  makePrintJob(db, receipt);
  const another = { ...receipt, reference: 'CF-TEST-0000-0002' };
  expect(makePrintJob(db, another)?.isCopy).toBe(false);
  expect(makePrintJob(db, another)?.isCopy).toBe(true);
  const ofOthers = { ...receipt, reference: null, title: 'FS B/1' };
  expect(makePrintJob(db, ofOthers)?.isCopy).toBe(false);
  expect(makePrintJob(db, { ...another, isAutomatic: true })).toBeUndefined();
  expect(makePrintJob(db, { ...ofOthers, title: receipt.title })?.isCopy).toBe(true);
});

test('a file counts as a print, and a slip does not', () => {
  const db = openTill();
  notePrint(db, printed(71), { askedBy: 'Ana', atMs: 1 });
  expect(makePrintJob(db, receipt)?.isCopy).toBe(true);
  expect(makePrintJob(db, slip)?.isCopy).toBe(false);
  expect(makePrintJob(db, slip)?.isCopy).toBe(false);
});

test('jobs are claimed one at a time, the oldest first', () => {
  const db = openTill();
  const first = makePrintJob(db, receipt);
  const second = makePrintJob(db, { ...receipt, documentId: 72 });
  expect(claimPrintJob(db)).toEqual({ ...first, state: 'printing' });
  expect(claimPrintJob(db)).toEqual({ ...second, state: 'printing' });
  expect(claimPrintJob(db)).toBeUndefined();
});

test('a print that was not sent does not count; one that perhaps was counts, so that the next is a copy', () => {
  const db = openTill();
  const { jobId = 0 } = makePrintJob(db, receipt) ?? {};
  claimPrintJob(db);
  expect(stepPrintJob(db, jobId, 'not_sent', paperOut)).toMatchObject({
    state: 'failed',
    error: paperOut,
  });
  expect(countPrints(db, printed(71))).toBe(0);
  const again = { askedBy: 'Rui', atMs: 5 };
  expect(askAgain(db, jobId, again)).toMatchObject({
    state: 'waiting',
    isCopy: false,
    askedBy: 'Rui',
    error: null,
  });
  expect(countPrints(db, printed(71))).toBe(1);
  claimPrintJob(db);
  stepPrintJob(db, jobId, 'unclear', { code: 'printer_broke_off' });
  expect(countPrints(db, printed(71))).toBe(1);
  expect(askAgain(db, jobId, again)).toMatchObject({ state: 'waiting', isCopy: true });
  claimPrintJob(db);
  stepPrintJob(db, jobId, 'printed');
  expect(countPrints(db, printed(71))).toBe(2);
  expect(askAgain(db, jobId, again)).toBeUndefined();
});

test('a failed print becomes a copy if another was printed meanwhile', () => {
  const db = openTill();
  const { jobId = 0 } = makePrintJob(db, receipt) ?? {};
  claimPrintJob(db);
  stepPrintJob(db, jobId, 'not_sent', paperOut);
  expect(makePrintJob(db, receipt)?.isCopy).toBe(false);
  expect(askAgain(db, jobId, { askedBy: 'Ana', atMs: 5 })?.isCopy).toBe(true);
});

test('a print that is given up never counts before it began, and counts once it may have come out', () => {
  const db = openTill();
  const { jobId = 0 } = makePrintJob(db, receipt) ?? {};
  expect(stepPrintJob(db, jobId, 'given_up')?.state).toBe('given_up');
  expect(claimPrintJob(db)).toBeUndefined();
  expect(countPrints(db, printed(71))).toBe(0);
  const { jobId: second = 0 } = makePrintJob(db, receipt) ?? {};
  claimPrintJob(db);
  expect(stepPrintJob(db, second, 'given_up')).toBeUndefined();
  stepPrintJob(db, second, 'unclear', { code: 'printer_too_slow' });
  stepPrintJob(db, second, 'given_up');
  expect(makePrintJob(db, receipt)?.isCopy).toBe(true);
});

test('the till prints a sale by itself once, and not if a person printed it', () => {
  const db = openTill();
  const automatic = { ...receipt, isAutomatic: true };
  expect(makePrintJob(db, automatic)).toMatchObject({ isAutomatic: true, isCopy: false });
  expect(makePrintJob(db, automatic)).toBeUndefined();
  const afterSlip = { ...automatic, reference: 'CF-TEST-0000-0002' };
  expect(makePrintJob(db, { ...afterSlip, documentId: null })).toBeDefined();
  expect(makePrintJob(db, { ...afterSlip, documentId: 72 })).toBeUndefined();
  makePrintJob(db, { ...receipt, documentId: 73, reference: null });
  const byHand = { ...automatic, documentId: 73, reference: 'CF-TEST-0000-0003' };
  expect(makePrintJob(db, byHand)).toBeUndefined();
});

test('a slip whose sale is confirmed before it is printed becomes, and counts as, the receipt', () => {
  const db = openTill();
  const { jobId = 0 } = makePrintJob(db, slip) ?? {};
  claimPrintJob(db);
  const change = { documentId: 71, title: 'FS A/1', atMs: 2 };
  expect(becomesReceipt(db, jobId, change)).toMatchObject({
    documentId: 71,
    title: 'FS A/1',
    isCopy: false,
    state: 'printing',
  });
  expect(makePrintJob(db, receipt)?.isCopy).toBe(true);
  stepPrintJob(db, jobId, 'not_sent', paperOut);
  expect(countPrints(db, printed(71))).toBe(1);
});

test('jobs of an earlier run are for a person: waiting ones were not sent, the other is uncertain', () => {
  const db = openTill();
  makePrintJob(db, receipt);
  claimPrintJob(db);
  makePrintJob(db, { ...receipt, documentId: 72 });
  doubtPrintJobs(db);
  const error = { code: 'print_interrupted' };
  expect(readTroubledJobs(db, 10)).toMatchObject([
    { documentId: 72, state: 'failed', error },
    { documentId: 71, state: 'uncertain', error },
  ]);
  expect(claimPrintJob(db)).toBeUndefined();
  expect([countPrints(db, printed(71)), countPrints(db, printed(72))]).toEqual([1, 0]);
  expect(readTroubledJobs(db, 1)).toHaveLength(1);
  expect(readPrintJobs(db, 10).map(({ documentId }) => documentId)).toEqual([72, 71]);
});

test('in a copy every document may have been printed since, so it is printed again as a copy', () => {
  const db = openTill();
  makePrintJob(db, receipt);
  claimPrintJob(db);
  stepPrintJob(db, 1, 'not_sent', paperOut);
  makePrintJob(db, { ...receipt, documentId: 72 });
  doubtRestoredJobs(db);
  expect(readTroubledJobs(db, 10).map(({ state }) => state)).toEqual(['uncertain', 'uncertain']);
  expect(countPrints(db, printed(71))).toBe(0);
  expect(askAgain(db, 1, { askedBy: 'Ana', atMs: 5 })?.isCopy).toBe(true);
});

test('jobs and openings are brought over from a file that is damaged', () => {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  makePrintJob(db, receipt);
  claimPrintJob(db);
  stepPrintJob(db, 1, 'printed');
  makePrintJob(db, { ...receipt, documentId: 72, isAutomatic: true });
  const opening = { atMs: 1, openedBy: 'Ana', reason: 'Trocar uma nota', reference: null };
  noteOpening(db, { ...opening, approvedBy: 'Inês' });
  close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 4096));
  const salvaged = open(file).db;
  expect(readPrintJobs(salvaged, 10)).toMatchObject([
    { documentId: 72, state: 'uncertain', isAutomatic: true, error: { code: 'print_restored' } },
    { documentId: 71, state: 'printed', askedBy: 'Ana' },
  ]);
  expect(readOpenings(salvaged, 10)).toMatchObject([
    { openedBy: 'Ana', approvedBy: 'Inês', outcome: 'unknown' },
  ]);
});

test('an unreadable reason hides no job, and a damaged row is not believed', () => {
  const db = openTill();
  makePrintJob(db, receipt);
  claimPrintJob(db);
  stepPrintJob(db, 1, 'not_sent', paperOut);
  db.prepare(`UPDATE print_job SET error = '{"code":"nonsense"}'`).run();
  expect(readTroubledJobs(db, 10)).toMatchObject([{ jobId: 1, state: 'failed', error: null }]);
  db.prepare(`UPDATE print_job SET language = 'nonsense'`).run();
  expect(() => readPrintJobs(db, 10)).toThrow();
});

test('finding jobs that wait or need a person does not read years of printed jobs', () => {
  const db = openTill();
  const plans = plansOf(db, () => {
    readTroubledJobs(db, 20);
    claimPrintJob(db);
  });
  expect(plans).toEqual([
    'SCAN print_job USING INDEX print_job_troubled',
    'SCAN print_job USING INDEX print_job_waiting',
  ]);
});

test('openings are listed with who, why and how they ended; a sale opens the drawer once', () => {
  const db = openTill();
  const byHand = { atMs: 1, openedBy: 'Ana', reason: 'Trocar uma nota', reference: null };
  const first = noteOpening(db, byHand);
  noteOutcome(db, first?.openingId ?? 0, 'failed');
  const ofSale = { ...byHand, atMs: 2, reason: null, reference: 'CF-TEST-0000-0001' };
  expect(noteOpening(db, ofSale)).toMatchObject({ outcome: 'unknown' });
  expect(noteOpening(db, ofSale)).toBeUndefined();
  expect(readOpenings(db, 10)).toMatchObject([ofSale, { ...byHand, outcome: 'failed' }]);
});

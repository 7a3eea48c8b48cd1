// The cost of a day depends only on what happened on it. Checks SQLite's plans for queries on an
// old file, and on a day that nobody closed.
import { expect, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import { readExceptions } from '../../../src-main/store/exceptions.ts';
import { noMarks } from '../../../src-main/store/day-marks.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import {
  readCashSums,
  readDocumentsOfShift,
  readOpenSalesOfShift,
} from '../../../src-main/store/sales-of-shift.ts';
import { listZReports } from '../../../src-main/store/z-reports.ts';
import { sampleCart, sampleParticulars, samplePayment } from '../../sample-sale.ts';
import { plansOf } from '../store/query-plans.ts';
import { reference, sale } from '../store/samples.ts';
import { openTill } from '../store/temporary-till.ts';
import { confirm, dayTill, open, sell } from './day-till.ts';

const byMark = (table: string) => `SEARCH ${table} USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)`;

test('exceptions between two marks are found by row number', () => {
  const db = openTill();
  const upTo = { ...noMarks, saleId: 9, stepId: 9 };
  const plans = plansOf(db, () => readExceptions(db, { after: noMarks, upTo }));
  expect(plans).toEqual(expect.arrayContaining([byMark('sale'), byMark('sale_step')]));
  expect(plans.filter((plan) => plan.startsWith('SCAN'))).toEqual([]);
});

test('exceptions of a time span are found by their time', () => {
  const db = openTill();
  const plans = plansOf(db, () => readExceptions(db, { fromMs: 0, untilMs: 9 }));
  expect(plans).toEqual(
    expect.arrayContaining([
      expect.stringContaining('sale_with_exceptions (committed_at_ms>?'),
      expect.stringContaining('sale_step_by_person (at_ms>?'),
    ]),
  );
});

test('what became of a closed day’s open sales is found by their references', () => {
  const db = openTill();
  const plans = plansOf(db, () => listZReports(db, 30));
  expect(plans).toContain('SEARCH sale USING INDEX sqlite_autoindex_sale_1 (reference=?)');
});

test('an open day’s open sales and documents are found without reading the others', () => {
  const db = dayTill();
  open(db, 0, 1);
  for (const number of [1, 2]) sell(db, number);
  confirm(db, 1, 3);
  const cart = (cartId: string) => ({ ...sampleCart(1), cartId });
  const commit = (number: number, content: Parameters<typeof commitSale>[1]['content']) =>
    commitSale(db, { ...sale(number), totalCents: cents(65), content });
  // A full invoice at the counter, and a document that is of the counter's own kind.
  const full = sampleCart(1);
  commit(3, { cart: cart('3'), payment: samplePayment(full), particulars: sampleParticulars });
  const simplified = { ...sampleParticulars, kind: { by: 'natureCode', code: 'FS' } as const };
  commit(4, { cart: cart('4'), particulars: simplified });
  commit(5, { cart: cart('5'), particulars: sampleParticulars });
  const named = ({ sales }: ReturnType<typeof readDocumentsOfShift>) =>
    sales.map((one) => one.reference);
  expect(named(readDocumentsOfShift(db, 1))).toEqual([4, 5].map(reference));
  expect(named(readOpenSalesOfShift(db, 1))).toEqual([2, 3, 4, 5].map(reference));
  const again = openTill();
  const plans = plansOf(again, () => {
    readDocumentsOfShift(again, 1);
    readOpenSalesOfShift(again, 1);
  });
  expect(plans).toContain('SEARCH sale USING INDEX sale_by_method (shift_id=? AND <expr>=?)');
  expect(plans).toContain('SEARCH sale USING INDEX sale_by_state (state=?)');
});

test('a day’s cash is summed from an index alone, however long the day is', () => {
  const db = dayTill();
  open(db, 0, 1);
  for (const number of [1, 2, 3]) sell(db, number, { isCash: number !== 2 });
  expect(readCashSums(db, 1).sales).toEqual({ count: 2, totalCents: 130 });
  const again = openTill();
  const plans = plansOf(again, () => readCashSums(again, 1));
  const fromIndex = 'SEARCH sale USING COVERING INDEX sale_by_method (shift_id=?)';
  expect(plans).toEqual([fromIndex, fromIndex]);
});

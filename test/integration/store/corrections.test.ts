// A refused sale that is put right: the same sale with another body, and nothing of the old one lost.
import { expect, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import { correctSale, type Correction } from '../../../src-main/store/corrections.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { claimNext } from '../../../src-main/store/sale-steps.ts';
import { commitSale, readSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { contents, countRows, reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

const corrected: Correction = {
  ...sale(1),
  body: Buffer.from('{"corrected":true}'),
  totalCents: cents(130),
  by: 'Rui',
  note: 'The code was wrong',
  atMs: 50,
};

function refused(): Store {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'refused'], 10);
  return db;
}

test('a corrected sale is sent with its new body under its old reference', () => {
  const db = refused();
  const result = correctSale(db, corrected);
  expect(result).toMatchObject({
    ok: true,
    value: { reference: reference(1), state: 'queued', totalCents: 130 },
  });
  expect(claimNext(db, 60)).toEqual({
    sale: readSale(db, reference(1)),
    body: corrected.body,
    wasRefused: true,
  });
});

test('what was refused is kept, with who corrected it and why', () => {
  const db = refused();
  correctSale(db, corrected);
  const detail = readSaleDetail(db, reference(1));
  expect(detail?.former).toEqual([{ replacedAtMs: 50, totalCents: 65, sold: sale(1).sold }]);
  expect(detail?.totalCents).toBe(130);
  expect(detail?.steps.at(-1)).toEqual({
    atMs: 50,
    event: 'corrected',
    state: 'queued',
    evidence: {
      kind: 'corrected',
      by: 'Rui',
      note: 'The code was wrong',
      formerTotalCents: 65,
      totalCents: 130,
    },
  });
  const body = db.prepare('SELECT body FROM former_sale').pluck().get();
  expect(body).toEqual(sale(1).body);
});

test('a sale can be corrected as often as it is refused', () => {
  const db = refused();
  correctSale(db, corrected);
  take(db, 1, ['claimed', 'refused'], 60);
  correctSale(db, { ...corrected, totalCents: cents(195), atMs: 70 });
  expect(readSaleDetail(db, reference(1))?.former.map((former) => former.totalCents)).toEqual([
    65, 130,
  ]);
});

test.each([
  ['waiting to be sent', []],
  ['confirmed', ['claimed', 'accepted']],
  ['in doubt', ['claimed', 'no_clear_answer']],
] as const)('a sale that is %s cannot be corrected, and nothing is written', (_state, events) => {
  const db = openTill();
  commitSale(db, sale(1));
  take(db, 1, events, 10);
  const before = contents(db);
  expect(correctSale(db, corrected)).toEqual({ ok: false, error: { code: 'sale_moved_on' } });
  expect(contents(db)).toBe(before);
});

test('a correction that fails half-way leaves the refused sale as it was', () => {
  const db = refused();
  const before = contents(db);
  const otherCart = { ...corrected.sold, cart: sale(2).sold.cart };
  expect(() => correctSale(db, { ...corrected, sold: otherCart })).toThrow(/0 rows changed/);
  expect(contents(db)).toBe(before);
  expect(countRows(db, 'former_sale')).toBe(0);
});

test('a sale that is not there cannot be corrected', () => {
  const db = openTill();
  expect(correctSale(db, corrected)).toEqual({ ok: false, error: { code: 'not_found' } });
});

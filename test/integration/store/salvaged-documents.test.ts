// Documents that are no sale at the counter outlive a damaged file, a copy and an older release's file as sales do.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import { migrations } from '../../../src-main/store/migrations.ts';
import { claimNext } from '../../../src-main/store/sale-steps.ts';
import { commitSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { commitAsBefore, sale } from './samples.ts';
import { openedStore } from './temporary-till.ts';
import { copyTill, newFile, open } from './till-files.ts';

const kept = [
  sampleDocument({ kind: { by: 'documentId', id: 11 }, roundCents: cents(-5), serieId: 4 }),
  sampleDocument({ finalize: false, headerText: 'Bom dia' }),
];

function tillWithDocuments(): string {
  const file = newFile();
  const { db, close } = open(file);
  for (const one of kept) commitSale(db, one);
  claimNext(db, 1);
  close();
  return file;
}

function expectDocuments(file: string): void {
  const { db } = open(file);
  for (const { reference, sold, totalCents } of kept) {
    if ('payment' in sold) throw new Error('not a document');
    const { kind, finalize } = sold.particulars;
    expect(readSaleDetail(db, reference)).toMatchObject({
      state: 'in_doubt',
      asked: { kind, finalize },
      particulars: sold.particulars,
      totalCents,
    });
  }
}

test('what was damaged is brought over, and doubted', () => {
  const file = tillWithDocuments();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  expectDocuments(file);
});

test('in a copy each is doubted', () => {
  const copy = newFile();
  copyTill(tillWithDocuments(), copy);
  expectDocuments(copy);
});

test('a file from before there were any knows its sales for what they are', () => {
  const file = newFile();
  const older = openedStore(file, migrations.slice(0, 4));
  commitAsBefore(older, sale(1));
  older.close();
  const db = openedStore(file);
  expect(readSaleDetail(db, sale(1).reference)).toMatchObject({
    asked: { kind: { by: 'natureCode', code: 'FS' }, finalize: true },
    particulars: null,
    payment: sale(1).sold.payment,
  });
});

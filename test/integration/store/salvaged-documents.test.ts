// Documents that were not sold at the counter survive a damaged file and a copy as sales do.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cents } from '../../../src-main/contract/money.ts';
import { claimNext } from '../../../src-main/store/sale-steps.ts';
import { commitSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { copyTill, newFile, open } from './till-files.ts';

const keptSales = [
  sampleDocument({ kind: { by: 'documentTypeId', id: 11 }, roundCents: cents(-5), serieId: 4 }),
  sampleDocument({ finalize: false, headerText: 'Bom dia' }),
];

function tillWithDocuments(): string {
  const file = newFile();
  const { db, close } = open(file);
  for (const one of keptSales) commitSale(db, one);
  claimNext(db, 1);
  close();
  return file;
}

function expectDocuments(file: string): void {
  const { db } = open(file);
  for (const { reference, content, totalCents } of keptSales) {
    if ('payment' in content) throw new Error('not a document');
    const { kind, finalize } = content.particulars;
    expect(readSaleDetail(db, reference)).toMatchObject({
      state: 'in_doubt',
      requestedKind: { kind, finalize },
      particulars: content.particulars,
      totalCents,
    });
  }
}

test('each is brought over from a damaged file, and is in doubt', () => {
  const file = tillWithDocuments();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  expectDocuments(file);
});

test('each is in doubt in a copy', () => {
  const copy = newFile();
  copyTill(tillWithDocuments(), copy);
  expectDocuments(copy);
});

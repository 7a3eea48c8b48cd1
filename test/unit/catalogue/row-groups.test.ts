// Tests how far faults of an import are told apart, so that a report stays short.
import { expect, test } from 'vitest';
import { RowGroups } from '../../../src-main/catalogue/row-groups.ts';

const fault = (line: number, text: string) =>
  ({ line, field: 'barcodes', problem: 'stays_with', text }) as const;
const ownerOf = (at: number) => ({ code: `A${at}`, description: 'Pão' });

test('a group of one product names all its barcodes', () => {
  const groups = new RowGroups(() => true);
  const texts = Array.from({ length: 20 }, (_, at) => `560${at} (B${at})`);
  for (const [at, text] of texts.entries()) {
    groups.add({ ...fault(at + 1, text), owner: ownerOf(1) });
  }
  expect(groups.all()).toEqual([
    {
      ...{ field: 'barcodes', problem: 'stays_with', texts, rows: 20, lines: [[1, 20]] },
      owner: ownerOf(1),
    },
  ]);
});

test('a thousand products have a group of their own, and the others one without a name', () => {
  const groups = new RowGroups(() => true);
  for (let at = 1; at <= 1010; at += 1) {
    groups.add({ ...fault(at, `${at}`), owner: ownerOf(at) });
  }
  const all = groups.all();
  expect(all).toHaveLength(1001);
  expect(all[999]).toMatchObject({ texts: ['1000'], rows: 1, owner: ownerOf(1000) });
  expect(all[1000]).toEqual({
    ...{ field: 'barcodes', problem: 'stays_with', rows: 10, lines: [[1001, 1010]] },
    texts: ['1001', '1002', '1003'],
  });
});

test('of one product with a barcode in very many rows not all of them are named', () => {
  const groups = new RowGroups(() => true);
  for (let at = 1; at <= 5000; at += 1) {
    groups.add({ ...fault(at, `5601 (B${at})`), owner: ownerOf(1) });
  }
  expect(groups.all()).toMatchObject([{ rows: 5000 }]);
  expect(groups.all()[0]?.texts).toHaveLength(100);
});

test('texts are told apart a hundred times, and only where they matter', () => {
  const apart = new RowGroups(() => true);
  const together = new RowGroups(() => false);
  for (let at = 1; at <= 110; at += 1) {
    apart.add(fault(at, `${at}`));
    together.add(fault(at, `${at}`));
  }
  expect(apart.all()).toHaveLength(101);
  expect(apart.all()[100]).toMatchObject({ texts: ['101', '102', '103'], rows: 10 });
  expect(together.all()).toMatchObject([{ texts: ['1', '2', '3'], rows: 110 }]);
});

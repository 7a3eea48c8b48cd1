// Tests what the loaded documents come to.
import { expect, test } from 'vitest';
import { nameOf } from '../../../../src-main/contract/documents.ts';
import { cents } from '../../../../src-main/contract/money.ts';
import { natureTotals } from '../../../../src-renderer/documents/nature-totals.ts';
import { document } from './service-till.ts';

const creditNote = { id: 9, code: 'NC', description: 'Nota de crédito' };

test('each nature is added up by itself, the most frequent first', () => {
  const totals = natureTotals([
    document(1, { nature: creditNote, totalCents: cents(500) }),
    document(2, { totalCents: cents(101) }),
    document(3, { totalCents: cents(102) }),
  ]);
  expect(totals).toEqual([
    { id: 302, name: 'Fatura simplificada', documents: 2, sumCents: 203, averageCents: 102 },
    { id: 9, name: 'Nota de crédito', documents: 1, sumCents: 500, averageCents: 500 },
  ]);
});

test('what cannot be counted exactly has no sum, and the other natures have theirs', () => {
  const totalCents = cents(2 ** 51);
  const huge = [1, 2, 3, 4, 5].map((id) => document(id, { totalCents }));
  const totals = natureTotals([...huge, document(6, { nature: creditNote })]);
  expect(totals.map(({ documents, sumCents }) => [documents, sumCents])).toEqual([
    [5, null],
    [1, 100],
  ]);
  expect(totals[0]?.averageCents).toBeNull();
});

test('on the way to a sum, nothing is rounded', () => {
  const most = cents(Number.MAX_SAFE_INTEGER);
  const amounts = [most, cents(2), cents(-Number.MAX_SAFE_INTEGER), cents(0)];
  const totals = natureTotals(amounts.map((totalCents, id) => document(id, { totalCents })));
  expect(totals[0]?.sumCents).toBe(2);
});

test.each([
  ['Fatura', 'FT', 'Fatura'],
  ['', 'FT', 'FT'],
  [' ', '', '7'],
])('described as %j with the code %j, it is called %s', (description, code, name) => {
  expect(nameOf({ id: 7, code, description })).toBe(name);
  const totals = natureTotals([document(1, { nature: { id: 7, code, description } })]);
  expect(totals[0]?.name).toBe(name);
});

test('of nothing there is no total', () => {
  expect(natureTotals([])).toEqual([]);
});

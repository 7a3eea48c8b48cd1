// What the loaded documents come to.
import { expect, test } from 'vitest';
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

test('of nothing there is no total', () => {
  expect(natureTotals([])).toEqual([]);
});

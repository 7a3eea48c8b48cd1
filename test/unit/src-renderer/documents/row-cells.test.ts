// What stands in the cells of a row.
import { expect, test } from 'vitest';
import { cents } from '../../../../src-main/contract/money.ts';
import { cellsOf, shortened } from '../../../../src-renderer/documents/row-cells.ts';
import { formatFor } from '../../../../src-renderer/ui/format.ts';
import { document, sale } from './service-till.ts';

const english = formatFor('en');

const customer = document(7, {
  date: '2026-03-09',
  time: '14:05:06.123456',
  totalCents: cents(123_456),
  ourReference: 'CF-1',
  party: { name: 'Ana', fiscalNumber: '501964843' },
});

test('a document, in the formats of the language', () => {
  const row = { kind: 'document', document: customer, seenAtMs: null } as const;
  expect(cellsOf(row, english)).toEqual({
    key: 'FS A/7',
    date: '09/03/2026',
    time: '14:05:06',
    document: 'Fatura simplificada',
    customer: 'Ana',
    taxNumber: '501964843',
    reference: 'CF-1',
    status: 'Finalizado',
    total: '€1,234.56',
  });
  expect(cellsOf(row, formatFor('pt-PT'))?.total).toMatch(/^1234,56\s€$/);
});

test('what a document without a customer lacks is empty', () => {
  const row = { kind: 'document', document: document(1), seenAtMs: null } as const;
  expect(cellsOf(row, english)).toMatchObject({ customer: '', taxNumber: '' });
});

test('a sale stands under its reference and the till’s own time', () => {
  const committedAtMs = new Date(2026, 0, 2, 3, 4, 5).getTime();
  expect(cellsOf({ kind: 'sale', sale: sale('CF-2', { committedAtMs }) }, english)).toMatchObject({
    key: 'CF-2',
    date: '02/01/2026',
    time: '03:04:05',
    total: '€1.00',
  });
});

test('a row that is not there yet has no cells', () => {
  expect(cellsOf({ kind: 'sale', sale: null }, english)).toBeNull();
  expect(cellsOf({ kind: 'document', document: null, seenAtMs: null }, english)).toBeNull();
});

test('what others have written turns nothing around and is no longer than a line shows', () => {
  const hostile = document(1, {
    docKey: '\u202E1/A SF',
    documentName: 'x'.repeat(10_000_000),
    date: 'y'.repeat(10_000_000),
  });
  const cells = cellsOf({ kind: 'document', document: hostile, seenAtMs: null }, english);
  expect(cells?.key).toBe('1/A SF');
  expect([cells?.document.length, cells?.date.length]).toEqual([200, 200]);
  expect(shortened('Ana')).toBe('Ana');
});

test('no character is cut in two', () => {
  expect(shortened('x'.repeat(199) + '😀😀')).toBe('x'.repeat(199) + '😀');
  expect(shortened('x' + '😀'.repeat(300))).toBe('x' + '😀'.repeat(199));
});

test('a status without a description has its code', () => {
  const unnamed = document(1, { status: { id: 5, code: 'P', description: '' } });
  const row = { kind: 'document', document: unnamed, seenAtMs: null } as const;
  expect(cellsOf(row, english)?.status).toBe('P');
});

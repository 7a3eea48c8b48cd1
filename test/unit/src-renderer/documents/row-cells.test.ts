// Tests what stands in the cells of a row.
import { expect, test } from 'vitest';
import { messagesFor } from '../../../../resources/messages/catalogue.ts';
import { cents } from '../../../../src-main/contract/money.ts';
import type { SaleParty, SaleSummary } from '../../../../src-main/contract/sales.ts';
import type { DocumentRow } from '../../../../src-renderer/shop/document-browser.svelte.ts';
import { cellsOf } from '../../../../src-renderer/documents/row-cells.ts';
import { formatFor } from '../../../../src-renderer/bridge/format.ts';
import { document, sale } from './service-till.ts';

const english = formatFor('en');
const messages = messagesFor('en');
const cellsIn = (row: DocumentRow, format = english) => cellsOf(row, format, messages);
const ownRow = (given: SaleSummary | null, party: SaleParty | null = null, natureName = '') =>
  ({ kind: 'sale', sale: given, party, natureName }) as const;

const customer = document(7, {
  date: '2026-03-09',
  time: '14:05:06.123456',
  totalCents: cents(123_456),
  ourReference: 'CF-1',
  party: { name: 'Ana', fiscalNumber: '501964843' },
});

test('a document, in the formats of the language', () => {
  const row = { kind: 'document', document: customer, seenAtMs: null } as const;
  expect(cellsIn(row)).toEqual({
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
  expect(cellsIn(row, formatFor('pt-PT'))?.total).toMatch(/^1234,56\s€$/);
});

test('a document without a customer has empty cells for it', () => {
  const row = { kind: 'document', document: document(1), seenAtMs: null } as const;
  expect(cellsIn(row)).toMatchObject({ customer: '', taxNumber: '' });
});

test('a sale stands under its reference and the till’s own time', () => {
  const committedAtMs = new Date(2026, 0, 2, 3, 4, 5).getTime();
  expect(cellsIn(ownRow(sale('CF-2', { committedAtMs })))).toMatchObject({
    key: 'CF-2',
    date: '02/01/2026',
    time: '03:04:05',
    total: '€1.00',
  });
});

const partyOf = (party: SaleParty['party'], kindName = ''): SaleParty => ({
  reference: 'CF-2',
  kindName,
  isCounter: true,
  natureId: 302,
  party,
});
const ana = { name: 'Ana', fiscalNumber: '501964843' };
const kinds = {
  guide: { kind: { by: 'natureId', id: 321 }, finalize: true },
  learned: { kind: { by: 'natureId', id: 77 }, finalize: true },
  type: { kind: { by: 'documentTypeId', id: 12 }, finalize: true },
  code: { kind: { by: 'natureCode', code: 'FT' }, finalize: true },
} as const;

test('an unsent sale says what it will be and whom it is for', () => {
  expect(cellsIn(ownRow(sale('CF-2'), partyOf(ana)))).toMatchObject({
    document: 'Simplified invoice',
    customer: 'Ana',
    taxNumber: '501964843',
  });
  const numberOnly = partyOf({ ...ana, name: '' });
  expect(cellsIn(ownRow(sale('CF-2'), numberOnly))?.customer).toBe('501964843');
  expect(cellsIn(ownRow(sale('CF-2'), partyOf(null)))?.customer).toBe('Final consumer');
  // Until the customer is known, nobody is named.
  expect(cellsIn(ownRow(sale('CF-2')))?.customer).toBe('');
});

test('an unsent document of another kind has that kind’s known name, and no final consumer', () => {
  const named = (requestedKind: SaleSummary['requestedKind'], natureName = '', kindName = '') =>
    cellsIn(ownRow(sale('CF-2', { requestedKind }), partyOf(null, kindName), natureName));
  expect(named(kinds.guide)).toMatchObject({ document: 'Delivery note', customer: '' });
  expect(named(kinds.learned, 'Nota de crédito')?.document).toBe('Nota de crédito');
  expect(named(kinds.type, '', 'Fatura-recibo')?.document).toBe('Fatura-recibo');
  expect(named(kinds.code)?.document).toBe('FT');
});

test('a row that is not there yet has no cells', () => {
  expect(cellsIn(ownRow(null))).toBeNull();
  expect(cellsIn({ kind: 'document', document: null, seenAtMs: null })).toBeNull();
});

test('a document that could not be read says so, under what names it', () => {
  const nothing = { unreadable: 'results', id: null, docKey: '', date: '', ourReference: '' };
  const cells = (change: object) =>
    cellsIn({ kind: 'document', document: { ...nothing, ...change }, seenAtMs: null });
  expect(cells({})).toMatchObject({ key: '–', document: 'Could not be read (results)', total: '' });
  expect(cells({ id: 7 })?.key).toBe('7');
  expect(cells({ id: 7, ourReference: 'CF-1' })).toMatchObject({ key: 'CF-1', reference: 'CF-1' });
  expect(cells({ ourReference: 'CF-1', docKey: 'FS A/1', date: '2026-03-09' })).toMatchObject({
    key: 'FS A/1',
    date: '09/03/2026',
  });
});

test('what others have written turns nothing around and is no longer than a line shows', () => {
  const hostile = document(1, {
    docKey: '\u202E1/A SF',
    documentName: 'x'.repeat(10_000_000),
    date: 'y'.repeat(10_000_000),
  });
  const cells = cellsIn({ kind: 'document', document: hostile, seenAtMs: null });
  expect(cells?.key).toBe('1/A SF');
  expect([cells?.document.length, cells?.date.length]).toEqual([200, 200]);
});

test('a status without a description has its code', () => {
  const unnamed = document(1, { status: { id: 5, code: 'P', description: '' } });
  const row = { kind: 'document', document: unnamed, seenAtMs: null } as const;
  expect(cellsIn(row)?.status).toBe('P');
});

// Tests which differences are shown between what was sent and a document of the service.
import { describe, expect, test } from 'vitest';
import type { CartLine } from '../../../../src-main/contract/cart.ts';
import type { DocumentDetail, DocumentLine } from '../../../../src-main/contract/documents.ts';
import { cents } from '../../../../src-main/contract/money.ts';
import type { Particulars } from '../../../../src-main/contract/new-document.ts';
import {
  differencesOf,
  differs,
  lineDifference,
  totalDiffers,
} from '../../../../src-renderer/sales/comparison.ts';
import { sampleParticulars } from '../../../sample-sale.ts';
import { document, fewLines, line, sale } from '../../receipt/sample-receipts.ts';

const none = { kind: false, notFinalized: false, taxNumber: false };
const customer = (fiscalNumber: string) => ({ party: { name: 'Ana', fiscalNumber } });

test('the document that was asked for does not differ', () => {
  expect(differencesOf(sale(), document())).toEqual(none);
  const taxed = { taxNumber: '501964843' };
  expect(differencesOf(sale(taxed), document(customer('501964843')))).toEqual(none);
});

test('another kind of document and one that is not finalized are told', () => {
  const guide = document({ nature: { id: 321, code: 'GR', description: 'Guia' } });
  expect(differencesOf(sale(), guide)).toEqual({ ...none, kind: true });
  const draft = document({ status: { id: 1203, code: 'P', description: 'Por finalizar' } });
  expect(differencesOf(sale(), draft)).toEqual({ ...none, notFinalized: true });
});

test('an additional, missing or other tax number differs', () => {
  const otherNumber = { ...none, taxNumber: true };
  for (const written of ['PT501964843', '501 964 843', '501.964.843'])
    expect(differencesOf(sale({ taxNumber: '501964843' }), document(customer(written)))).toEqual(
      none,
    );
  expect(differencesOf(sale(), document(customer('999 999 990')))).toEqual(none);
  expect(differencesOf(sale(), document(customer('501964843')))).toEqual(otherNumber);
  const taxed = sale({ taxNumber: '501964843' });
  expect(differencesOf(taxed, document())).toEqual(otherNumber);
  expect(differencesOf(taxed, document(customer('')))).toEqual(otherNumber);
  expect(differencesOf(taxed, document(customer('123456789')))).toEqual(otherNumber);
  expect(differencesOf(taxed, document({ party: null }))).toEqual(none);
});

test('the number of a customer who was chosen is the one to compare with', () => {
  const saleToCustomer = (fiscalNumber: string) =>
    sale({ customer: { partyId: 31, name: 'Ana', fiscalNumber } });
  expect(differencesOf(saleToCustomer('ES123'), document(customer('ES123')))).toEqual(none);
  expect(differencesOf(saleToCustomer(''), document(customer('ES123')))).toEqual({
    ...none,
    taxNumber: true,
  });
});

const soldLine: CartLine = line('Café', 2000, 850_000);
const shownLine: DocumentLine = { ...soldLine, description: 'Café expresso' };

test('a line is the same by code, quantity and price, whatever it is called', () => {
  expect(lineDifference(soldLine, shownLine, true)).toBe('same');
});

test.each([
  { code: 'P2' },
  { quantity: line('', 1000, 0).quantity },
  { unitPrice: line('', 1000, 850_001).unitPrice },
])('a line with %o differs', (change) => {
  expect(lineDifference(soldLine, { ...shownLine, ...change }, true)).toBe('differs');
});

test('what the service does not show of a line does not differ', () => {
  const bare = { ...shownLine, code: '', quantity: null, unitPrice: null };
  expect(lineDifference(soldLine, bare, true)).toBe('same');
});

test('lines that are only on one side are told, unless the service shows none at all', () => {
  expect(lineDifference(soldLine, undefined, true)).toBe('not_there');
  expect(lineDifference(undefined, shownLine, true)).toBe('not_sold');
  expect(lineDifference(undefined, undefined, true)).toBe('same');
  expect(lineDifference(soldLine, undefined, false)).toBe('unknown');
});

test('a document as it was sold does not differ, with its lines or without', () => {
  expect(differs(sale(), document())).toBe(false);
  expect(differs(sale(), document({ lines: [...fewLines] }))).toBe(false);
});

test.each<[what: string, change: Partial<DocumentDetail>]>([
  ['another total', { totalCents: cents(1211) }],
  ['another kind', { nature: { id: 321, code: 'GR', description: 'Guia' } }],
  ['a tax number', customer('501964843')],
  ['a line fewer', { lines: fewLines.slice(1) }],
  ['a line more', { lines: [...fewLines, shownLine] }],
  ['another quantity', { lines: fewLines.map((one) => ({ ...one, quantity: soldLine.quantity })) }],
])('a document with %s differs', (_, change) => {
  expect(differs(sale(), document(change))).toBe(true);
});

describe('a document of another nature', () => {
  const note = { id: 321, code: 'GR', description: 'Guia' };
  const particularsWith = (change: Partial<Particulars> = {}) =>
    sale({ particulars: { ...sampleParticulars, ...change } });

  test('is the one that was asked for by its nature', () => {
    expect(differencesOf(particularsWith(), document({ nature: note }))).toEqual(none);
    expect(differencesOf(particularsWith(), document())).toEqual({ ...none, kind: true });
    const byId = particularsWith({ kind: { by: 'natureId', id: 321 } });
    expect(differencesOf(byId, document({ nature: note }))).toEqual(none);
  });

  test('is the one that was asked for by its type, unless another is shown', () => {
    const byType = particularsWith({ kind: { by: 'documentTypeId', id: 11 } });
    expect(differencesOf(byType, document({ typeId: 11 }))).toEqual(none);
    expect(differencesOf(byType, document({ typeId: 12 }))).toEqual({ ...none, kind: true });
    expect(differencesOf(byType, document({ typeId: null }))).toEqual(none);
  });

  test('need not be finalized where that was not asked for', () => {
    const draft = { nature: note, status: { id: 1203, code: 'P', description: 'Por finalizar' } };
    expect(differencesOf(particularsWith({ finalize: false }), document(draft))).toEqual(none);
    expect(differencesOf(particularsWith(), document(draft))).toEqual({
      ...none,
      notFinalized: true,
    });
  });

  test('may have the customer that the service chose, unless somebody was named', () => {
    const creditNote = document({ nature: note, ...customer('501964843') });
    expect(differencesOf(particularsWith(), creditNote)).toEqual(none);
    const named = { ...particularsWith(), taxNumber: '123456789' };
    expect(differencesOf(named, creditNote)).toEqual({ ...none, taxNumber: true });
    const byId = { ...particularsWith(), customer: { partyId: 31, name: 'Ana', fiscalNumber: '' } };
    expect(differencesOf(byId, creditNote)).toEqual(none);
  });

  test('has a total to compare only where its prices were said to be with tax', () => {
    const other = cents(1491);
    expect(totalDiffers(particularsWith(), other)).toBe(false);
    expect(totalDiffers(particularsWith({ isTaxIncluded: false }), other)).toBe(false);
    expect(totalDiffers(particularsWith({ isTaxIncluded: true }), other)).toBe(true);
    expect(
      totalDiffers(particularsWith({ isTaxIncluded: true }), particularsWith().totalCents),
    ).toBe(false);
    expect(differs(particularsWith(), document({ nature: note, totalCents: other }))).toBe(false);
  });
});

// Tests which kinds of documents are no invoices, judged by their names.
import { expect, test } from 'vitest';
import { isNote } from '../../../src-main/contract/documents.ts';

test.each([
  ...['Nota de crédito', 'NOTAS DE DÉBITO', 'Nota crédito', 'NC', 'ND 2026'],
  ...[
    'Credit note',
    'Debit notes',
    'Credit memo',
    'NC - Devolução',
    'Nota\u00a0de\u00a0cre\u0301dito',
  ],
])('%s is a note', (name) => {
  expect(isNote(name)).toBe(true);
});

test.each([
  ...['Fatura', 'Fatura-recibo', 'Fatura a crédito', 'Venda a débito', 'Nota de encomenda', 'NCR'],
  ...['Invoice', 'Credit invoice', 'Delivery note', 'Fatura ND', ''],
])('%s is no note', (name) => {
  expect(isNote(name)).toBe(false);
});

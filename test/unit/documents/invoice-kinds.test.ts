// Tests which kinds of documents are no invoices, judged by their names.
import { expect, test } from 'vitest';
import { isNote, mayBeInvoice } from '../../../src-main/contract/documents.ts';
import { readHeading } from '../../../src-main/service/lenient-facts.ts';
import { parseListedDocument } from '../../../src-main/service/responses.ts';
import { openMemory } from '../../integration/documents/browsing.ts';
import { summary } from '../service/documents.ts';

test.each([
  ...['Nota de crédito', 'NOTAS DE DÉBITO', 'Nota crédito', 'NC', 'ND 2026'],
  ...[
    ...['Credit note', 'Debit notes', 'Credit memo', 'NC - Devolução'],
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

const named = (document_name: string, code: string, description: string) => ({
  ...summary,
  ...{ document_id: 71, document: { code: 'DEV', document_name } },
  ...{ document_nature_id: 388, document_nature: { code, description } },
});

test.each([
  ['its name', named('Nota de crédito', 'X', 'Y')],
  ['its nature’s description', named('Devolução', 'X', 'Nota de crédito')],
  ['its nature’s code', named('Devolução', 'NC', 'Devolução')],
])('a document is a note by %s alone', (_, row) => {
  const listed = parseListedDocument(row);
  if (!listed.ok) throw new Error(listed.error.code);
  expect(mayBeInvoice(listed.value)).toBe(false);
  expect(readHeading(row)?.isNote).toBe(true);
  const invoice = {
    id: 1,
    document_nature_id: 303,
    document_nature: { code: 'FT', description: 'Fatura' },
  };
  const invoices = parseListedDocument({ ...summary, ...invoice });
  if (!invoices.ok) throw new Error(invoices.error.code);
  const { memory } = openMemory();
  memory.note({ list: 'sales', summaries: [listed.value, invoices.value], detail: null }, 1_000);
  const names = memory.returnKinds().map(({ name }) => name);
  expect(names).toContain(row.document_nature.description);
  expect(memory.invoiceKinds().map(({ name }) => name)).toEqual(['Fatura']);
});

test('simplified invoices are no kind of full ones, whatever number their nature has', () => {
  const { memory } = openMemory();
  const natures = [
    {
      id: 1,
      document_nature_id: 955,
      document_nature: { code: 'FS', description: 'Simplificada' },
    },
    { id: 2, document_nature_id: 303, document_nature: { code: 'FT', description: 'Fatura' } },
  ];
  const summaries = natures.map((nature) => {
    const listed = parseListedDocument({ ...summary, ...nature });
    if (!listed.ok) throw new Error(listed.error.code);
    return listed.value;
  });
  memory.note({ list: 'sales', summaries, detail: null }, 1_000);
  for (const kinds of [memory.invoiceKinds(), memory.returnKinds()]) {
    expect(kinds).toEqual([{ kind: { by: 'natureId', id: 303 }, name: 'Fatura' }]);
  }
});

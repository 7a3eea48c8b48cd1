// Documents become rows of a file that opens safely in a spreadsheet.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Language } from '../../../src-main/contract/languages.ts';
import type { DocumentSummary, ListedRow } from '../../../src-main/contract/documents.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { documentsCsv } from '../../../src-main/documents/export.ts';
import { anyCharacter } from '../../any-character.ts';
import { summary } from '../receipt/sample-receipts.ts';

const invoice = summary({
  ...{ id: 7, docKey: 'FS 2026A/7', date: '2026-03-16', time: '10:30:00.250000' },
  ...{ ourReference: 'CF-0123-4567-89AB', totalCents: cents(123_450) },
  nature: { id: 302, code: 'FS', description: 'Fatura, simplificada' },
  status: { id: 1202, code: 'F', description: '' },
  party: { name: 'Café "Central"; Lda.', fiscalNumber: '510234674' },
});

async function csvOf(
  pages: readonly (readonly ListedRow[])[],
  language: Language,
): Promise<string> {
  const parts: string[] = [];
  async function* coming() {
    for (const page of pages) yield await Promise.resolve(page);
  }
  for await (const part of documentsCsv(coming(), language)) parts.push(part);
  return parts.join('');
}

test('in English there are commas and a decimal point, in Portuguese semicolons and a comma', async () => {
  expect(await csvOf([[invoice]], 'en')).toBe(
    '\uFEFFNumber,Date,Time,Document,Nature,Status,Customer,Tax number,Reference,Total\r\n' +
      'FS 2026A/7,2026-03-16,10:30:00,Fatura simplificada,"Fatura, simplificada",F,' +
      '"Café ""Central""; Lda.",510234674,CF-0123-4567-89AB,1234.5\r\n',
  );
  expect(await csvOf([[], [invoice], [invoice]], 'pt-PT')).toBe(
    '\uFEFFNúmero;Data;Hora;Documento;Natureza;Estado;Cliente;NIF;Referência;Total\r\n' +
      (
        'FS 2026A/7;2026-03-16;10:30:00;Fatura simplificada;Fatura, simplificada;F;' +
        '"Café ""Central""; Lda.";510234674;CF-0123-4567-89AB;1234,5\r\n'
      ).repeat(2),
  );
});

test('a document of nobody has empty cells for the customer, and what is paid back is a negative number', async () => {
  const credit = { ...invoice, party: null, totalCents: cents(-5) };
  const [row] = parse(await csvOf([[credit]], 'en'), { bom: true, from: 2 });
  expect(row?.slice(6)).toEqual(['', '', 'CF-0123-4567-89AB', '-0.05']);
});

test('a document that could not be read has a row that says so', async () => {
  const unreadable = {
    ...{ unreadable: 'total_amount', id: 7, docKey: '=1', date: '', ourReference: '' },
  };
  const rows = parse(await csvOf([[invoice, unreadable]], 'en'), { bom: true, from: 3 });
  const sentence = 'Could not be read (total_amount)';
  expect(rows).toEqual([["'=1", '', '', sentence, '', '', '', '', '', '']]);
});

/** A document all of whose texts are this one. */
const bearing = (text: string): DocumentSummary => ({
  ...invoice,
  docKey: text,
  ourReference: text,
  documentName: text,
  nature: { id: 1, code: text, description: text },
  status: { id: 1, code: text, description: '' },
  party: { name: text, fiscalNumber: text },
});

test.each([
  ...[
    ...['=1+1', '+1', '-1', '@a', '＝1', '＋1', '－1', '＠a', '\t=1', '\r=1', '\n=1', ' =1'],
    '\u0000=1',
  ],
  ...[`="x"`, `'=1`, '\uFEFF=1', '\u00A0=1', '\u0001\u0002@SUM(1)'],
])('a cell of %j begins with an apostrophe', async (text) => {
  const [row] = parse(await csvOf([[bearing(text)]], 'en'), { bom: true, from: 2 });
  for (const index of [0, 3, 4, 5, 6, 7, 8]) expect(row?.[index]).toMatch(/^'/u);
});

test.each(['x;=1', 'x, =1', 'x|@a', 'x;"=1', 'x;,+1', 'x; -1'])(
  '%j hides no formula from a spreadsheet that splits rows at other separators either',
  async (text) => {
    const [row] = parse(await csvOf([[bearing(text)]], 'en'), { bom: true, from: 2 });
    const parts = String(row?.[6]).split(/[,;|]/u);
    for (const part of parts) expect(part).not.toMatch(/^["\s]*[=+\-@]/u);
    expect(parts.join('')).toContain("'");
  },
);

test('whatever the texts are, each document is one row of ten cells, and no cell is a formula', async () => {
  const texts = fc.array(fc.string({ unit: anyCharacter, maxLength: 20 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom('en', 'pt-PT'), async (all, language) => {
      const csv = await csvOf([all.map(bearing)], language);
      const delimiter = language === 'en' ? ',' : ';';
      const rows = parse(csv, { bom: true, from: 2, delimiter });
      expect(rows).toHaveLength(all.length);
      for (const row of rows) {
        expect(row).toHaveLength(10);
        for (const cell of row) expect(cell).not.toMatch(/^[\s\p{Cc}]*[=+\-@＝＋－＠]/u);
      }
    }),
    { numRuns: 50 },
  );
});

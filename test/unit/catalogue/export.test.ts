// An exported file opens safely in a spreadsheet, and an import reads the same products from it.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import { namedColumn } from '../../../src-main/catalogue/column-names.ts';
import { CsvRecords } from '../../../src-main/catalogue/import-csv.ts';
import { previewOf } from '../../../src-main/catalogue/reading.ts';
import { rowReader } from '../../../src-main/catalogue/import-row.ts';
import { productFields, type BadRow, type Product } from '../../../src-main/contract/catalogue.ts';
import { languages } from '../../../src-main/contract/languages.ts';
import { unitPriceSchema } from '../../../src-main/contract/money.ts';
import { isLong } from '../../tier.ts';
import { product } from '../src-renderer/sell/catalogue-till.ts';
import { exported, hostileProducts } from './hostile-products.ts';

const cheese = product('001', {
  ...{ description: 'Queijo, "curado"; 32"', barcodes: ['05601', '5602'] },
  unitPrice: v.parse(unitPriceSchema, 1_234_500_000),
  ...{ unit: 'kg', soldBy: 'measure', vatLabel: '6%', group: 'Queijos' },
  ...{ quickKey: 12, colour: 'yellow' },
});

test('in Portuguese there are semicolons and decimal commas', () => {
  expect(exported([cheese], 'pt-PT')).toBe(
    '\uFEFFCódigo;Designação;Códigos de barras;Preço unitário;Unidade;Vendido por;IVA;Família;Tecla;Cor\r\n' +
      `'001;"Queijo, ""curado""; 32""";05601 5602;1234,5;kg;peso ou medida;6%;Queijos;12;yellow\r\n`,
  );
});

test('in English there are commas and decimal points', () => {
  expect(exported([cheese], 'en')).toBe(
    '\uFEFFCode,Description,Barcodes,Unit price,Unit,Sold by,VAT,Group,Quick key,Colour\r\n' +
      `'001,"Queijo, ""curado""; 32""",05601 5602,1234.5,kg,weight or measure,6%,Queijos,12,yellow\r\n`,
  );
});

test('no cell begins as a formula does', () => {
  const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠', `'`];
  const products = starts.flatMap((start, index) => {
    const text = `${start}A0!|x`;
    return {
      ...cheese,
      code: text,
      description: text,
      barcodes: [`${start}1`, `${start}A B${index}`],
      unit: text,
      vatLabel: text,
      group: text,
    };
  });
  const rows = parse(exported(products, 'en'), { bom: true, from: 2 });
  expect(rows).toHaveLength(starts.length);
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/u);
});

/** Reads the text as an import does, with the reading that it guesses. */
async function readAgain(text: string): Promise<readonly (Product | BadRow | null)[]> {
  const bytes = Buffer.from(text);
  const preview = await previewOf({ bytes, isWhole: true, isUtf8: true }, null);
  if (!preview) throw new Error('nothing to read');
  const read = rowReader(preview.reading);
  const outcomes: (Product | BadRow | null)[] = [];
  const csv = new CsvRecords(preview.reading.delimiter, (record) => {
    if (record.line > 1) outcomes.push(read(record));
  });
  await csv.write(bytes);
  await csv.end();
  return outcomes;
}

test.each(languages)('an import knows every column of a file in %s by its name', (language) => {
  const { columns } = messagesFor(language).catalogueFile;
  expect(productFields.map((field) => namedColumn(columns[field]).field)).toEqual(productFields);
});

test.each(languages)('what was exported (%s) is read as it was', async (language) => {
  await fc.assert(
    fc.asyncProperty(hostileProducts(6), async (products) => {
      expect(await readAgain(exported(products, language))).toEqual(products);
    }),
    { numRuns: isLong ? 500 : 100 },
  );
});

// An exported catalogue is imported again as the same one.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogueCsv } from '../../../src-main/catalogue/export.ts';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import { writeNewFile } from '../../../src-main/store/new-file.ts';
import { newChance } from '../../chance.ts';
import { exported, hostileProducts } from '../../unit/catalogue/hostile-products.ts';
import {
  codesOf,
  importWhole,
  openCatalogue,
  product,
  send,
  temporaryFolder,
} from './import-samples.ts';
import { must } from '../../must.ts';

test.each(['en', 'pt-PT'] as const)(
  'an exported file (%s) imports as the same catalogue, whatever its texts are',
  async (language) => {
    const { catalogue, imports } = openCatalogue([]);
    const seed = newChance().between(1, 1_000_000_000);
    for (const each of fc.sample(hostileProducts(40), { numRuns: 10, seed }).flat()) {
      // The catalogue refuses a barcode that another product has.
      catalogue.keep(each);
    }
    const before = [...catalogue.products()];
    expect(before.length).toBeGreaterThan(20);
    const { report } = await importWhole(imports, exported(before, language));
    expect(report).toMatchObject({ products: before.length, badRowCount: 0, badRows: [] });
    expect([...catalogue.products()]).toEqual(before);
  },
);

/** Returns a cell as a spreadsheet in Portuguese writes what it has read as something else. */
function savedCell(cell: string): string {
  const number = /^\d+(?:,\d+)?$/u.test(cell) ? Number(cell.replace(',', '.')) : NaN;
  const digits = Math.floor(number) >= 1e11 ? number.toExponential(5) : String(number);
  if (!Number.isNaN(number)) return digits.replace('.', ',').replace('e', 'E');
  if (/^\d+e\d+$/iu.test(cell)) return Number(cell).toExponential(2).replace('e', 'E');
  if (/^(?:true|verdadeiro)$/iu.test(cell)) return 'VERDADEIRO';
  const day = /^(?:(\d{1,2})[-/.](\d{1,2})|mar(\d+))$/iu.exec(cell);
  return day ? `${day[1] ?? day[3]}/mar` : cell;
}

test('what a spreadsheet takes for numbers and days comes back from it as it was', async () => {
  const { catalogue, imports } = openCatalogue([]);
  const texts = ['001', '12-3', '1/4', '2.5', '1,50', 'MAR3', '3E5', 'true', '5601234567915', '7'];
  for (const [at, text] of texts.entries()) {
    const barcodes = [[`560123456${7000 + at}`], ['00123'], ['05601', '5602'], []][at] ?? [];
    must(
      catalogue.keep(product(text, { barcodes, description: text, group: text, vatLabel: text })),
    );
  }
  const before = [...catalogue.products()];
  const text = exported(before, 'pt-PT');
  const [head = [], ...rows] = parse(text, { bom: true, delimiter: ';' });
  const saved = [head, ...rows.map((row) => row.map(savedCell))].map((row) => row.join(';'));
  await importWhole(imports, Buffer.from(saved.join('\r\n'), 'latin1'));
  expect([...catalogue.products()]).toEqual(before);
});

test('a large catalogue is written part by part, and replacing it waits for the export', async () => {
  const folder = temporaryFolder();
  const { catalogue, imports } = openCatalogue([]);
  const codes = Array.from({ length: 3000 }, (_, index) => `A${index}`);
  await importWhole(
    imports,
    exported(
      codes.map((code) => product(code)),
      'en',
    ),
  );
  await send(imports, 'code;name;price\nNEW;Other;1');
  const { reading } = must(await imports.preview(null));
  must(await imports.read(reading, 0, () => undefined));

  const result = imports.inTurn(() =>
    writeNewFile(join(folder, 'catalogue.csv'), catalogueCsv(catalogue.products(), 'en')),
  );
  must(await imports.use());
  expect(codesOf(catalogue)).toEqual(['NEW']);
  const { file } = must(await result);
  const rows = parse(await readFile(file, 'utf8'), { bom: true, from: 2 });
  expect(rows.map(([code]) => code)).toEqual(codes);
});

test('an export of a catalogue that cannot be read to its end leaves no file, and says why', async () => {
  const folder = temporaryFolder();
  function* damaged(): Generator<Product> {
    for (let row = 0; row < 1000; row += 1) yield product(`A${row}`);
    throw new Database.SqliteError('malformed', 'SQLITE_CORRUPT');
  }
  const result = writeNewFile(join(folder, 'catalogue.csv'), catalogueCsv(damaged(), 'en'));
  await expect(result).rejects.toMatchObject({ code: 'SQLITE_CORRUPT' });
  expect(readdirSync(folder)).toEqual([]);
});

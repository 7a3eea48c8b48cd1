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

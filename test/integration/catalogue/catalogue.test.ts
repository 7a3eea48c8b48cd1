// The catalogue's file is changed by hand and replaced whole, and never stops sales, whatever
// became of it.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { catalogueError } from '../../../src-main/catalogue/damage.ts';
import { CatalogueWriter } from '../../../src-main/catalogue/writer.ts';
import {
  codesOf,
  openCatalogue,
  openedIn,
  product,
  temporaryFolder,
  writtenFile,
} from './import-samples.ts';
import { filesOf, imported } from './many-rig.ts';
import { tamper } from '../../attacks/tamper.ts';
import { must } from '../../must.ts';

const inFolder = (folder: string): string => join(folder, 'catalogue.db');

describe('a product changed by hand', () => {
  test('is there after the next start', () => {
    const folder = temporaryFolder();
    const first = openedIn(folder).catalogue;
    must(first.keep(product('A', { barcodes: ['1', '2'], quickKey: 2 })));
    first.close();
    const again = openedIn(folder).catalogue;
    expect([...again.products()]).toEqual([product('A', { barcodes: ['1', '2'], quickKey: 2 })]);
    expect(again.summary()).toEqual({ products: 1, importedAtMs: null });
  });

  test('may have both spellings of its own barcode', () => {
    const both = product('A', { barcodes: ['036000291452', '0036000291452'] });
    const { catalogue } = openCatalogue([both]);
    expect(catalogue.byBarcode('036000291452')).toEqual(both);
  });
});

test('quick keys come in the order of their places', () => {
  const { catalogue } = openCatalogue([
    product('C', { quickKey: 9 }),
    product('B'),
    product('A', { quickKey: 2 }),
  ]);
  expect(catalogue.quickKeys().map(({ code }) => code)).toEqual(['A', 'C']);
});

test('all products come in their order, also while others look something up', () => {
  const products = Array.from({ length: 1201 }, (_, index) => product(`P${index}`));
  const { catalogue } = openCatalogue([]);
  catalogue.replaceWith(writtenFile(products));
  const codes: string[] = [];
  for (const { code } of catalogue.products()) {
    codes.push(code);
    expect(catalogue.byCode(code)?.code).toBe(code);
  }
  expect(codes).toEqual(products.map(({ code }) => code));
});

describe('a writer', () => {
  test('says whether a code or a barcode is taken, and goes on', () => {
    const file = join(temporaryFolder(), 'new.db');
    const writer = new CatalogueWriter(file);
    expect(writer.add(product('A', { barcodes: ['036000291452'] }))).toBeNull();
    expect(writer.add(product('A'))).toBe('code');
    expect(writer.add(product('B', { barcodes: ['7', '0036000291452'] }))).toBe('barcode');
    expect(writer.add(product('C', { barcodes: ['7'] }))).toBeNull();
    writer.finish(1);
    const { catalogue } = openCatalogue([]);
    catalogue.replaceWith(file);
    expect(codesOf(catalogue)).toEqual(['A', 'C']);
    expect(catalogue.summary()).toEqual({ products: 2, importedAtMs: 1 });
  });

  test('leaves nothing if it gives up, and overwrites the file of one that was killed', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'new.db');
    const given = new CatalogueWriter(file);
    given.add(product('A'));
    given.abandon();
    expect(readdirSync(folder)).toEqual([]);

    writeFileSync(file, 'half of something');
    writeFileSync(`${file}-journal`, 'and its journal');
    new CatalogueWriter(file).finish(null);
    expect(readdirSync(folder)).toEqual(['new.db']);
  });
});

describe('replacing', () => {
  test('replaces everything, and later changes go into the new catalogue', () => {
    const { catalogue, folder } = openCatalogue([product('OLD', { barcodes: ['1'] })]);
    const file = writtenFile([product('NEW')]);
    catalogue.replaceWith(file);
    expect(existsSync(file)).toBe(false);
    expect(codesOf(catalogue)).toEqual(['NEW']);
    expect(catalogue.byBarcode('1')).toBeUndefined();
    expect(catalogue.find('old')).toEqual([]);
    must(catalogue.keep(product('NEWER', { barcodes: ['1'] })));
    catalogue.close();
    expect(codesOf(openedIn(folder).catalogue)).toEqual(['NEW', 'NEWER']);
    expect(filesOf(folder)).toEqual(['catalogue.db']);
  });
});

describe('a file that changed since the last start', () => {
  /** Returns a closed catalogue of many products. */
  function closed(): string {
    return imported(
      Array.from({ length: 500 }, (_, index) => product(`P${index}`, { barcodes: [`${index}`] })),
    );
  }

  test.each<[string, (file: string) => unknown]>([
    [
      'whose beginning is overwritten',
      (file) => writeFileSync(file, Buffer.from(readFileSync(file)).fill(0x5a, 0, 4096)),
    ],
    [
      'that is emptied',
      (file) => {
        truncateSync(file, 0);
      },
    ],
    ['that is cut short', (file) => truncateSync(file, statSync(file).size / 2)],
    ['that is no database', (file) => writeFileSync(file, 'código;descrição\n')],
    ['of another program', (file) => makeForeign(file)],
    ['without its products', (file) => tamper(file, 'DROP TABLE product')],
    ['whose own row is gone', (file) => tamper(file, 'DELETE FROM about')],
  ])('%s is set aside, and an empty one is used', (_name, damage) => {
    const folder = closed();
    damage(inFolder(folder));
    const bytes = readFileSync(inFolder(folder));

    const { catalogue, notices } = openedIn(folder);
    const aside = join(folder, 'catalogue.damaged-1.db');
    expect(notices).toEqual([{ code: 'catalogue_set_aside', file: aside }]);
    expect(readFileSync(aside)).toEqual(bytes);
    expect(codesOf(catalogue)).toEqual([]);
    must(catalogue.keep(product('AGAIN')));
    catalogue.close();

    const again = openedIn(folder);
    expect(again.notices).toEqual([]);
    expect(codesOf(again.catalogue)).toEqual(['AGAIN']);
  });

  test('of a newer version stays as it is, and the till sells without it', () => {
    const folder = closed();
    tamper(inFolder(folder), 'PRAGMA user_version = 99');
    const bytes = readFileSync(inFolder(folder));
    const { catalogue, notices } = openedIn(folder);
    expect(notices).toEqual([{ code: 'store_newer', file: inFolder(folder) }]);
    expect(catalogue.find('p1')).toEqual([]);
    // Products that would be gone at the next start are not said to be kept.
    expect(catalogue.keep(product('TODAY'))).toEqual({ ok: false, error: notices[0] });
    expect(catalogue.byCode('TODAY')).toBeUndefined();
    catalogue.close();
    expect(readFileSync(inFolder(folder))).toEqual(bytes);
  });

  test('of a newer version is set aside by an import', () => {
    const folder = closed();
    tamper(inFolder(folder), 'PRAGMA user_version = 99');
    const { catalogue } = openedIn(folder);
    must(catalogue.replaceWith(writtenFile([product('NEW')])));
    must(catalogue.keep(product('TODAY')));
    catalogue.close();
    const again = openedIn(folder);
    expect(again.notices).toEqual([]);
    expect(codesOf(again.catalogue)).toEqual(['NEW', 'TODAY']);
    expect(filesOf(folder)).toContain('catalogue.damaged-1.db');
  });

  test('that is missing becomes an empty catalogue', () => {
    const folder = closed();
    rmSync(inFolder(folder));
    const { catalogue, notices } = openedIn(folder);
    expect(notices).toEqual([]);
    expect(codesOf(catalogue)).toEqual([]);
  });

  test('that cannot be opened stays as it is, and the till sells without it', () => {
    const folder = temporaryFolder();
    mkdirSync(inFolder(folder));
    const { catalogue, notices } = openedIn(folder);
    expect(notices).toMatchObject([{ code: 'store_failed' }]);
    expect(catalogue.keep(product('A')).ok).toBe(false);
    expect(readdirSync(folder)).toEqual(['catalogue.db']);
  });

  test('with a damaged page in the middle serves the rest, and fails only for what the page held', () => {
    const folder = closed();
    const file = inFolder(folder);
    const bytes = Buffer.from(readFileSync(file));
    const wrong = bytes.indexOf('"250"');
    bytes.fill(0x5a, Math.floor(wrong / 4096) * 4096, Math.ceil(wrong / 4096) * 4096);
    writeFileSync(file, bytes);
    const { catalogue, notices } = openedIn(folder);
    expect(notices).toEqual([]);
    expect(catalogue.byCode('P1')?.code).toBe('P1');
    expectDamaged(() => catalogue.byCode('P250'));
  });

  test('with a row changed from outside says so', () => {
    const folder = closed();
    tamper(inFolder(folder), `UPDATE product SET unit_price_micros = -1 WHERE code = 'P7'`);
    const { catalogue } = openedIn(folder);
    expectDamaged(() => catalogue.byCode('P7'));
    expect(catalogue.byCode('P8')?.code).toBe('P8');
  });
});

test('an error that is not the catalogue’s is thrown as a bug', () => {
  expect(catalogueError(new Error('a bug'))).toBeUndefined();
  expect(catalogueError(new Database.SqliteError('full', 'SQLITE_FULL'))).toEqual({
    code: 'disk_full',
  });
});

function expectDamaged(read: () => unknown): void {
  let thrown: unknown;
  try {
    read();
  } catch (error) {
    thrown = error;
  }
  expect(catalogueError(thrown)).toEqual({ code: 'catalogue_damaged' });
}

function makeForeign(file: string): void {
  rmSync(file);
  tamper(file, 'CREATE TABLE about (other); PRAGMA user_version = 1');
}

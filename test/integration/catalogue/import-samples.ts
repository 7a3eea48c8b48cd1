// Catalogues and files for the tests of imports and exports.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished } from 'vitest';
import * as v from 'valibot';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { CatalogueWriter } from '../../../src-main/catalogue/writer.ts';
import { CatalogueImport } from '../../../src-main/catalogue/import.ts';
import type { Preview, Product } from '../../../src-main/contract/catalogue.ts';
import { unitPriceSchema } from '../../../src-main/contract/money.ts';
import { soldByUnit } from '../../../src-main/contract/sold-by.ts';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import { helperHere } from '../../helper-here.ts';
import { startHelper } from '../../helper-process.ts';
import { isLong } from '../../tier.ts';
import { must } from '../../must.ts';

type ReadOptions = NonNullable<Parameters<CatalogueImport['read']>[3]>;

export const unitPrice = (micros: number) => v.parse(unitPriceSchema, micros);

export const product = (code: string, changes: Partial<Product> = {}): Product => ({
  code,
  description: `Product ${code}`,
  barcodes: [],
  unitPrice: unitPrice(1_250_000),
  unit: 'un',
  soldBy: soldByUnit(changes.unit ?? 'un') ?? null,
  vatLabel: '',
  group: '',
  quickKey: null,
  colour: null,
  ...changes,
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-import-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

export interface Opened {
  readonly folder: string;
  readonly catalogue: Catalogue;
  readonly imports: CatalogueImport;
}

/**
 * Opens a catalogue of these products, with an import into it. In the long tests each helper is a
 * process of its own.
 */
export function openCatalogue(
  products: readonly Product[] = [product('OLD')],
  folder = temporaryFolder(),
  start = isLong ? startHelper : helperHere,
): Opened {
  const { catalogue, notices } = Catalogue.open(folder);
  if (notices.length > 0) throw new Error(JSON.stringify(notices));
  keepAll(catalogue, products);
  const imports = new CatalogueImport(start, catalogue, folder);
  onTestFinished(async () => {
    await imports.discard();
    catalogue.close();
  });
  return { folder, catalogue, imports };
}

/** Opens the catalogue in the folder, and closes it at the end of the test. */
export function openedIn(folder: string) {
  const opened = Catalogue.open(folder);
  onTestFinished(() => {
    opened.catalogue.close();
  });
  return opened;
}

/** Opens the till's file in the folder, and closes it at the end of the test. */
export function tillIn(folder: string): Store {
  const till = must(openStore(join(folder, 'till.db')));
  onTestFinished(() => {
    till.close();
  });
  return till;
}

/** Returns a finished file of these products, as an import writes it. */
export function writtenFile(products: readonly Product[], importedAtMs: number | null = 1): string {
  const file = join(temporaryFolder(), 'new.db');
  const writer = new CatalogueWriter(file);
  for (const each of products) expect(writer.add(each)).toBeNull();
  writer.finish(importedAtMs);
  return file;
}

/** Opens a catalogue as an import leaves it. */
export function openImported(products: readonly Product[]) {
  const folder = temporaryFolder();
  const { catalogue } = openedIn(folder);
  must(catalogue.replaceWith(writtenFile(products)));
  return { folder, catalogue, file: join(folder, 'catalogue.db') };
}

/**
 * For tests that only read: returns what opens a catalogue of these products, each list once in the
 * file.
 */
export function openedOnce(fill: (catalogue: Catalogue, products: readonly Product[]) => void) {
  const opened = new Map<readonly Product[], { catalogue: Catalogue; folder: string }>();
  afterAll(() => {
    for (const { catalogue, folder } of opened.values()) {
      catalogue.close();
      rmSync(folder, { recursive: true });
    }
  });
  return (products: readonly Product[]): Catalogue => {
    const known = opened.get(products);
    if (known) return known.catalogue;
    const folder = mkdtempSync(join(tmpdir(), 'counterfoil-find-'));
    const { catalogue } = Catalogue.open(folder);
    fill(catalogue, products);
    opened.set(products, { catalogue, folder });
    return catalogue;
  };
}

/** Each product as one that was typed. */
export function keepAll(catalogue: Catalogue, products: readonly Product[]): void {
  for (const each of products) must(catalogue.keep(each));
}

/** What an import has left beside the catalogue. */
export const leftOver = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => name.startsWith('catalogue-import'));

/** Sends the file in parts, as the page does. */
export async function send(imports: CatalogueImport, file: string | Buffer): Promise<void> {
  const bytes = Buffer.from(file);
  const partBytes = 1024 * 1024;
  for (let at = 0; at === 0 || at < bytes.length; at += partBytes) {
    const part = new Uint8Array(bytes.subarray(at, at + partBytes));
    must(await imports.receive({ isFirst: at === 0, bytes: part }));
  }
}

/** Receives the file, reads it as guessed, and uses it. */
export async function importWhole(imports: CatalogueImport, file: string | Buffer) {
  await send(imports, file);
  const { reading } = must(await imports.preview(null));
  const report = must(await imports.read(reading, 0, () => undefined));
  must(await imports.use());
  return { reading, report };
}

/** Receives the file. Returns how it is offered to be read. */
export async function previewed(imports: CatalogueImport, file: string | Buffer): Promise<Preview> {
  await send(imports, file);
  return must(await imports.preview(null));
}

/** Receives the file. Returns what reads it, as guessed and as a person wants it. */
export async function readerOf(
  imports: CatalogueImport,
  file: string | Buffer,
  options: Partial<ReadOptions> = {},
) {
  const { reading } = await previewed(imports, file);
  return (change: Partial<ReadOptions> = {}) =>
    imports.read(reading, 1, () => undefined, {
      ...{ keepsEdits: true, replacesAll: true, name: 'artigos.csv', ...options, ...change },
    });
}

/** Returns what the file becomes with every guess as it is offered. */
export async function readAsOffered(
  file: string | Buffer,
  { catalogue, imports } = openCatalogue([]),
) {
  const preview = await previewed(imports, file);
  const report = must(await imports.read(preview.reading, 0, () => undefined));
  must(await imports.use());
  const products = [...catalogue.products()];
  const prices = Object.fromEntries(products.map((each) => [each.code, each.unitPrice / 1e6]));
  const names = Object.fromEntries(products.map((each) => [each.code, each.description]));
  const { badRows, remarks } = report;
  const faults = [...badRows, ...remarks].map(
    ({ field, problem, lines }) => `${field ?? 'row'} ${problem} ${JSON.stringify(lines)}`,
  );
  return { preview, report, products, prices, names, faults };
}

/** Returns the text of a file with so many products. */
export function largeFile(rows: number): string {
  const lines = ['Código;Designação;Código de barras;Preço;Unidade;IVA;Família'];
  for (let row = 1; row <= rows; row += 1) {
    lines.push(
      `A${row};Produto ${row} de nome comum;${5_600_000_000_000 + row};${row % 900},${row % 90};un;23%;Grupo ${row % 50}`,
    );
  }
  return `${lines.join('\r\n')}\r\n`;
}

export const codesOf = (catalogue: Catalogue): readonly string[] =>
  [...catalogue.products()].map(({ code }) => code);

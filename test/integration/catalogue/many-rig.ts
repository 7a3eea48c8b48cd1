// A catalogue for the tests that change many products at once.
import { readdirSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import * as v from 'valibot';
import { Catalogue } from '../../../src-main/catalogue/catalogue.ts';
import { CatalogueImport } from '../../../src-main/catalogue/import.ts';
import { ManyProducts } from '../../../src-main/catalogue/many-products.ts';
import type { Doer } from '../../../src-main/catalogue/pending-notices.ts';
import type { Product } from '../../../src-main/contract/catalogue.ts';
import { deedSchema, type Chosen, type Deed } from '../../../src-main/contract/many-products.ts';
import type { StartHelper } from '../../../src-main/helper-process/ask-helper.ts';
import { helperHere } from '../../helper-here.ts';
import { openImported, product, unitPrice } from './import-samples.ts';
import { must } from '../../must.ts';

export const doer: Doer = { atMs: 7, by: 'Rui', approvedBy: 'Inês' };

export const all: Chosen = { kind: 'all', view: { text: '', group: null }, except: [] };

/** Raises prices by so many percent, to the cent. */
export const dearer = (percent: number): Deed =>
  v.parse(deedSchema, {
    ...{ kind: 'price', direction: 'up', percent: percent * 100, step: 'cent', way: 'nearest' },
  });

/** Each product is in one of three groups and has a barcode; the first two have no price. */
export const sample = (amount: number): readonly Product[] =>
  Array.from({ length: amount }, (_, at) =>
    product(`P${at}`, {
      description: `Produto ${at % 2 === 0 ? 'par' : 'impar'} ${at}`,
      barcodes: [String(5_600_000_000_000 + at)],
      group: `Grupo ${at % 3}`,
      unitPrice: unitPrice(at < 2 ? 0 : at * 100_000),
    }),
  );

/** A folder with a catalogue as an import leaves it. */
export function imported(products: readonly Product[]): string {
  const { folder, catalogue } = openImported(products);
  catalogue.close();
  return folder;
}

/** A test that does something in the middle of a change needs a real helper. */
export function openMany(folder: string, start: StartHelper = helperHere) {
  const { catalogue, notices } = Catalogue.open(folder);
  if (notices.length > 0) throw new Error(JSON.stringify(notices));
  const imports = new CatalogueImport(start, catalogue, folder);
  const many = new ManyProducts(start, catalogue, imports);
  onTestFinished(async () => {
    await many.stop();
    catalogue.close();
  });
  const change = async (chosen: Chosen, deed: Deed) => {
    const { previewId } = must(await many.preview(chosen, deed));
    return must(await many.change(previewId, doer, () => undefined));
  };
  return { folder, catalogue, imports, many, change };
}

export const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => !/^till\.db|-(wal|shm)$/.test(name));

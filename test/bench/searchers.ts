// What finding a product is compared with: a plain look at each product.
import { join } from 'node:path';
import { Catalogue } from '../../src-main/catalogue/catalogue.ts';
import { foldText } from '../../src-main/contract/fold-text.ts';
import { CatalogueWriter } from '../../src-main/catalogue/writer.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';

export interface Searcher {
  readonly key: string;
  readonly name: string;
  /** For searchers that keep files in the folder: built once, and not at each start of the till. */
  build?(products: Iterable<Product>, folder: string): void;
  open(products: Iterable<Product>, folder: string): Opened;
}

/** Finds at most 20. */
export interface Opened {
  find(text: string): unknown;
  byBarcode?(barcode: string): unknown;
  close?(): void;
}

const most = 20;
const textOf = ({ code, description, barcodes }: Product): string =>
  foldText(`${code} ${description} ${barcodes.join(' ')}`);

export const ours: Searcher = {
  key: 'ours',
  name: 'the catalogue',
  build: (products, folder) => {
    const file = join(folder, 'new.db');
    const writer = new CatalogueWriter(file);
    for (const product of products) writer.add(product);
    writer.finish(null);
    const { catalogue } = Catalogue.open(folder);
    catalogue.replaceWith(file);
    catalogue.close();
  },
  open: (_products, folder) => Catalogue.open(folder).catalogue,
};

/**
 * Finds every product that has all the words, first those that begin with the text: what a few
 * lines of JavaScript do.
 */
export const plain: Searcher = {
  key: 'linear',
  name: 'a plain look at every product',
  open: (products) => {
    const all = Array.from(products, (product) => ({ product, text: textOf(product) }));
    return {
      find: (text) => {
        const folded = foldText(text.trim());
        const words = folded.split(/\s+/);
        return all
          .filter((each) => words.every((word) => each.text.includes(word)))
          .toSorted((one, other) => one.text.indexOf(folded) - other.text.indexOf(folded))
          .slice(0, most);
      },
      byBarcode: (barcode) => all.find(({ product }) => product.barcodes.includes(barcode)),
    };
  },
};

// What finding a product is compared with: SQLite's full-text index alone, and a plain look at each
// product.
import { join } from 'node:path';
import Database from 'better-sqlite3';
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
const linear: Searcher = {
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

/**
 * Searches for all the words as prefixes, of which it keeps indexes up to four letters; returns the
 * first of the catalogue.
 */
const fullText: Searcher = {
  key: 'full-text',
  name: 'the full-text index alone',
  build: (products, folder) => {
    const db = new Database(join(folder, 'full-text.db'));
    db.exec(
      `CREATE VIRTUAL TABLE word USING fts5 (
         text, content = '', detail = none, prefix = '1 2 3 4'
       )`,
    );
    const insert = db.prepare('INSERT INTO word (text) VALUES (?)');
    db.transaction(() => {
      for (const product of products) insert.run(textOf(product));
    })();
    db.exec(`INSERT INTO word (word) VALUES ('optimize')`);
    db.close();
  },
  open: (_products, folder) => {
    const db = new Database(join(folder, 'full-text.db'));
    const select = db
      .prepare(`SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid LIMIT ${most}`)
      .pluck();
    return {
      find: (text) => {
        const words = foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
        return words.length === 0
          ? []
          : select.all(words.map((word) => `"${word}"*`).join(' AND '));
      },
      close: () => {
        db.close();
      },
    };
  },
};

export const rivals: readonly Searcher[] = [fullText, linear];
export const plain = linear;

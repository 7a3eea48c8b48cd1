// Rebuilds the indexes of words and barcodes of an older file, and of words after an import.
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { barcodeKeys, eachProduct, wordsOfProduct } from './product-rows.ts';
import { wordIndex } from './schema.ts';

/**
 * Indexes the barcodes anew. Of several products with the same, the first keeps it, as in an
 * import. Must be called within a transaction.
 */
export function rebuildBarcodes(db: Store): void {
  prepared(db, 'DELETE FROM barcode').run();
  const insert = prepared(
    db,
    'INSERT OR IGNORE INTO barcode (barcode_key, product_id) VALUES (?, ?)',
  );
  for (const { id, product } of eachProduct(db))
    for (const key of barcodeKeys(product)) insert.run(key, id);
}

/** Must be called within a transaction. Takes seconds for a million products. */
export function rebuildWords(db: Store): void {
  db.exec(`
    DROP TABLE IF EXISTS common_beginning;
    DROP TABLE IF EXISTS late_word;
    DROP TABLE IF EXISTS gone;
    DROP TABLE word;
    ${wordIndex}
  `);
  indexAllWords(db);
}

/** Indexes the words of all products. Must be called within a transaction, on an empty index. */
export function indexAllWords(db: Store): void {
  db.function('words_of', { deterministic: true }, (code, description) =>
    wordsOfProduct({ code: String(code), description: String(description) }).join(' '),
  );
  db.exec(`
    INSERT INTO word (rowid, words) SELECT product_id, words_of(code, description) FROM product;
    INSERT INTO word (word) VALUES ('optimize');
  `);
}

// Makes the indexes of words and of barcodes in a file of an older version again.
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import {
  barcodeKeys,
  indexWords,
  productColumns,
  toStoredProduct,
  wordsOfProduct,
  type StoredProduct,
} from './product-rows.ts';
import { wordIndex } from './schema.ts';

const atOnce = 500;

/**
 * Indexes the barcodes anew. Of several products with the same, the first keeps it, as in an
 * import. Must be called within a transaction.
 */
export function barcodesAnew(db: Store): void {
  prepared(db, 'DELETE FROM barcode').run();
  const insert = prepared(
    db,
    'INSERT OR IGNORE INTO barcode (barcode_key, product_id) VALUES (?, ?)',
  );
  for (const { id, product } of allProducts(db))
    for (const key of barcodeKeys(product)) insert.run(key, id);
}

/** Must be called within a transaction. Takes seconds for a million products. */
export function wordsAnew(db: Store): void {
  db.exec(`
    DROP TABLE IF EXISTS common_beginning;
    DROP TABLE IF EXISTS late_word;
    DROP TABLE IF EXISTS gone;
    DROP TABLE word;
    ${wordIndex}
  `);
  for (const { id, product } of allProducts(db)) indexWords(db, id, wordsOfProduct(product));
}

/** Reads some at once, as SQLite writes nothing while a statement still reads. */
function* allProducts(db: Store): Generator<StoredProduct> {
  const select = prepared(
    db,
    `SELECT ${productColumns} FROM product WHERE product_id > ? ORDER BY product_id LIMIT ${atOnce}`,
  );
  for (let last = 0, rows; (rows = select.all(last)).length > 0;) {
    for (const stored of rows.map(toStoredProduct)) {
      yield stored;
      last = stored.id;
    }
  }
}

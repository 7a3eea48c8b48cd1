// Makes the words' index and the common beginnings anew when very many products are gone. Both
// still have the numbers of those, which every search would go through.
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { writeCommonBeginnings } from './common-beginnings.ts';
import { indexWords, productColumns, toStoredProduct, wordsOfProduct } from './product-rows.ts';

const atOnce = 500;

/** Must be called within a transaction. Takes seconds for a million products. */
export function indexAnew(db: Store): void {
  db.exec(`
    INSERT INTO word (word) VALUES ('delete-all');
    DELETE FROM common_beginning;
    DELETE FROM late_word;
    DELETE FROM gone;
  `);
  const select = prepared(
    db,
    `SELECT ${productColumns} FROM product WHERE product_id > ? ORDER BY product_id LIMIT ${atOnce}`,
  );
  for (let last = 0, rows; (rows = select.all(last)).length > 0;) {
    for (const { id, product } of rows.map(toStoredProduct)) {
      indexWords(db, id, wordsOfProduct(product));
      last = id;
    }
  }
  writeCommonBeginnings(db);
  db.exec(`INSERT INTO word (word) VALUES ('optimize')`);
}

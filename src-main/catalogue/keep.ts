// One product added or changed by hand.
import * as v from 'valibot';
import type { Product } from '../contract/catalogue.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { addToCommonBeginnings } from './common-beginnings.ts';
import { productsWithCode } from './find.ts';
import {
  barcodeKeys,
  barcodeOwner,
  deleteProduct,
  indexWords,
  insertProduct,
  wordsOfProduct,
} from './product-rows.ts';

/**
 * To be called within a transaction. Answers whether no other product has one of its barcodes; if
 * one has, nothing is done.
 */
export function keepProduct(db: Store, product: Product): boolean {
  const before = productsWithCode(db, product.code).find(
    (each) => each.product.code === product.code,
  );
  const isTaken = barcodeKeys(product).some((key) => {
    const owner = barcodeOwner(db, key);
    return owner !== undefined && owner !== before?.id;
  });
  if (isTaken) return false;
  const words = wordsOfProduct(product);
  if (before) deleteProduct(db, before);
  if (before && wordsOfProduct(before.product).join(' ') === words.join(' ')) {
    insertProduct(db, before.id, product);
    return true;
  }
  // Lists of numbers only ever grow at their end, so a product with other words gets another
  // number.
  const id = newId(db, before ? 0 : 1);
  insertProduct(db, id, product);
  indexWords(db, id, words);
  addToCommonBeginnings(db, id, words);
  return true;
}

function newId(db: Store, newProducts: 0 | 1): number {
  const update = prepared(
    db,
    'UPDATE about SET products = products + ?, last_id = last_id + 1 RETURNING last_id',
  );
  return v.parse(v.number(), update.pluck().get(newProducts));
}

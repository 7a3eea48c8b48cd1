// Searches by one field for everything: a code, a barcode, the beginning of a code, of a barcode or
// of a description, or words in any order.
import { barcodeKey, digitSpellings, typedDigits, withCheckDigit } from '../contract/barcodes.ts';
import type { Product } from '../contract/catalogue.ts';
import type { Store } from '../store/open.ts';
import { readRow } from '../store/prepared.ts';
import { productColumns, productRow, storedProducts, type StoredProduct } from './product-rows.ts';
import { foldText } from '../contract/fold-text.ts';
import { wordsToFind } from './search-words.ts';

const mostFound = 20;
/** The length of the longest description: longer text is found in none. */
const longestText = 200;
/** Enough words to tell any product from all others. */
const mostWords = 8;

/** Returns at most 20 products, the best first. No text has a special meaning to the search. */
export const findProducts = (db: Store, text: string): readonly Product[] =>
  findStored(db, text).map(({ product }) => product);

/** Does the same as `findProducts`, and returns the products' numbers too. */
export function findStored(db: Store, text: string): readonly StoredProduct[] {
  const typed = text.trim();
  if (typed.length > longestText) return [];
  const key = foldText(typed);
  if (key === '') return [];
  const foundProducts = new Map<number, StoredProduct>();
  for (const batch of searches(db, typed, key)) {
    for (const stored of batch) {
      foundProducts.set(stored.id, stored);
      if (foundProducts.size === mostFound) return [...foundProducts.values()];
    }
  }
  return [...foundProducts.values()];
}

/** Returns the full-text query for all products with every word; null if there is none. */
export function wordQuery(text: string): string | null {
  const typed = text.trim();
  if (typed.length > longestText) return null;
  const ways = wordsToFind(typed).filter((words) => words.length > 0);
  return ways.length === 0 ? null : ways.map((words) => `(${matching(words)})`).join(' OR ');
}

function* searches(db: Store, typed: string, key: string): Generator<Iterable<StoredProduct>> {
  yield productsWithCode(db, typed);
  const digits = typedDigits(typed);
  yield productWithBarcode(db, typed);
  yield productsWithDigits(db, typed);
  if (digits !== undefined) {
    yield productWithBarcode(db, digits);
    // The text is a barcode without its check digit.
    yield productWithBarcode(db, withCheckDigit(digits));
  }
  yield productsFrom(db, 'code_key', key);
  if (digits !== undefined) yield productsWithBarcodeFrom(db, digits);
  yield productsFrom(db, 'description_key', key);
  for (const words of wordsToFind(typed)) yield productsWithWords(db, words);
}

/**
 * Returns the products with this code, however its case and accents are written. The one that is
 * written exactly so comes first.
 */
export const productsWithCode = (db: Store, code: string): readonly StoredProduct[] =>
  storedProducts(
    db,
    `product WHERE code_key = ? ORDER BY code = ? DESC, code LIMIT ${mostFound}`,
    foldText(code),
    code,
  );

/** Returns the products whose codes are this number, however many zeros are before it. */
export function productsWithDigits(db: Store, code: string): readonly StoredProduct[] {
  const spellings = digitSpellings(code);
  if (spellings.length === 0) return [];
  const from = `product WHERE code_key IN (SELECT value FROM json_each(?))
    ORDER BY code LIMIT ${mostFound}`;
  return storedProducts(db, from, JSON.stringify(spellings));
}

export const productWithDescription = (db: Store, description: string): readonly StoredProduct[] =>
  storedProducts(
    db,
    'product WHERE description_key = ? ORDER BY product_id LIMIT 1',
    foldText(description),
  );

/** Returns one product or none: no two have the same barcode. */
export function productWithBarcode(db: Store, barcode: string): readonly StoredProduct[] {
  const select = `SELECT ${productColumns} FROM ${withBarcodes} WHERE barcode_key = ?`;
  const product = readRow(db, productRow, select, barcodeKey(barcode));
  return product ? [product] : [];
}

const withBarcodes = 'barcode JOIN product USING (product_id)';

function productsWithBarcodeFrom(db: Store, digits: string): readonly StoredProduct[] {
  const start = barcodeKey(digits);
  const from = `${withBarcodes} WHERE barcode_key >= ? AND barcode_key < ?
    ORDER BY barcode_key LIMIT ${mostFound}`;
  return storedProducts(db, from, start, `${start}\u{10ffff}`);
}

function productsFrom(
  db: Store,
  column: 'code_key' | 'description_key',
  key: string,
): readonly StoredProduct[] {
  const from = `product WHERE ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ${mostFound}`;
  return storedProducts(db, from, key, `${key}\u{10ffff}`);
}

/** Returns the first products that have all words, in the order of the catalogue. */
function productsWithWords(db: Store, words: readonly string[]): readonly StoredProduct[] {
  if (words.length === 0) return [];
  // Some of them may have been found otherwise already.
  const from = `product WHERE product_id IN
      (SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid LIMIT ${2 * mostFound})
    ORDER BY product_id`;
  return storedProducts(db, from, matching(words));
}

const matching = (words: readonly string[]): string =>
  longestWords(words)
    .map((word) => `"${word}"*`)
    .join(' AND ');

/** Leaves out a word that a longer one begins with, and keeps the longest few. */
const longestWords = (words: readonly string[]): readonly string[] =>
  words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWords);

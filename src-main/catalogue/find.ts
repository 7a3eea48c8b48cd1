// One field for everything: a code, a barcode, the beginning of a code, a barcode or a description,
// words in any order.
import * as v from 'valibot';
import { barcodeKey, typedDigits, withCheckDigit } from '../contract/barcodes.ts';
import type { Product } from '../contract/catalogue.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { commonIds } from './common-beginnings.ts';
import { distancesOf, inAll, type IdList } from './id-lists.ts';
import {
  barcodeOwner,
  productColumns,
  toStoredProduct,
  type StoredProduct,
} from './product-rows.ts';
import { foldText } from '../contract/fold-text.ts';
import { wordsOf } from './text.ts';

const mostFound = 20;
/** The longest description; longer text is a part of nothing. */
const longestText = 200;
/** Enough to tell any product from all others. */
const mostWords = 8;

/** Best first, at most 20. Any text is only text. */
export const findProducts = (db: Store, text: string): readonly Product[] =>
  findStored(db, text).map(({ product }) => product);

/** The same, with their numbers. */
export function findStored(db: Store, text: string): readonly StoredProduct[] {
  const typed = text.trim();
  if (typed.length > longestText) return [];
  const key = foldText(typed);
  if (key === '') return [];
  const found = new Map<number, StoredProduct>();
  for (const looked of looks(db, typed, key)) {
    for (const stored of looked) {
      found.set(stored.id, stored);
      if (found.size === mostFound) return [...found.values()];
    }
  }
  return [...found.values()];
}

/**
 * The numbers of all products that have every word, in the order of the catalogue; also of those
 * that are gone.
 */
export function foundIds(db: Store, text: string): Iterable<number> {
  const typed = text.trim();
  return typed.length > longestText ? [] : idsWithWords(db, wordsOf(foldText(typed)));
}

function* looks(db: Store, typed: string, key: string): Generator<Iterable<StoredProduct>> {
  yield productsWithCode(db, typed);
  const digits = typedDigits(typed);
  yield productWithBarcode(db, typed);
  if (digits !== undefined) {
    yield productWithBarcode(db, digits);
    // All that is typed but the check digit.
    yield productWithBarcode(db, withCheckDigit(digits));
  }
  yield productsFrom(db, 'code_key', key);
  if (digits !== undefined) yield productsWithBarcodeFrom(db, digits);
  yield productsFrom(db, 'description_key', key);
  yield productsWithWords(db, wordsOf(key));
}

/** However the code is written; the one that is written so exactly comes first. */
export function productsWithCode(db: Store, code: string): readonly StoredProduct[] {
  return prepared(
    db,
    `SELECT ${productColumns} FROM product WHERE code_key = ? ORDER BY code = ? DESC, code LIMIT ${mostFound}`,
  )
    .all(foldText(code), code)
    .map(toStoredProduct);
}

export function productWithDescription(db: Store, description: string): readonly StoredProduct[] {
  return prepared(
    db,
    `SELECT ${productColumns} FROM product WHERE description_key = ? ORDER BY product_id LIMIT 1`,
  )
    .all(foldText(description))
    .map(toStoredProduct);
}

/** Returns one product or none: no two have the same barcode. */
export function productWithBarcode(db: Store, barcode: string): readonly StoredProduct[] {
  const id = barcodeOwner(db, barcodeKey(barcode));
  const product = id === undefined ? undefined : productOf(db, id);
  return product ? [product] : [];
}

/** A UPC-A is kept with its leading zero, and printed without it. */
function productsWithBarcodeFrom(db: Store, digits: string): readonly StoredProduct[] {
  const select = prepared(
    db,
    `SELECT ${productColumns} FROM barcode JOIN product USING (product_id)
       WHERE barcode_key >= ? AND barcode_key < ? ORDER BY barcode_key LIMIT ${mostFound}`,
  );
  return [digits, `0${digits}`].flatMap((start) =>
    select.all(start, `${start}\u{10ffff}`).map(toStoredProduct),
  );
}

function productsFrom(
  db: Store,
  column: 'code_key' | 'description_key',
  key: string,
): readonly StoredProduct[] {
  return prepared(
    db,
    `SELECT ${productColumns} FROM product WHERE ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ${mostFound}`,
  )
    .all(key, `${key}\u{10ffff}`)
    .map(toStoredProduct);
}

/** In the order of the catalogue. */
function* productsWithWords(db: Store, words: readonly string[]): Generator<StoredProduct> {
  for (const id of idsWithWords(db, words)) {
    const product = productOf(db, id);
    // What is found by words still has the numbers of products that have other words now.
    if (product) yield product;
  }
}

/** Those that were added by hand have the highest numbers. */
function* idsWithWords(db: Store, words: readonly string[]): Generator<number> {
  const wanted = longestWords(words);
  yield* indexedIds(db, wanted);
  yield* lateIds(db, wanted);
}

/** Returns the ids of products added or renamed by hand that have these words. */
function lateIds(db: Store, words: readonly string[]): readonly number[] {
  const select = prepared(
    db,
    'SELECT product_id FROM late_word WHERE word >= ? AND word < ? ORDER BY product_id',
  ).pluck();
  let ids: readonly number[] | null = null;
  for (const word of words) {
    const having = v.parse(v.array(v.number()), select.all(word, `${word}\u{10ffff}`));
    const others: ReadonlySet<number> = new Set(having);
    ids = ids === null ? [...others] : ids.filter((id) => others.has(id));
    if (ids.length === 0) return [];
  }
  return (ids ?? []).toSorted((one, other) => one - other);
}

function indexedIds(db: Store, words: readonly string[]): Iterable<number> {
  const lists: IdList[] = [];
  const uncommon: string[] = [];
  for (const word of words) {
    const ids = commonIds(db, word);
    if (ids) lists.push(ids);
    else uncommon.push(word);
  }
  if (uncommon.length > 0) lists.push(distancesOf(idsWithUncommon(db, uncommon)));
  return lists.length === 0 ? [] : inAll(lists);
}

/** Without those that a longer one begins with, as every product that has that one has them. */
function longestWords(words: readonly string[]): readonly string[] {
  return words
    .filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
    .sort((one, other) => other.length - one.length)
    .slice(0, mostWords);
}

function idsWithUncommon(db: Store, words: readonly string[]): readonly number[] {
  const match = words.map((word) => `"${word}"*`).join(' AND ');
  const select = prepared(db, 'SELECT rowid FROM word WHERE word MATCH ? ORDER BY rowid').pluck();
  return v.parse(v.array(v.number()), select.all(match));
}

function productOf(db: Store, id: number): StoredProduct | undefined {
  const row = prepared(db, `SELECT ${productColumns} FROM product WHERE product_id = ?`).get(id);
  return row === undefined ? undefined : toStoredProduct(row);
}

// Opens the file of a catalogue. If that fails, an empty catalogue takes its place.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { storeError, type Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { setAside } from '../store/salvage/set-aside.ts';
import { recoverPlace } from './file-before.ts';
import { findProducts, productWithBarcode } from './find.ts';
import { barcodesAnew, wordsAnew } from './index-anew.ts';
import { productColumns, toStoredProduct } from './product-rows.ts';
import { lateIndexes, schema, schemaVersion } from './schema.ts';

/** Another program may be reading the file. */
const lockTimeoutMs = 1_000;

const aboutRow = v.object({ products: v.number(), imported_at_ms: v.nullable(v.number()) });

export const readAbout = (db: Store): v.InferOutput<typeof aboutRow> =>
  v.parse(aboutRow, prepared(db, 'SELECT products, imported_at_ms FROM about').get());

export interface Opened {
  readonly db: Store;
  readonly notices: readonly AppError[];
  /** Null if the file itself is open. */
  readonly unusable: AppError | null;
}

/**
 * Opens the catalogue's file, or an empty catalogue instead. A damaged file is set aside; one that
 * is newer or cannot be opened is left as it is.
 */
export function openOrEmpty(file: string): Opened {
  const recovered = tried(file, recoverPlace);
  // The files beside the catalogue would be of no use any more if an empty one took its place.
  if (!recovered.ok) return inMemory([], recovered.error);
  const opened = openFile(file);
  if (opened.ok) return { db: opened.value, notices: [], unusable: null };
  if (opened.error.code !== 'store_damaged') return inMemory([], opened.error);
  const aside = tried(file, setAside);
  if (!aside.ok) return inMemory([], aside.error);
  const notice: AppError = { code: 'catalogue_set_aside', file: aside.value };
  const empty = openFile(file);
  return empty.ok
    ? { db: empty.value, notices: [notice], unusable: null }
    : inMemory([notice], empty.error);
}

function inMemory(notices: readonly AppError[], unusable: AppError): Opened {
  const db = new Database(':memory:');
  create(db);
  return { db, notices: [...notices, unusable], unusable };
}

function tried<Value>(file: string, act: (file: string) => Value): Result<Value> {
  try {
    return ok(act(file));
  } catch (error) {
    return err(expectedOf(error, file));
  }
}

/**
 * Errors: those of the store. The file is not checked page by page, as that would take seconds for
 * a million products.
 */
export function openFile(file: string): Result<Store> {
  let db: Store | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    db = new Database(file, { timeout: lockTimeoutMs });
    db.pragma('synchronous = FULL');
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > schemaVersion) {
      db.close();
      return err({ code: 'store_newer', file });
    }
    if (version === 0) create(db);
    else if (version < schemaVersion) bringUp(db);
    glanceAt(db);
    return ok(db);
  } catch (error) {
    db?.close();
    return err(expectedOf(error, file));
  }
}

function create(db: Store): void {
  inTransaction(db, () => {
    db.exec(schema + lateIndexes);
    db.pragma(`user_version = ${schemaVersion}`);
  });
}

/** Takes some seconds for 100,000 products, once; if the program ends meanwhile, once again. */
function bringUp(db: Store): void {
  inTransaction(db, () => {
    barcodesAnew(db);
    wordsAnew(db);
    db.pragma(`user_version = ${schemaVersion}`);
  });
}

/** @throws if a part of the file is missing or does not begin as it must. */
function glanceAt(db: Store): void {
  readAbout(db);
  prepared(db, `SELECT ${productColumns} FROM product ORDER BY product_id DESC LIMIT 1`)
    .all()
    .forEach(toStoredProduct);
  productWithBarcode(db, '0');
  findProducts(db, 'counterfoil');
}

/** @throws the error itself if it is a bug. */
function expectedOf(error: unknown, file: string): AppError {
  // An SQLite file that is not one of ours is as useless as a damaged one.
  const isForeign =
    v.isValiError(error) ||
    (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR');
  if (isForeign) return { code: 'store_damaged', file };
  const expected = storeError(error, file);
  if (!expected) throw error;
  return expected;
}

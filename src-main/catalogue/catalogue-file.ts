// Opens the file of a catalogue. If that fails, an empty catalogue takes its place.
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { publish } from '../store/durable-files.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { removeDatabase, withDatabase, type Store } from '../store/open.ts';
import { storeError } from '../store/store-errors.ts';
import { readValue } from '../store/prepared.ts';
import { finishSettingAside, setAside } from '../store/salvage/set-aside.ts';
import { findProducts, productWithBarcode } from './find.ts';
import { rebuildBarcodes, rebuildWords } from './rebuild-indexes.ts';
import { readLastChange } from './last-change.ts';
import { readAbout, storedProducts } from './product-rows.ts';
import { lastChange, lateIndexes, schema, schemaVersion } from './schema.ts';
import { readUntold } from './pending-notices.ts';

/** Another program may be reading the file. */
const lockTimeoutMs = 1_000;

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
  const opened = openFile(file);
  if (opened.ok) return { db: opened.value, notices: [], unusable: null };
  return opened.error.code === 'store_damaged' ? openAnew(file) : inMemory([], opened.error);
}

/** Sets a file that cannot be used aside, and opens an empty catalogue in its place. */
export function openAnew(file: string): Opened {
  let aside: string;
  try {
    aside = setAside(file);
  } catch (error) {
    return inMemory([], expectedOf(error, file));
  }
  const notice: AppError = { code: 'catalogue_set_aside', file: aside };
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

/** Errors: those of the store. Not checked page by page: a million products take seconds. */
export function openFile(file: string): Result<Store> {
  let db: Store | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    finishSettingAside(file);
    const bytes = statSync(file, { throwIfNoEntry: false })?.size;
    if (bytes === undefined) createWhole(file);
    // SQLite would take what a disk has emptied for a new file.
    if (bytes === 0) return err({ code: 'store_damaged', file });
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
    // Readers see the catalogue of before until a helper has committed its change.
    db.pragma('journal_mode = WAL');
    return ok(db);
  } catch (error) {
    db?.close();
    return err(expectedOf(error, file));
  }
}

/** Gives an empty catalogue its name once it is whole: no kill leaves a file without content. */
function createWhole(file: string): void {
  const partial = `${file}.new`;
  removeDatabase(partial);
  withDatabase(partial, {}, create);
  publish(partial, file);
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
    const changeId = readValue(db, v.unknown(), 'SELECT change_id FROM last_change');
    db.exec(`DROP TABLE last_change; DROP TABLE before_change; ${lastChange}`);
    db.prepare('UPDATE last_change SET change_id = ?').run(changeId);
    rebuildBarcodes(db);
    rebuildWords(db);
    db.pragma(`user_version = ${schemaVersion}`);
  });
}

/** @throws if a part of the file is missing or does not begin as it must. */
function glanceAt(db: Store): void {
  readAbout(db);
  readLastChange(db);
  readUntold(db);
  storedProducts(db, 'product ORDER BY product_id DESC LIMIT 1');
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

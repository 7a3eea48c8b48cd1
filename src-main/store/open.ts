// Opens a till's database with durable settings, which are asserted; migrates it after a backup;
// and refuses one that is newer or damaged.
import { mkdirSync, readSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { err, ok, type Result } from '../contract/errors.ts';
import { publish, withFile } from './durable-files.ts';
import { hasKnownSchema } from './known-schema.ts';
import { migrations } from './migrations.ts';
import { keepCounts } from './sale-counts.ts';
import { storeError, storeFailure } from './store-errors.ts';

export type Store = Database.Database;

/** The `application_id` of every copy ("CFCP"). A till's own is renewed at every opening. */
export const copyToken = 0x43464350;

/** How long the opening waits: another start may hold the file for a moment. */
export const lockTimeoutMs = 1_000;
const readAheadBytes = 4 * 2 ** 20;

/**
 * Opens the database. `schema` is the list of migrations to bring the file up to. A file that is
 * trusted to be whole is not checked for damage. A file that is damaged or newer, or whose schema
 * the migrations do not make, is left as it is. Errors: `store_damaged`, `store_newer`,
 * `disk_full`, `store_failed`.
 */
export function openStore(
  file: string,
  schema: readonly string[] = migrations,
  isTrusted = false,
): Result<Store> {
  let db: Store | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (!isTrusted) readInOrder(file);
    db = new Database(file, { timeout: lockTimeoutMs });
    distrustSchema(db);
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > schema.length) {
      db.close();
      return err({ code: 'store_newer', file });
    }
    // Some damage makes the check throw, other damage makes it return a row. Selling on either
    // could lose what is still whole.
    if ((!isTrusted && !isWhole(db)) || !hasKnownSchema(db, schema, version)) {
      db.close();
      return err({ code: 'store_damaged', file });
    }
    // WAL with FULL loses nothing that was acknowledged, even in a power cut. SQLite's default for
    // WAL is NORMAL, and it applies again at every open.
    setPragmas(db, { journal_mode: 'wal', synchronous: 2, foreign_keys: 1 });
    // Garbage in a page is noticed as soon as the page is read, and not where it leads.
    setPragmas(db, { cache_size: -cacheKiB, cell_size_check: 1 });
    migrate(db, file, version, schema);
    keepCounts(db);
    return ok(db);
  } catch (error) {
    db?.close();
    return storeFailure(error, file);
  }
}

/**
 * Returns whether the file is whole. Reads all of it and changes nothing: the write-ahead log stays
 * as it is. False also if it cannot be read. No connection of this process may have it open.
 */
export function isWholeFile(file: string): boolean {
  try {
    readInOrder(file);
    return withDatabase(file, { readonly: true, timeout: lockTimeoutMs }, isWhole);
  } catch (error) {
    if (!storeError(error, file)) throw error;
    return false;
  }
}

export const isWhole = (db: Store): boolean =>
  db.pragma('quick_check(1)', { simple: true }) === 'ok';

/** Opens a database for as long as `act` takes. */
export function withDatabase<T>(file: string, options: Database.Options, act: (db: Store) => T): T {
  const db = new Database(file, options);
  try {
    distrustSchema(db);
    return act(db);
  } finally {
    db.close();
  }
}

/**
 * Reads the file in order. A check reads pages in the order of their trees, which is slow on a
 * disk; after this they are in the system's memory, which is five times faster with 2.4 GB. Never
 * do it while the database is open: closing a file lets go of all locks that the process has on it.
 */
export function readInOrder(name: string, onPart: () => void = () => undefined): void {
  if (statSync(name, { throwIfNoEntry: false })?.isFile() !== true) return;
  const part = Buffer.allocUnsafe(readAheadBytes);
  withFile(name, 'r', (file) => {
    while (readSync(file, part) > 0) onPart();
  });
}

/** Keeps what a file defines from calling anything beyond it. Call it before all else. */
export const distrustSchema = (db: Store): void => setPragmas(db, { trusted_schema: 0 });

/**
 * Holds the indexes of a million sales: each commit reads another page of them, as references come
 * in no order. Memory is taken only as pages are read.
 */
const cacheKiB = 64 * 1024;

/** Sets each, and reads it back. @throws if it is another one then. */
export function setPragmas(db: Store, settings: Readonly<Record<string, string | number>>): void {
  for (const [name, wanted] of Object.entries(settings)) {
    db.pragma(`${name} = ${wanted}`);
    const actual: unknown = db.pragma(name, { simple: true });
    if (actual !== wanted) throw new Error(`${name} is ${String(actual)}, not ${wanted}`);
  }
}

function migrate(db: Store, file: string, from: number, schema: readonly string[]): void {
  if (from === schema.length) return;
  if (from > 0) backUp(db, `${file}.version-${from}`);
  schema.slice(from).forEach((migration, index) => {
    db.transaction(() => {
      db.exec(migration);
      db.pragma(`user_version = ${from + index + 1}`);
    })();
  });
}

/**
 * Copies the database. SQLite's own copy contains what is still in the write-ahead log. It gets its
 * name once it is whole and on the disk.
 */
function backUp(db: Store, backup: string): void {
  const partial = `${backup}.partial`;
  rmSync(partial, { force: true });
  db.prepare('VACUUM INTO ?').run(partial);
  markFileAsCopy(partial);
  publish(partial, backup);
}

/** Removes a database with what SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** Marks a copy, so that it is noticed however it is used later: see `file-identity.ts`. */
export function markAsCopy(copy: Store): void {
  copy.pragma(`application_id = ${copyToken}`);
}

/** Does the same with a file. Closing it removes what checking it has left beside it. */
export const markFileAsCopy = (file: string): void => withDatabase(file, {}, markAsCopy);

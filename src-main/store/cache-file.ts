// A cache: a file beside the sales' that can be made anew from what is elsewhere. What is wrong
// with it costs what was in it, and nothing else.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';

/** Another program may be reading the file; selling does not wait for it. */
const lockTimeoutMs = 100;

export interface CacheFile {
  readonly file: string;
  readonly schema: string;
  /** The file's `user_version`. A file of another version is replaced. */
  readonly schemaVersion: number;
  /** Writes what a new file begins with, besides its tables. */
  readonly seed?: (db: Store) => void;
  /** What the file holds, in words for the log: "the documents that were seen". */
  readonly holds: string;
  readonly onProblem: (what: string, error: unknown) => void;
}

/**
 * Always returns a store. A file that is damaged or of another version is replaced by a new one; if
 * none can be used, the store is in memory until it is closed.
 */
export function openCache(cache: CacheFile): Store {
  try {
    const db = openFile(cache);
    if (db) return db;
  } catch (error) {
    cache.onProblem(`${cache.holds} could not be opened`, error);
    if (!isUseless(error)) return inMemory(cache);
  }
  return replaceCache(cache);
}

/** Puts an empty cache in the place of one that is closed. */
export function replaceCache(cache: CacheFile): Store {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(cache.file + suffix, { force: true });
    const db = openFile(cache);
    if (db) return db;
  } catch (error) {
    cache.onProblem(`${cache.holds} are kept only until the till is closed`, error);
  }
  return inMemory(cache);
}

function inMemory(cache: CacheFile): Store {
  const db = new Database(':memory:');
  create(db, cache);
  return db;
}

/** Returns undefined for a file of another version. Damage shows only when the file is used. */
function openFile(cache: CacheFile): Store | undefined {
  mkdirSync(dirname(cache.file), { recursive: true });
  const db = new Database(cache.file, { timeout: lockTimeoutMs });
  try {
    // A power cut may take the last rows, but not the file. What was lost can be fetched again, so
    // no write waits for the disk.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    const version = db.pragma('user_version', { simple: true });
    if (version === 0) create(db, cache);
    if (version === 0 || version === cache.schemaVersion) return db;
  } catch (error) {
    db.close();
    throw error;
  }
  db.close();
  return undefined;
}

function create(db: Store, { schema, schemaVersion, seed }: CacheFile): void {
  inTransaction(db, () => {
    db.exec(schema);
    seed?.(db);
    db.pragma(`user_version = ${schemaVersion}`);
  });
}

/** Returns whether the file is damaged, or is an SQLite file that is not one of ours. */
export const isUseless = (error: unknown): boolean =>
  v.isValiError(error) ||
  (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR$)/.test(error.code));

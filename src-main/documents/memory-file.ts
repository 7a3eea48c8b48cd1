// The memory's own database file: a cache beside the file of the sales, so that what was seen
// burdens neither the check of the sales nor their backups. What is wrong with it costs what was in
// it, and nothing else.
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { knownNatures, knownStatuses } from '../contract/documents.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { keepNature, keepStatus } from './write-memory.ts';

/** Another program may be reading the file; selling does not wait for it. */
const lockTimeoutMs = 100;

/** The file's `user_version`. A file of another version is replaced: all can be seen again. */
const schemaVersion = 2;

const schema = `
CREATE TABLE document (
  id INTEGER PRIMARY KEY,
  doc_key TEXT NOT NULL,
  document_date TEXT NOT NULL,
  document_time TEXT NOT NULL,
  nature_id INTEGER NOT NULL,
  status_id INTEGER NOT NULL,
  -- What a search looks in, in lower case without accents, each field on a line of its own.
  search_text TEXT NOT NULL,
  -- Of a sale of this till's: never forgotten.
  is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
  seen_at_ms INTEGER NOT NULL,
  summary TEXT NOT NULL
) STRICT;
CREATE INDEX document_by_key ON document (doc_key, id);
CREATE INDEX document_by_date ON document (document_date, id);
CREATE INDEX document_by_time ON document (document_time, id);
CREATE INDEX document_by_age ON document (seen_at_ms, id) WHERE is_own = 0;

-- Documents that were opened on a page of their own.
CREATE TABLE detail (
  id INTEGER PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
  seen_at_ms INTEGER NOT NULL,
  detail TEXT NOT NULL
) STRICT;

CREATE TABLE nature (
  nature_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  -- The list besides the one of all that shows it; null until such a list has.
  list TEXT
) STRICT;

CREATE TABLE status (
  status_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL
) STRICT;

-- The step of a sale up to which the till's own sales are filled in.
CREATE TABLE last_step (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  step_id INTEGER NOT NULL,
  -- What tells it from a step of that number in another till's file.
  at_ms INTEGER NOT NULL,
  reference TEXT NOT NULL
) STRICT;
`;

export type OnProblem = (what: string, error: unknown) => void;

/**
 * Always returns a store. A file that is damaged or of another version is replaced by a new one; if
 * none can be used, the store is in memory until it is closed.
 */
export function openMemory(file: string, onProblem: OnProblem): Store {
  try {
    const db = openFile(file);
    if (db) return db;
  } catch (error) {
    onProblem('the documents that were seen could not be opened', error);
    if (!isUseless(error)) return inMemory();
  }
  return replaceMemory(file, onProblem);
}

/** Puts an empty memory in the place of one that is closed. */
export function replaceMemory(file: string, onProblem: OnProblem): Store {
  try {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    const db = openFile(file);
    if (db) return db;
  } catch (error) {
    onProblem('the documents that were seen are kept only until the till is closed', error);
  }
  return inMemory();
}

function inMemory(): Store {
  const db = new Database(':memory:');
  create(db);
  return db;
}

/** Returns undefined for a file of another version. Damage shows only when the file is used. */
function openFile(file: string): Store | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const db = new Database(file, { timeout: lockTimeoutMs });
  try {
    // A power cut may take the last rows, but not the file. What was lost can be fetched again, so
    // no write waits for the disk.
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma('foreign_keys = ON');
    const version = db.pragma('user_version', { simple: true });
    if (version === 0) create(db);
    if (version === 0 || version === schemaVersion) return db;
  } catch (error) {
    db.close();
    throw error;
  }
  db.close();
  return undefined;
}

function create(db: Store): void {
  inTransaction(db, () => {
    db.exec(schema);
    // These names stand until a document shows the service's own words.
    for (const { id, code, list } of knownNatures) keepNature(db, id, code, list);
    for (const { id, code } of knownStatuses) keepStatus(db, id, code);
    db.pragma(`user_version = ${schemaVersion}`);
  });
}

/** Returns whether the file is damaged, or is an SQLite file that is not one of ours. */
export const isUseless = (error: unknown): boolean =>
  v.isValiError(error) ||
  (error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB|ERROR$)/.test(error.code));

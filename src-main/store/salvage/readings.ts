// The ways to read what is left of a till's database. Each works on a copy that is opened and then
// removed: a file that was set aside is never touched again.
import {
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import { listBackups } from '../backups.ts';
import { isBadSector, withFile } from '../durable-files.ts';
import { ifReadable } from '../if-readable.ts';
import { isTable } from './damaged-rows.ts';
import { migrations } from '../migrations.ts';
import {
  distrustSchema,
  isWhole as isWholeDatabase,
  readInOrder,
  removeDatabase,
  type Store,
} from '../open.ts';
import { latestSetAside } from './set-aside.ts';

/** The page size that SQLite gives to every new database. */
const pageBytes = 4096;

/**
 * Yields the readings of the file that was set aside, best first: with its log, and without, as
 * that may be another file's. Each is gone when the next is asked for.
 */
export function* asideReadings(
  file: string,
  schema: readonly string[] = migrations,
): Generator<Store> {
  const copy = `${file}.reading`;
  const aside = latestSetAside(file);
  if (aside === undefined) return;
  const log = `${aside}-wal`;
  if (existsSync(log)) yield* reading(copy, { aside, log, schema });
  yield* reading(copy, { aside, schema });
}

/** Yields the backups that are whole, likewise, the newest first. */
export function* backupReadings(file: string, verdicts: Verdicts): Generator<Store> {
  for (const backup of listBackups(file)) {
    yield* wholeReading(`${file}.reading-backup`, backup, verdicts);
  }
}

/** Whether each backup is whole, as far as that is known: finding out reads all of it. */
export type Verdicts = Map<string, boolean>;

interface SetAside {
  readonly aside: string;
  readonly log?: string;
  readonly schema: readonly string[];
}

function* reading(copy: string, { aside, log, schema }: SetAside): Generator<Store> {
  if (yield* readingAsItIs(copy, aside, log)) return;
  for (let version = schema.length; version > 0; version -= 1) {
    takeCopy(copy, aside, log);
    yield* withLentSchema(copy, schema.slice(0, version));
  }
}

/** Returns whether the schema could be read; without it nothing can. */
function* readingAsItIs(copy: string, aside: string, log?: string): Generator<Store, boolean> {
  takeCopy(copy, aside, log, { isRead: true });
  const db = ifReadable(() => openReading(copy, { readonly: true }));
  try {
    const isReadable =
      db !== undefined &&
      isTable(db, 'till') &&
      ifReadable(() => db.prepare('SELECT 1 FROM till').all()) !== undefined;
    if (isReadable) yield db;
    return isReadable;
  } finally {
    close(db, copy);
  }
}

/**
 * Reads the copy with a schema lent by a new database. A new database of the version that made the
 * file has its tables in the same places, so that its first page, and the others of the schema,
 * lead to their rows.
 */
function* withLentSchema(copy: string, schema: readonly string[]): Generator<Store> {
  lendSchema(copy, schema);
  const db = openReading(copy);
  try {
    yield db;
  } finally {
    close(db, copy);
  }
}

function* wholeReading(copy: string, backup: string, verdicts: Verdicts): Generator<Store> {
  if (verdicts.get(backup) === false) return;
  takeCopy(copy, backup, undefined, { isRead: true });
  const db = ifReadable(() => {
    if (!verdicts.has(backup)) readInOrder(copy);
    return openReading(copy, { readonly: true });
  });
  try {
    const isWhole =
      db !== undefined &&
      (verdicts.get(backup) ??
        (ifReadable(() => isWholeDatabase(db)) === true &&
          Number(db.pragma('user_version', { simple: true })) <= migrations.length));
    verdicts.set(backup, isWhole);
    if (isWhole) yield db;
  } finally {
    close(db, copy);
  }
}

/** `isRead`: the copy is read alone, so that it may be the file itself by another name. */
function takeCopy(copy: string, file: string, log?: string, { isRead } = { isRead: false }): void {
  removeDatabase(copy);
  if (!isRead || !isLinked(file, copy)) {
    if (existsSync(file)) copyReadable(file, copy);
    else writeFileSync(copy, '');
    // SQLite throws away the log of an empty file.
    if (statSync(copy).size < pageBytes) truncateSync(copy, pageBytes);
  }
  if (log !== undefined && existsSync(log)) copyReadable(log, `${copy}-wal`);
}

/** Copies what the disk can read. What lies on bad sectors is zeros in the copy. */
function copyReadable(file: string, copy: string): void {
  try {
    copyFileSync(file, copy);
  } catch (error) {
    if (!isBadSector(error)) throw error;
    copyByPages(file, copy);
  }
}

function copyByPages(file: string, copy: string): void {
  withFile(file, 'r', (from) => {
    withFile(copy, 'w', (to) => {
      const { size } = fstatSync(from);
      ftruncateSync(to, size);
      const page = Buffer.alloc(pageBytes);
      for (let at = 0; at < size; at += pageBytes) {
        try {
          writeSync(to, page, 0, readSync(from, page, 0, pageBytes, at), at);
        } catch (error) {
          if (!isBadSector(error)) throw error;
        }
      }
    });
  });
}

/** Not every file system lets a file have two names. */
function isLinked(file: string, copy: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) < pageBytes) return false;
  try {
    linkSync(file, copy);
    return true;
  } catch {
    return false;
  }
}

export function openReading(copy: string, options: { readonly readonly?: boolean } = {}): Store {
  const db = new Database(copy, options);
  ifReadable(() => {
    distrustSchema(db);
    db.pragma('cell_size_check = ON');
    // Beginning to read takes longer than reading a row.
    db.exec('BEGIN');
  });
  return db;
}

function close(db: Store | undefined, copy: string): void {
  db?.close();
  removeDatabase(copy);
}

function lendSchema(copy: string, schema: readonly string[]): void {
  const lender = new Database(':memory:');
  for (const migration of schema) lender.exec(migration);
  const ofSchema = lender
    .prepare(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`)
    .pluck()
    .all()
    .map(Number);
  const pages = lender.serialize();
  lender.close();
  // Both version bytes say that there may be a log; two counters that differ tell SQLite to go by
  // the file's actual size.
  pages.fill(2, 18, 20);
  pages.writeUInt32BE(1, 24);
  pages.writeUInt32BE(0, 92);
  withFile(copy, 'r+', (lent) => {
    for (const page of ofSchema) {
      const at = (page - 1) * pageBytes;
      writeSync(lent, pages, at, pageBytes, at);
    }
  });
}

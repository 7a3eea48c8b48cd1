// Notices that a database was moved, deleted or replaced while it is open. The system lets that
// happen, but on Windows; what is written then goes into a file that nobody finds again.
import { statSync } from 'node:fs';
import Database, { type Database as Store } from 'better-sqlite3';
import { isOfSystem } from '../contract/errors.ts';

interface Place {
  readonly path: string;
  readonly inode: bigint;
}

const places = new WeakMap<Store, readonly Place[]>();

/** Notes where the open database and its log are. */
export function notePlace(db: Store): void {
  const paths = process.platform === 'win32' ? [] : [db.name, `${db.name}-wal`];
  const noted = paths.flatMap((path) => {
    const inode = inodeOf(path);
    return typeof inode === 'bigint' ? [{ path, inode }] : [];
  });
  places.set(db, noted);
}

/** Undefined if there is no such file, and null if the system does not say. */
function inodeOf(path: string): bigint | undefined | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    return null;
  }
}

/** Returns whether another file has taken the place of the open database. */
export function isOtherInPlace(db: Store): boolean {
  const [own] = places.get(db) ?? [];
  const present = own && inodeOf(own.path);
  return typeof present === 'bigint' && present !== own?.inode;
}

/** @throws SQLITE_READONLY_DBMOVED, as SQLite does where it looks itself. */
export function requireInPlace(db: Store): void {
  const isMoved = places.get(db)?.some(({ path, inode }) => {
    const present = inodeOf(path);
    return present !== null && present !== inode;
  });
  if (isMoved === true)
    throw new Database.SqliteError(`${db.name} was moved`, 'SQLITE_READONLY_DBMOVED');
}

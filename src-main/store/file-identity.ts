// Where a till's database lives, so that a copy is noticed: one on another computer, in another
// place, or put back over the original, which has been selling since.
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { computerId } from './computer.ts';
import { publish, readStart } from './durable-files.ts';
import { inTransaction } from './in-transaction.ts';
import { copyToken, type Store } from './open.ts';
import { readFileIdentity, writeFileIdentity } from './till.ts';

/**
 * The token is the database's `application_id`. It stands in the file's first page, where it can be
 * read without SQLite, which would apply a write-ahead log that may not be this file's. A file
 * beside the database keeps the same token; while the token is being changed it names two, since
 * either may then be in force.
 */
const tokenOffset = 68;

const tokenFileOf = (file: string): string => `${file}.identity`;

/**
 * Returns computer and file. A copy is another file even if it has the same name; a file that is
 * moved on its disk stays the same.
 */
const placeOf = (file: string): string => `${computerId()}/${statSync(file, { bigint: true }).ino}`;

/** Undefined if no till was opened here; tokens on a bad sector are none, as in a copy. */
function keptTokens(file: string): readonly number[] | undefined {
  const tokenFile = tokenFileOf(file);
  if (!existsSync(tokenFile)) return undefined;
  try {
    return readFileSync(tokenFile, 'utf8').split(' ').map(Number);
  } catch {
    return [];
  }
}

function keepTokens(file: string, tokens: readonly number[]): void {
  const tokenFile = tokenFileOf(file);
  writeFileSync(`${tokenFile}.partial`, tokens.join(' '));
  publish(`${tokenFile}.partial`, tokenFile);
}

/** Returns whether a till has been opened here before. */
export const wasOpenedHere = (file: string): boolean => existsSync(tokenFileOf(file));

/** Returns whether another file was opened here last, whose log may lie beside this one. */
export function isReplaced(file: string): boolean {
  const fileTokens = keptTokens(file);
  if (fileTokens === undefined) return false;
  const start = readStart(file, tokenOffset + 4);
  return start.length < tokenOffset + 4 || !fileTokens.includes(start.readUInt32BE(tokenOffset));
}

/**
 * Returns whether the database is the original. One that is opened for the first time, where none
 * was before, is: there is nothing that it could be a copy of.
 */
export function isOriginal(db: Store): boolean {
  const token = tokenOf(db);
  if (token === copyToken) return false;
  const identity = readFileIdentity(db);
  const fileTokens = keptTokens(db.name);
  if (identity === '' && fileTokens === undefined) return true;
  return identity === placeOf(db.name) && fileTokens?.includes(token) === true;
}

const tokenOf = (db: Store): number => Number(db.pragma('application_id', { simple: true }));

/**
 * Makes this file the one that lives here, with a new token, so that every copy made before is
 * noticed when it is put back. The log is emptied before and after, so that the token in the file's
 * first page is the one in force. Wherever this is cut short, the kept tokens include the one in
 * the first page: the next opening takes the file for a copy at worst.
 * @throws SQLITE_BUSY if another program reads the database; what was opened lives here all the
 * same.
 */
export function renewIdentity(db: Store): void {
  const current = tokenOf(db);
  const fileTokens = keptTokens(db.name);
  // A copy that took the original's place has a log of its own from now on, which must not be taken
  // for another file's.
  if (fileTokens && !fileTokens.includes(current)) keepTokens(db.name, [...fileTokens, current]);
  emptyLog(db);
  const token = randomInt(1, 2 ** 31 - 1);
  keepTokens(db.name, [current, token]);
  inTransaction(db, () => {
    db.pragma(`application_id = ${token}`);
    writeFileIdentity(db, placeOf(db.name));
  });
  emptyLog(db);
  keepTokens(db.name, [token]);
}

/**
 * Moves the content of the write-ahead log into the file.
 * @throws SQLITE_BUSY if another program reads the database: the lock keeps out only tills.
 */
export function emptyLog(db: Store): void {
  if (db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) !== 0) {
    throw new Database.SqliteError(`the write-ahead log of ${db.name} is in use`, 'SQLITE_BUSY');
  }
}

/** Forgets the identity, for a database that takes the place of one that is gone. */
export const forgetIdentity = (file: string): void => rmSync(tokenFileOf(file), { force: true });

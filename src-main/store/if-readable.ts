// Reading what damage may have made unreadable.
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { isBadSector } from './durable-files.ts';

/** Errors of a full disk, about SQLite's other files: these are no damage, and pass. */
const noRoom = /^SQLITE_(FULL|CANTOPEN|IOERR_SHM|IOERR_WRITE)/;

/** Returns undefined if the damage is in the way. @throws on a full disk, and on bugs. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const isOfSqlite = error instanceof Database.SqliteError && !noRoom.test(error.code);
    if (!isOfSqlite && !v.isValiError(error) && !isBadSector(error)) throw error;
    return undefined;
  }
}

// Reading what damage may have made unreadable.
import Database from 'better-sqlite3';
import * as v from 'valibot';

/** Errors of a full disk, about SQLite's other files: these are no damage, and pass. */
const noRoom = /^SQLITE_(FULL|CANTOPEN|IOERR_SHM|IOERR_WRITE)/;

/** Returns undefined if the damage is in the way. @throws on a full disk, and on bugs. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    const isUnreadable = error instanceof Database.SqliteError && !noRoom.test(error.code);
    if (!isUnreadable && !v.isValiError(error)) throw error;
    return undefined;
  }
}

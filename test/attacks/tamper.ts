// Somebody else's program that writes to a till's file.
import Database from 'better-sqlite3';

/** As somebody with another program does who can write the till's file, and does it well. */
export function tamper(file: string, sql: string): void {
  const db = new Database(file);
  try {
    db.exec(sql);
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

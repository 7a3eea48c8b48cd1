// Another program that writes to a till's file.
import Database from 'better-sqlite3';

/** Changes the file as somebody does who may write it and knows how to. */
export function tamper(file: string, sql: string): void {
  const db = new Database(file);
  try {
    db.exec(sql);
    db.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    db.close();
  }
}

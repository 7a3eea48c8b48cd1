// How many sales are in each state, counted as they change, so that the status line costs the same
// with ten sales waiting as with a hundred thousand. The counts are SQLite's own temporary table:
// in memory, of one connection, and rolled back with the transaction that changed them.
import type Database from 'better-sqlite3';
import { saleStates } from '../contract/outbox-states.ts';

export function keepCounts(db: Database.Database): void {
  db.pragma('temp_store = MEMORY');
  db.exec(
    `CREATE TEMP TABLE sale_count (
       state TEXT PRIMARY KEY,
       sales INTEGER NOT NULL CHECK (sales >= 0)
     ) STRICT, WITHOUT ROWID;
     CREATE TEMP TRIGGER sale_counted AFTER INSERT ON main.sale BEGIN
       UPDATE sale_count SET sales = sales + 1 WHERE state = NEW.state;
     END;
     CREATE TEMP TRIGGER sale_recounted AFTER UPDATE OF state ON main.sale WHEN OLD.state <> NEW.state BEGIN
       UPDATE sale_count SET sales = sales - 1 WHERE state = OLD.state;
       UPDATE sale_count SET sales = sales + 1 WHERE state = NEW.state;
     END;`,
  );
  db.prepare(
    `INSERT INTO sale_count (state, sales)
     SELECT value, (SELECT count(*) FROM sale WHERE state = value) FROM json_each(?)`,
  ).run(JSON.stringify(saleStates));
}

// How many sales are in each state, counted as they change, so that the status line costs the same
// with ten sales waiting as with a hundred thousand. The counts are in a temporary table of SQLite:
// in memory, of one connection, and rolled back with the transaction that changed them.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { saleStates } from '../contract/outbox-states.ts';
import { prepared } from './prepared.ts';

const everySale = '9223372036854775807';
const noSale = '-9223372036854775808';

/**
 * Counts everything that is not confirmed. An old till has a million confirmed sales, which are
 * counted only when they are asked for: up to `counted_to`, and no trigger counts those beyond it
 * either.
 */
export function keepCounts(db: Database.Database): void {
  db.pragma('temp_store = MEMORY');
  db.exec(
    `CREATE TEMP TABLE sale_count (
       state TEXT PRIMARY KEY,
       sales INTEGER NOT NULL CHECK (sales >= 0),
       -- The number of the last sale that is counted.
       counted_to INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TEMP TRIGGER sale_counted AFTER INSERT ON main.sale BEGIN
       UPDATE sale_count SET sales = sales + 1 WHERE state = NEW.state AND NEW.sale_id <= counted_to;
     END;
     CREATE TEMP TRIGGER sale_recounted AFTER UPDATE OF state ON main.sale WHEN OLD.state <> NEW.state BEGIN
       UPDATE sale_count SET sales = sales - 1 WHERE state = OLD.state AND OLD.sale_id <= counted_to;
       UPDATE sale_count SET sales = sales + 1 WHERE state = NEW.state AND NEW.sale_id <= counted_to;
     END;`,
  );
  db.prepare(
    `INSERT INTO sale_count (state, sales, counted_to)
     SELECT value, iif(value = 'confirmed', 0, (SELECT count(*) FROM sale WHERE state = value)),
       iif(value = 'confirmed', ${noSale}, ${everySale}) FROM json_each(?)`,
  ).run(JSON.stringify(saleStates));
}

/** Ends the counting while a million sales are written. */
export function dropCounts(db: Database.Database): void {
  db.exec(
    `DROP TRIGGER temp.sale_counted; DROP TRIGGER temp.sale_recounted; DROP TABLE temp.sale_count`,
  );
}

/** How many sales a turn counts: it takes a few milliseconds. */
const salesATurn = 20_000;

/** Counts the confirmed sales while nobody waits. Ends early if the file is closed. */
export async function countConfirmedInTurns(
  db: Database.Database,
  atATime = salesATurn,
): Promise<void> {
  while (db.open && !countMore(db, atATime)) await nextTurn();
}

/** Counts the confirmed sales in one turn, unless they were counted before. */
export function countConfirmed(db: Database.Database): void {
  countMore(db, Number.MAX_SAFE_INTEGER);
}

/** Counts on and returns whether all are counted now. Writes nothing to the file. */
function countMore(db: Database.Database, limit: number): boolean {
  // Counting what is counted would cost more than a look: it is asked for with every change.
  const isCounted = `SELECT counted_to = ${everySale} FROM sale_count WHERE state = 'confirmed'`;
  if (prepared(db, isCounted).pluck().get() === 1) return true;
  const { changes } = prepared(
    db,
    `UPDATE sale_count SET sales = sales + more.found,
       counted_to = iif(more.found < @limit, ${everySale}, more.last)
     FROM (SELECT count(*) AS found, max(sale_id) AS last FROM
       (SELECT sale_id FROM sale WHERE state = 'confirmed' AND sale_id >
          (SELECT counted_to FROM sale_count WHERE state = 'confirmed')
        ORDER BY sale_id LIMIT @limit)) AS more
     WHERE state = 'confirmed' AND counted_to < ${everySale}`,
  ).run({ limit });
  return changes === 0;
}

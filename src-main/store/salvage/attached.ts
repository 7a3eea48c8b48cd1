// A source beside the new file in one connection, so that SQLite itself copies rows that follow one
// another: one by one they take several times as long.
import Database from 'better-sqlite3';
import { ifReadable } from '../if-readable.ts';
import type { Store } from '../open.ts';
import { columnsOf } from './inserts.ts';
import { knownRows, type KnownRows } from './known-rows.ts';
import type { HistoryTable, Rows } from './stretches.ts';

/** Damage that was met in an attached source: SQLite allows the transaction nothing more. */
export class TransactionLost extends Error {}

/**
 * Attaches the source while it is brought over in one transaction. It stays open by itself
 * meanwhile, which keeps SQLite from writing its log into it when it is let go. `bring` gets the
 * rows that both have; undefined if the source cannot be attached.
 */
export function withAttached(
  db: Store,
  source: Store | undefined,
  bring: (known: KnownRows | undefined) => void,
): void {
  const isAttached =
    ifReadable(() => source && db.prepare('ATTACH ? AS source').run(source.name)) !== undefined;
  try {
    // Outside the transaction, where damage ends no more than the search.
    const known = isAttached ? knownRows(db) : undefined;
    // A transaction that is for writing from its beginning would lock the source for it as well.
    db.transaction(() => bring(known))();
  } finally {
    if (isAttached) db.exec('DETACH source');
  }
}

/** What keeps rows from being copied together, and not from being brought over one by one. */
const ofRows = /^SQLITE_(ERROR|CONSTRAINT|MISMATCH)/;

function ifPossible<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    if (!ofRows.test(error.code)) throw new TransactionLost(error.code, { cause: error });
    return undefined;
  }
}

/**
 * Returns what copies rows with their numbers and the values that the source has. That returns
 * false if they can only be brought over one by one.
 */
export function copier(
  db: Store,
  table: 'sale' | HistoryTable,
  isAttached: boolean,
): (rows: Rows) => boolean {
  const columns = columnsOf(table);
  const [id = ''] = columns;
  const all = columns.join(', ');
  const copy = isAttached
    ? ifPossible(() =>
        // The limit keeps it from reading on, where there may be damage.
        db.prepare(
          `INSERT INTO main.${table} (${all}) SELECT ${all} FROM source.${table} NOT INDEXED
           WHERE ${id} BETWEEN @from AND @from + @count - 1 ORDER BY ${id} LIMIT @count`,
        ),
      )
    : undefined;
  return ({ from, count }) => {
    const copied = ifPossible(() => copy?.run({ from, count }).changes);
    // These very rows were read one by one a moment ago.
    if (copied !== undefined && copied !== count) throw new TransactionLost('rows are missing');
    return copied === count;
  };
}

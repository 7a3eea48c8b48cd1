// A source beside the new file in one connection, so that SQLite itself copies rows that follow one
// another: one by one they take several times as long.
import Database from 'better-sqlite3';
import { ifReadable } from '../if-readable.ts';
import type { Store } from '../open.ts';
import { knownRows, type KnownRows } from './known-rows.ts';

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
    db.transaction(() => {
      bring(known);
    })();
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

interface Copying<Row> {
  readonly table: 'sale' | 'sale_step' | 'former_sale';
  readonly id: string;
  readonly columns: readonly string[];
  readonly isAttached: boolean;
  /** Called for each row of a stretch that was copied. */
  readonly copied: (row: Row) => void;
  /** Brings over a row by itself. */
  readonly bring: (row: Row) => void;
}

const longestStretch = 1_000;

/** Brings over rows in their order, in stretches as long as can be. Flush it at the end. */
export class Stretches<Row> {
  readonly #copying: Copying<Row>;
  readonly #copy: ((from: number, count: number) => number) | undefined;
  #from = 0;
  #rows: Row[] = [];

  constructor(db: Store, copying: Copying<Row>) {
    const { table, id, isAttached } = copying;
    const columns = [id, ...copying.columns].join(', ');
    this.#copying = copying;
    const copy = isAttached
      ? ifPossible(() =>
          // The limit keeps it from reading on, where there may be damage.
          db.prepare(
            `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM source.${table} NOT INDEXED
             WHERE ${id} BETWEEN @from AND @from + @count - 1 ORDER BY ${id} LIMIT @count`,
          ),
        )
      : undefined;
    this.#copy = copy && ((from, count) => copy.run({ from, count }).changes);
  }

  /** `isAsStored`: the new file gets the row with the number and the values that the source has. */
  add(id: number, row: Row, isAsStored: boolean): void {
    const isNext = id === this.#from + this.#rows.length;
    if (!isNext || !isAsStored || this.#rows.length === longestStretch) this.flush();
    if (!isAsStored || !this.#copy) {
      this.#copying.bring(row);
      return;
    }
    if (this.#rows.length === 0) this.#from = id;
    this.#rows.push(row);
  }

  flush(): void {
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0) return;
    const done = this.#isCopied(rows.length) ? this.#copying.copied : this.#copying.bring;
    for (const row of rows) done(row);
  }

  #isCopied(count: number): boolean {
    const copied = ifPossible(() => this.#copy?.(this.#from, count));
    // These very rows were read one by one a moment ago.
    if (copied !== undefined && copied !== count) throw new TransactionLost('rows are missing');
    return copied === count;
  }
}

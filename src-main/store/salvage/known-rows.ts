// Finds the rows of a source that a better one has brought over already: nearly all of a backup's,
// which need not be read again one by one.
import { ifReadable } from '../if-readable.ts';
import type { Store } from '../open.ts';
import { isTable } from './damaged-rows.ts';

interface Rows {
  readonly table: 'sale' | 'sale_step';
  /** The number of a row, and the columns by which it is the same. */
  readonly columns: readonly [string, ...string[]];
}

/** Returns the numbers of the rows that both have, in one pass over both. */
export function knownRows(db: Store, source: Store, { table, columns }: Rows): ReadonlySet<number> {
  const known = new Set<number>();
  if (db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined) return known;
  if (!isTable(source, table)) return known;
  const select = `SELECT ${columns.join()} FROM ${table} NOT INDEXED ORDER BY ${columns[0]}`;
  const here = db.prepare(select).raw().iterate() as IterableIterator<readonly unknown[]>;
  try {
    ifReadable(() => {
      let mine = here.next();
      for (const row of source.prepare(select).raw().iterate() as Iterable<readonly unknown[]>) {
        while (mine.done !== true && Number(mine.value[0]) < Number(row[0])) mine = here.next();
        if (mine.done === true) return;
        const { value } = mine;
        if (row.every((column, index) => column === value[index])) known.add(Number(row[0]));
      }
    });
  } finally {
    here.return?.();
  }
  return known;
}

// Finds the rows of a source that a better one has brought over already: nearly all of a backup's,
// which need not be read again one by one.
import { ifReadable } from '../if-readable.ts';
import type { Store } from '../open.ts';

/** By their numbers. */
export interface KnownRows {
  readonly sale: ReadonlySet<number>;
  readonly sale_step: ReadonlySet<number>;
}

/** Finds the rows that the attached source and the new file both have. */
export const knownRows = (db: Store): KnownRows => ({
  sale: sameRows(db, 'sale', 'sale_id', ['reference', 'attempts', 'high_water_mark']),
  sale_step: sameRows(db, 'sale_step', 'step_id', ['sale_id', 'at_ms', 'event']),
});

/** Compares the columns of rows with the same number. */
function sameRows(
  db: Store,
  table: keyof KnownRows,
  id: string,
  columns: readonly string[],
): ReadonlySet<number> {
  const known = new Set<number>();
  const isSame = columns.map((column) => `here.${column} IS there.${column}`).join(' AND ');
  ifReadable(() => {
    if (db.prepare(`SELECT 1 FROM main.${table} LIMIT 1`).get() === undefined) return;
    const select = db.prepare<[], number>(
      `SELECT here.${id} FROM source.${table} AS there NOT INDEXED
       CROSS JOIN main.${table} AS here ON here.${id} = there.${id} WHERE ${isSame}`,
    );
    for (const number of select.pluck().iterate()) known.add(number);
  });
  return known;
}

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

/** Whole parts are the rule: numbers are asked for only where rows of one differ. */
const partLength = 1_000;

/** Compares the columns of rows with the same number. */
function sameRows(
  db: Store,
  table: keyof KnownRows,
  id: string,
  columns: readonly string[],
): ReadonlySet<number> {
  const known = new Set<number>();
  const isSame = columns.map((column) => `here.${column} IS there.${column}`).join(' AND ');
  const from = `FROM source.${table} AS there NOT INDEXED
    CROSS JOIN main.${table} AS here ON here.${id} = there.${id}
    WHERE there.${id} BETWEEN ? AND ? AND ${isSame}`;
  ifReadable(() => {
    const last = Number(db.prepare(`SELECT max(${id}) FROM main.${table}`).pluck().get() ?? 0);
    const count = db.prepare<[number, number], number>(`SELECT count(*) ${from}`).pluck();
    const select = db.prepare<[number, number], number>(`SELECT here.${id} ${from}`).pluck();
    for (let first = 1; first <= last; first += partLength) {
      const end = first + partLength - 1;
      const isWhole = ifReadable(() => count.get(first, end)) === partLength;
      if (isWhole) for (let number = first; number <= end; number += 1) known.add(number);
      else for (const number of select.iterate(first, end)) known.add(number);
    }
  });
  return known;
}

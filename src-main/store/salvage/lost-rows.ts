// Finds rows of the days that no reading of a damaged file returned. Rows are numbered from 1 on
// without gaps, so a number without a row is a lost row, and is named.
import type { DaysRestored, LostKind } from '../../contract/exceptions.ts';
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { ifReadable } from '../if-readable.ts';
import { isTable, mostRows } from './damaged-rows.ts';

const tables = [
  { what: 'sale', table: 'sale', id: 'sale_id' },
  { what: 'cash_movement', table: 'cash_movement', id: 'movement_id' },
  { what: 'count', table: 'drawer_count', id: 'count_id' },
  { what: 'z_report', table: 'z_report', id: 'z_id' },
] as const satisfies readonly { what: LostKind; table: string; id: string }[];

/** How many lost rows of each kind are named: as many as a person looks through. */
const mostNamed = 50;

/** The last number that any reading has for each table. */
export class LastRows {
  readonly #last = new Map<string, number>();

  look(source: Store): void {
    for (const { table } of tables) {
      if (!isTable(source, table)) continue;
      const row = ifReadable(() => source.prepare(`SELECT max(rowid) FROM ${table}`).pluck().get());
      const last = Number(row ?? 0);
      // A higher number is made up by the damage.
      if (last <= mostRows) this.#last.set(table, Math.max(last, this.#last.get(table) ?? 0));
    }
  }

  /** Returns the lost rows. `madeUp` are the days whose own rows are gone. */
  lost(db: Store, madeUp: Iterable<number>): DaysRestored['lost'] {
    const rows = tables.flatMap(({ what, table, id }) =>
      this.#missing(db, table, id).map((number) => ({ what, number })),
    );
    return [...[...madeUp].map((number) => ({ what: 'day', number }) as const), ...rows];
  }

  #missing(db: Store, table: string, id: string): readonly number[] {
    return prepared(
      db,
      `WITH RECURSIVE number (value) AS (
         SELECT 1 WHERE @last > 0 UNION ALL SELECT value + 1 FROM number WHERE value < @last)
       SELECT value FROM number WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${id} = value)
       LIMIT ${mostNamed}`,
    )
      .pluck()
      .all({ last: this.#last.get(table) ?? 0 })
      .map(Number);
  }
}

import { vi } from 'vitest';
import type { Store } from '../../../src-main/store/open.ts';

/** Values for the parameters with names that the tested queries have. */
const byName = { limit: 1, from: 0, until: 1, shiftId: 1, openStates: '[]' };

/** Returns the steps of SQLite's plan for each query that `ask` makes first on this file. */
export function plansOf(db: Store, ask: () => void): readonly string[] {
  const prepare = vi.spyOn(db, 'prepare');
  ask();
  const askedSql = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  return askedSql.flatMap((sql) => {
    const byPlace = (sql.match(/\?/g) ?? []).map(() => 1);
    return db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...byPlace, byName)
      .map(({ detail }) => detail);
  });
}

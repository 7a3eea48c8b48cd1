// Each opening of the drawer: who, why, and how it ended.
import * as v from 'valibot';
import { openingOutcomes, type DrawerOpening } from '../contract/print-jobs.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const openingRow = v.object({
  openingId: integer,
  atMs: integer,
  openedBy: v.string(),
  reason: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  outcome: v.picklist(openingOutcomes),
});

const columns = `opening_id AS openingId, at_ms AS atMs, opened_by AS openedBy, reason, reference,
  coalesce(outcome, 'unknown') AS outcome`;

/** Noted before the drawer opens. Undefined where the sale has opened it before. */
export function noteOpening(
  db: Store,
  opening: Pick<DrawerOpening, 'atMs' | 'openedBy' | 'reason' | 'reference'>,
): DrawerOpening | undefined {
  const row = prepared(
    db,
    `INSERT INTO drawer_opening (at_ms, opened_by, reason, reference)
     VALUES (@atMs, @openedBy, @reason, @reference) ON CONFLICT DO NOTHING RETURNING ${columns}`,
  ).get(opening);
  return row === undefined ? undefined : v.parse(openingRow, row);
}

export function noteOutcome(
  db: Store,
  openingId: number,
  outcome: Exclude<DrawerOpening['outcome'], 'unknown'>,
): void {
  prepared(db, 'UPDATE drawer_opening SET outcome = ? WHERE opening_id = ?').run(
    outcome,
    openingId,
  );
}

/** Newest first. */
export function readOpenings(db: Store, limit: number): readonly DrawerOpening[] {
  return prepared(db, `SELECT ${columns} FROM drawer_opening ORDER BY opening_id DESC LIMIT ?`)
    .all(limit)
    .map((row) => v.parse(openingRow, row));
}

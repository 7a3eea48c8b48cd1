// Each opening of the drawer: who opened it, who approved it, why, and how it ended.
import { drawerOpeningSchema, type DrawerOpening } from '../contract/drawer.ts';
import type { Store } from './open.ts';
import { prepared, readRow, readRows } from './prepared.ts';
import { rowsOf, type Which } from './which-rows.ts';

const columns = `opening_id AS openingId, at_ms AS atMs, opened_by AS openedBy, approved_by AS approvedBy, reason,
  reference, coalesce(outcome, 'unknown') AS outcome`;

type NewOpening = Pick<DrawerOpening, 'atMs' | 'openedBy' | 'reason' | 'reference'> &
  Partial<Pick<DrawerOpening, 'approvedBy'>>;

/** Notes an opening before the drawer opens. Undefined if the sale has opened it before. */
export const noteOpening = (db: Store, opening: NewOpening): DrawerOpening | undefined =>
  readRow(
    db,
    drawerOpeningSchema,
    `INSERT INTO drawer_opening (at_ms, opened_by, approved_by, reason, reference)
     VALUES (@atMs, @openedBy, @approvedBy, @reason, @reference)
     ON CONFLICT DO NOTHING RETURNING ${columns}`,
    { approvedBy: null, ...opening },
  );

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

export function readOpeningsWithoutSale(db: Store, which: Which): readonly DrawerOpening[] {
  const { where, bounds } = rowsOf(which, 'openingId');
  return readRows(
    db,
    drawerOpeningSchema,
    `SELECT ${columns} FROM drawer_opening WHERE reference IS NULL AND ${where}`,
    bounds,
  );
}

/** Returns the openings, newest first. */
export const readOpenings = (db: Store, limit: number): readonly DrawerOpening[] =>
  readRows(
    db,
    drawerOpeningSchema,
    `SELECT ${columns} FROM drawer_opening ORDER BY opening_id DESC LIMIT ?`,
    limit,
  );

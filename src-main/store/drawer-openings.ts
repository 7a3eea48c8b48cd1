// Each opening of the drawer: who, who approved it, why, and how it ended.
import * as v from 'valibot';
import { doneBySchema, type DoneBy } from '../contract/lock.ts';
import { openingOutcomes, type DrawerOpening } from '../contract/print-jobs.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());

/**
 * The column holds a name alone or, with whoever approved it, JSON: so that nothing else has to know of it. A name that could
 * be taken for JSON is written as JSON too.
 */
const openedByColumn = v.union([
  v.pipe(v.string(), v.startsWith('{'), v.parseJson(), doneBySchema),
  v.pipe(
    v.string(),
    v.transform((name): DoneBy => ({ name })),
  ),
]);
const columnOf = ({ name, approvedBy }: DoneBy): string =>
  approvedBy === undefined && !name.startsWith('{')
    ? name
    : JSON.stringify({ name, ...(approvedBy !== undefined && { approvedBy }) });

const openingRow = v.object({
  openingId: integer,
  atMs: integer,
  openedBy: openedByColumn,
  reason: v.nullable(v.string()),
  reference: v.nullable(v.string()),
  outcome: v.picklist(openingOutcomes),
});

const columns = `opening_id AS openingId, at_ms AS atMs, opened_by AS openedBy, reason, reference,
  coalesce(outcome, 'unknown') AS outcome`;

function parseOpening(row: unknown): DrawerOpening {
  const { openedBy, ...opening } = v.parse(openingRow, row);
  return { ...opening, openedBy: openedBy.name, approvedBy: openedBy.approvedBy ?? null };
}

type NewOpening = Pick<DrawerOpening, 'atMs' | 'openedBy' | 'reason' | 'reference'> &
  Partial<Pick<DrawerOpening, 'approvedBy'>>;

/** Noted before the drawer opens. Undefined where the sale has opened it before. */
export function noteOpening(
  db: Store,
  { openedBy, approvedBy = null, ...opening }: NewOpening,
): DrawerOpening | undefined {
  const row = prepared(
    db,
    `INSERT INTO drawer_opening (at_ms, opened_by, reason, reference)
     VALUES (@atMs, @openedBy, @reason, @reference) ON CONFLICT DO NOTHING RETURNING ${columns}`,
  ).get({
    ...opening,
    openedBy: columnOf({ name: openedBy, ...(approvedBy !== null && { approvedBy }) }),
  });
  return row === undefined ? undefined : parseOpening(row);
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
    .map(parseOpening);
}

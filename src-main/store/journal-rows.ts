// The rows that the journal chains, in their first form, which never changes.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

/** The tables, in the order in which a turn takes them. */
export const chainedKinds = [
  'shift',
  'decision',
  'sale',
  'former_sale',
  'sale_step',
  'drawer_opening',
  'recovery',
  'cash_movement',
  'drawer_count',
  'z_report',
  'z_addendum',
] as const;
export type ChainedKind = (typeof chainedKinds)[number];

const ids: Readonly<Record<ChainedKind, string>> = {
  shift: 'shift_id',
  decision: 'decision_id',
  sale: 'sale_id',
  former_sale: 'former_sale_id',
  sale_step: 'step_id',
  drawer_opening: 'opening_id',
  recovery: 'recovery_id',
  cash_movement: 'movement_id',
  drawer_count: 'count_id',
  z_report: 'z_id',
  z_addendum: 'addendum_id',
};

/**
 * The columns that a row is chained by. A correction replaces what a sale's row says was sold, and
 * keeps the former body: so a sale counts with its first body, and each former one names what took
 * its place, and whether that is paid in cash. How an opening of the drawer ended, and when a day
 * did, is known only later and not chained; the day's Z report is.
 */
const columns: Readonly<Record<ChainedKind, string>> = {
  shift: `SELECT shift_id, date, opened_at_ms, opened_by, float_cents, float_count, left_before_cents,
      approved_by, marks FROM shift AS row`,
  decision: `SELECT decision_id, at_ms, done_by, approved_by, what FROM decision AS row`,
  sale: `SELECT row.sale_id, row.reference, row.cart_id, row.committed_at_ms,
      lower(hex(coalesce(first.body_sha256, row.body_sha256))),
      coalesce(first.total_cents, row.total_cents), coalesce(first.content, row.content), row.exceptions,
      row.shift_id, row.cash_cents,
      iif(first.sale_id IS NULL, row.corrected_in_cash, first.corrected_in_cash)
    FROM sale AS row LEFT JOIN former_sale AS first ON first.former_sale_id =
      (SELECT min(former_sale_id) FROM former_sale WHERE former_sale.sale_id = row.sale_id)`,
  former_sale: `SELECT row.former_sale_id, sale.reference, row.replaced_at_ms,
      lower(hex(row.body_sha256)), row.total_cents, row.content,
      lower(hex(coalesce(next.body_sha256, sale.body_sha256))),
      coalesce(next.total_cents, sale.total_cents), coalesce(next.content, sale.content),
      iif(next.sale_id IS NULL, sale.corrected_in_cash, next.corrected_in_cash)
    FROM former_sale AS row JOIN sale USING (sale_id)
    LEFT JOIN former_sale AS next ON next.former_sale_id =
      (SELECT min(former_sale_id) FROM former_sale AS later
       WHERE later.sale_id = row.sale_id AND later.former_sale_id > row.former_sale_id)`,
  sale_step: `SELECT row.step_id, sale.reference, row.at_ms, row.event, row.state, row.evidence
    FROM sale_step AS row JOIN sale USING (sale_id)`,
  drawer_opening: `SELECT opening_id, at_ms, opened_by, approved_by, reason, reference
    FROM drawer_opening AS row`,
  recovery: `SELECT recovery_id, at_ms, cashier_id, name, way, service_user FROM recovery AS row`,
  cash_movement: `SELECT movement_id, shift_id, at_ms, direction, amount_cents, reason, note, done_by,
      approved_by, reference, reverses FROM cash_movement AS row`,
  drawer_count: `SELECT count_id, shift_id, at_ms, purpose, counted_by, count, counted_cents,
      expected_cents FROM drawer_count AS row`,
  z_report: `SELECT z_id, shift_id, installation, number, lower(hex(hash)), snapshot
    FROM z_report AS row`,
  z_addendum: `SELECT addendum_id, z_id, at_ms, reference, state, doc_key, total_cents,
      service_total_cents FROM z_addendum AS row`,
};

export interface ChainedRow {
  readonly rowId: number;
  readonly columns: readonly (string | number | null)[];
}

const rawRow = v.pipe(
  v.tupleWithRest([v.number()], v.union([v.string(), v.number(), v.null()])),
  v.transform(([rowId, ...columns]): ChainedRow => ({ rowId, columns })),
);

/** Returns the rows after `afterId`, in their order. */
export const readRows = (
  db: Store,
  kind: ChainedKind,
  afterId: number,
  most: number,
): readonly ChainedRow[] =>
  prepared(db, `${columns[kind]} WHERE row.${ids[kind]} > ? ORDER BY row.${ids[kind]} LIMIT ?`)
    .raw()
    .all(afterId, most)
    .map((row) => v.parse(rawRow, row));

/** Returns undefined if there is no such row. */
export function readRow(db: Store, kind: ChainedKind, rowId: number): ChainedRow | undefined {
  const row = prepared(db, `${columns[kind]} WHERE row.${ids[kind]} = ?`).raw().get(rowId);
  return row === undefined ? undefined : v.parse(rawRow, row);
}

/** Returns 0 if none is chained. */
export const lastChained = (db: Store, kind: ChainedKind): number =>
  v.parse(
    v.number(),
    prepared(db, 'SELECT coalesce(max(row_id), 0) FROM journal WHERE kind = ?').pluck().get(kind),
  );

/** Returns the first row that has a number among the chained ones, but no entry. */
export function firstLeftOut(db: Store, kind: ChainedKind): number | undefined {
  const id = ids[kind];
  const found = prepared(
    db,
    `SELECT min(${id}) FROM ${kind} WHERE ${id} <= ? AND NOT EXISTS
       (SELECT 1 FROM journal WHERE journal.kind = ? AND journal.row_id = ${kind}.${id})`,
  )
    .pluck()
    .get(lastChained(db, kind), kind);
  return v.parse(v.nullable(v.number()), found) ?? undefined;
}

// What a person must have seen of a sale: that its document differs from what was sold, and that
// what was asked of it could not be done. Each stays until somebody ticks it off.
import * as v from 'valibot';
import { differenceSchema, type Difference } from '../contract/compare-document.ts';
import { notCarriedOutSchema, type NotCarriedOut, type SaleNotice } from '../contract/sales.ts';
import type { Store } from './open.ts';
import { inJson, prepared, readRows, readValue } from './prepared.ts';

function note(db: Store, reference: string, kind: SaleNotice['kind'], what: object, atMs: number) {
  prepared(
    db,
    `INSERT INTO sale_notice (sale_id, kind, at_ms, what)
     SELECT sale_id, @kind, @atMs, @what FROM sale WHERE reference = @reference
     ON CONFLICT (sale_id, kind) DO UPDATE SET at_ms = @atMs, what = @what, seen_at_ms = NULL,
       seen_by = NULL WHERE what <> @what`,
  ).run({ reference, kind, atMs, what: JSON.stringify(what) });
}

/** Notes in what the document of a sale differs from it. What no longer differs needs no notice. */
export function noteDifferences(
  db: Store,
  reference: string,
  differences: readonly Difference[],
  atMs: number,
): void {
  if (differences.length > 0) note(db, reference, 'differs', differences, atMs);
  else {
    prepared(
      db,
      `DELETE FROM sale_notice WHERE kind = 'differs'
         AND sale_id = (SELECT sale_id FROM sale WHERE reference = ?)`,
    ).run(reference);
  }
}

/** Notes that a cancellation or a correction came too late: the service holds the sale. */
export const noteNotCarriedOut = (
  db: Store,
  reference: string,
  request: NotCarriedOut,
  atMs: number,
): void => note(db, reference, 'not_carried_out', request, atMs);

const seenEntries = {
  atMs: v.number(),
  seenAtMs: v.nullable(v.number()),
  seenBy: v.nullable(v.string()),
};
const differencesColumn = inJson(v.array(differenceSchema));
const requestColumn = inJson(notCarriedOutSchema);
const noticeRow = v.pipe(
  v.variant('kind', [
    v.object({ ...seenEntries, kind: v.literal('differs'), what: differencesColumn }),
    v.object({ ...seenEntries, kind: v.literal('not_carried_out'), what: requestColumn }),
  ]),
  v.transform((row): SaleNotice => row),
);

export const readSaleNotices = (db: Store, reference: string): readonly SaleNotice[] =>
  readRows(
    db,
    noticeRow,
    `SELECT kind, at_ms AS atMs, seen_at_ms AS seenAtMs, seen_by AS seenBy, what
     FROM sale_notice WHERE sale_id = (SELECT sale_id FROM sale WHERE reference = ?)
     ORDER BY kind`,
    reference,
  );

const unseenRow = v.object({
  reference: v.string(),
  kind: v.picklist(['differs', 'not_carried_out']),
});

/** Returns what nobody has ticked off yet, oldest first. */
export const unseenNotices = (db: Store, limit: number) =>
  readRows(
    db,
    unseenRow,
    `SELECT reference, kind FROM sale_notice JOIN sale USING (sale_id)
     WHERE seen_at_ms IS NULL ORDER BY sale_notice.at_ms LIMIT ?`,
    limit,
  );

export const countUnseenNotices = (db: Store): number =>
  readValue(db, v.number(), 'SELECT count(*) FROM sale_notice WHERE seen_at_ms IS NULL');

export function tickOffNotices(db: Store, reference: string, by: string, atMs: number): void {
  prepared(
    db,
    `UPDATE sale_notice SET seen_at_ms = ?, seen_by = ? WHERE seen_at_ms IS NULL
       AND sale_id = (SELECT sale_id FROM sale WHERE reference = ?)`,
  ).run(atMs, by, reference);
}

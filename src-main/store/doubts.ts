// Sales in doubt: which there are, and what a document that is found must match.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const doubtRow = v.object({ reference: v.string(), nature_code: v.string(), mark: integer });

export interface Doubt {
  readonly reference: string;
  readonly natureCode: string;
  /** The lowest of the highest document ids known before each attempt: what they created has a higher id. */
  readonly mark: number;
}

/** Oldest first. */
export function doubtfulReferences(db: Store): readonly string[] {
  return prepared(db, `SELECT reference FROM sale WHERE state = 'in_doubt' ORDER BY sale_id`)
    .pluck()
    .all()
    .map((reference) => v.parse(v.string(), reference));
}

/** @throws when there is no such sale, or when it was never attempted, so that nothing can be doubted. */
export function readDoubt(db: Store, reference: string): Doubt {
  const found = prepared(
    db,
    `SELECT reference, nature_code,
       (SELECT min(highest_document_id) FROM attempt WHERE attempt.sale_id = sale.sale_id) AS mark
     FROM sale WHERE reference = ?`,
  ).get(reference);
  const row = v.parse(doubtRow, found);
  return { reference: row.reference, natureCode: row.nature_code, mark: row.mark };
}

/** For the screen: when the sale in doubt will be looked up. */
export function noteNextLookUp(db: Store, reference: string, atMs: number): void {
  prepared(
    db,
    `UPDATE sale SET next_step_at_ms = ? WHERE reference = ? AND state = 'in_doubt'`,
  ).run(Math.round(atMs), reference);
}

/** The reference of the latest confirmed document: a search that does not find it is not working. */
export function latestConfirmedReference(db: Store): string | undefined {
  const reference = prepared(
    db,
    `SELECT reference FROM sale WHERE state = 'confirmed' ORDER BY sale_id DESC LIMIT 1`,
  )
    .pluck()
    .get();
  return v.parse(v.optional(v.string()), reference);
}

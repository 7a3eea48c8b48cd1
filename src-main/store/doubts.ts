// Sales in doubt: which there are, and what a document that is found must match.
import * as v from 'valibot';
import { centsSchema, type Cents } from '../contract/money.ts';
import {
  askedSchema,
  askedText,
  isSurelyListed,
  surelyListed,
  type Asked,
} from '../contract/new-document.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const doubtRow = v.object({
  reference: v.string(),
  asked: askedSchema,
  total_cents: centsSchema,
  corrected: v.pipe(integer, v.toBoolean()),
  mark: integer,
});

export interface Doubt {
  readonly reference: string;
  readonly asked: Asked;
  readonly totalCents: Cents;
  /** A document that is found may be of the body that was refused. */
  readonly corrected: boolean;
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
    `SELECT reference, asked, total_cents,
       mark,
       EXISTS (SELECT * FROM former_sale WHERE former_sale.sale_id = sale.sale_id) AS corrected
     FROM sale WHERE reference = ?`,
  ).get(reference);
  const row = v.parse(doubtRow, found);
  return {
    reference: row.reference,
    asked: row.asked,
    totalCents: row.total_cents,
    corrected: row.corrected,
    mark: row.mark,
  };
}

/** For the screen: when the sale in doubt will be looked up. */
export function noteNextLookUp(db: Store, reference: string, atMs: number): void {
  prepared(
    db,
    `UPDATE sale SET next_step_at_ms = ? WHERE reference = ? AND state = 'in_doubt'`,
  ).run(Math.round(atMs), reference);
}

const wellKnown = surelyListed.map((asked) => `'${askedText(asked)}'`).join(', ');

/**
 * The reference of the latest document that was confirmed (a person may confirm a sale that has none): a search that does not
 * find it is not working. For what the lists may not show it is one of the very same kind.
 */
export function latestConfirmedReference(db: Store, asked: Asked): string | undefined {
  const [ofTheKind, values] = isSurelyListed(asked)
    ? [`asked IN (${wellKnown})`, []]
    : // The index holds what is no sale at the counter.
      [`asked = ? AND asked <> 'FS'`, [askedText(asked)]];
  const reference = prepared(
    db,
    `SELECT reference FROM sale WHERE state = 'confirmed' AND document_id IS NOT NULL AND ${ofTheKind}
     ORDER BY sale_id DESC LIMIT 1`,
  )
    .pluck()
    .get(...values);
  return v.parse(v.optional(v.string()), reference);
}

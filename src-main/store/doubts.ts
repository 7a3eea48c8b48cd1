// Sales in doubt: which is to be looked up next, what was asked so far, and what a later answer must match.
import * as v from 'valibot';
import { centsSchema, type Cents } from '../contract/money.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const doubtRow = v.object({
  reference: v.string(),
  nature_code: v.string(),
  total_cents: centsSchema,
  attempt_ended_at_ms: integer,
  mark: integer,
  look_ups: integer,
});

export interface Doubt {
  readonly reference: string;
  readonly natureCode: string;
  readonly totalCents: Cents;
  /** When the last attempt ended. */
  readonly attemptEndedAtMs: number;
  /** The lowest of the highest document ids known before each attempt: what they created has a higher id. */
  readonly mark: number;
  /** Complete searches since the last attempt that found nothing. */
  readonly lookUps: number;
}

/** The sale in doubt whose look-up has been due for longest. */
export function dueDoubt(db: Store, nowMs: number): Doubt | undefined {
  const reference = prepared(
    db,
    `SELECT reference FROM sale WHERE state = 'in_doubt' AND next_step_at_ms <= ?
       ORDER BY next_step_at_ms LIMIT 1`,
  )
    .pluck()
    .get(nowMs);
  return reference === undefined ? undefined : readDoubt(db, v.parse(v.string(), reference));
}

/** Undefined when there is no such sale. @throws when it was never attempted, so that nothing can be doubted. */
export function readDoubt(db: Store, reference: string): Doubt | undefined {
  const found = prepared(
    db,
    `WITH last AS (
         SELECT max(ended_at_ms) AS ended_at_ms, min(highest_document_id) AS mark
         FROM attempt WHERE sale_id = (SELECT sale_id FROM sale WHERE reference = @reference)
       )
       SELECT reference, nature_code, total_cents, last.mark, last.ended_at_ms AS attempt_ended_at_ms,
         (SELECT count(*) FROM look_up WHERE look_up.sale_id = sale.sale_id
            AND look_up.at_ms >= last.ended_at_ms) AS look_ups
       FROM sale, last WHERE reference = @reference`,
  ).get({ reference });
  if (found === undefined) return undefined;
  const row = v.parse(doubtRow, found);
  return {
    reference: row.reference,
    natureCode: row.nature_code,
    totalCents: row.total_cents,
    attemptEndedAtMs: row.attempt_ended_at_ms,
    mark: row.mark,
    lookUps: row.look_ups,
  };
}

/** When the next look-up is due, or undefined when nothing is in doubt. */
export function nextDoubtAtMs(db: Store): number | undefined {
  const at = prepared(db, `SELECT min(next_step_at_ms) FROM sale WHERE state = 'in_doubt'`)
    .pluck()
    .get();
  return v.parse(v.nullable(integer), at) ?? undefined;
}

export function noteLookUp(db: Store, reference: string, nowMs: number): void {
  prepared(
    db,
    'INSERT INTO look_up (sale_id, at_ms) SELECT sale_id, ? FROM sale WHERE reference = ?',
  ).run(nowMs, reference);
}

export function postponeLookUp(db: Store, reference: string, untilMs: number): void {
  prepared(
    db,
    `UPDATE sale SET next_step_at_ms = ? WHERE reference = ? AND state = 'in_doubt'`,
  ).run(untilMs, reference);
}

/** "Try now": every look-up is due at once. The settling time still holds before anything is sent again. */
export function hastenLookUps(db: Store, nowMs: number): void {
  prepared(
    db,
    `UPDATE sale SET next_step_at_ms = ? WHERE state = 'in_doubt' AND next_step_at_ms > ?`,
  ).run(nowMs, nowMs);
}

/** The reference that was confirmed last: a search that does not find it is not working. */
export function latestConfirmedReference(db: Store): string | undefined {
  const reference = prepared(
    db,
    `SELECT reference FROM sale WHERE state = 'confirmed' ORDER BY sale_id DESC LIMIT 1`,
  )
    .pluck()
    .get();
  return v.parse(v.optional(v.string()), reference);
}

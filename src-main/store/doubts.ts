// Sales in doubt: which there are, what a found document must match, and which documents show that
// a look-up works.
import * as v from 'valibot';
import { centsSchema, type Cents } from '../contract/money.ts';
import {
  requestedKindSchema,
  requestedKindText,
  isSurelyListed,
  surelyListed,
  type RequestedKind,
} from '../contract/new-document.ts';
import {
  proofSchema,
  saleStateSchema,
  type Proof,
  type SaleState,
} from '../contract/outbox-states.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { documentsWith } from './sale-steps.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const idsColumn = v.pipe(v.string(), v.parseJson(), v.array(integer));
const doubtRow = v.object({
  reference: v.string(),
  state: saleStateSchema,
  requested_kind: requestedKindSchema,
  total_cents: centsSchema,
  corrected: v.pipe(integer, v.toBoolean()),
  high_water_mark: integer,
  known_id: integer,
  proof: proofSchema,
  failed_attempts: integer,
  attempted_at_ms: v.nullable(integer),
  documents: v.nullable(idsColumn),
  document_id: v.nullable(integer),
  service_total_cents: v.nullable(centsSchema),
  nothing_found: v.pipe(integer, v.toBoolean()),
});

/** A sale as it is looked for at the service. */
export interface SoughtSale {
  readonly reference: string;
  readonly state: SaleState;
  readonly requestedKind: RequestedKind;
  readonly totalCents: Cents;
  /**
   * Whether it was corrected: a document that is found may then be of the body that was replaced.
   */
  readonly corrected: boolean;
  /**
   * The newest document id known when it was committed: a document that was created for it has a
   * higher one.
   */
  readonly highWaterMark: number;
  /** The newest document id known at its last attempt. */
  readonly knownId: number;
  readonly proof: Proof;
  readonly failedAttempts: number;
  readonly attemptedAtMs: number;
  /** The documents that it is known to have. */
  readonly documentIds: readonly number[];
  readonly serviceTotalCents: Cents | null;
  /** Whether it is a conflict because the service does not show what it has named. */
  readonly isNothingFound: boolean;
}

const sought = `SELECT reference, state, requested_kind, total_cents, high_water_mark, known_id, proof, failed_attempts,
  attempted_at_ms, documents, document_id, service_total_cents,
  last_evidence ->> '$.kind' = 'missing' AS nothing_found,
  EXISTS (SELECT * FROM former_sale WHERE former_sale.sale_id = sale.sale_id) AS corrected FROM sale`;

function toSought(found: unknown): SoughtSale {
  const row = v.parse(doubtRow, found);
  const { reference, state, corrected, proof } = row;
  const own = row.document_id === null ? [] : [row.document_id];
  return {
    ...{ reference, state, corrected, proof },
    requestedKind: row.requested_kind,
    highWaterMark: row.high_water_mark,
    failedAttempts: row.failed_attempts,
    totalCents: row.total_cents,
    // A sale that an older file put in doubt has no attempt of its own.
    knownId: Math.max(row.known_id, row.high_water_mark),
    attemptedAtMs: row.attempted_at_ms ?? 0,
    documentIds: [...new Set([...own, ...(row.documents ?? [])])],
    serviceTotalCents: row.service_total_cents,
    isNothingFound: row.nothing_found,
  };
}

export function readSought(db: Store, reference: string): SoughtSale | undefined {
  const found = prepared(db, `${sought} WHERE reference = ?`).get(reference);
  return found === undefined ? undefined : toSought(found);
}

/** Every sale in doubt, oldest first. */
export const readDoubts = (db: Store): readonly SoughtSale[] =>
  prepared(db, `${sought} WHERE state = 'in_doubt' ORDER BY sale_id`).all().map(toSought);

/**
 * Returns an id that is lower than that of any document created for a sale that has not ended.
 * Undefined if all have ended.
 */
export function lowestHighWaterMark(db: Store): number | undefined {
  const lowest = prepared(
    db,
    `SELECT min(high_water_mark) FROM sale WHERE state IN ('queued', 'sending', 'in_doubt')`,
  )
    .pluck()
    .get();
  return v.parse(v.nullable(integer), lowest) ?? undefined;
}

/** Notes for the screen when the sale in doubt will be looked up. */
export function noteNextLookUp(db: Store, reference: string, atMs: number): void {
  prepared(
    db,
    `UPDATE sale SET next_step_at_ms = ? WHERE reference = ? AND state = 'in_doubt'`,
  ).run(Math.round(atMs), reference);
}

/**
 * Notes that the service has named or shown documents of the sale, so that the till never sends it
 * again by itself.
 */
export function noteShown(db: Store, reference: string, documentIds: readonly number[]): void {
  prepared(
    db,
    `UPDATE sale SET proof = 'never', documents = (${documentsWith('?')}) WHERE reference = ?`,
  ).run(JSON.stringify(documentIds), reference);
}

export interface ControlSale {
  readonly reference: string;
  readonly documentId: number;
  readonly confirmedAtMs: number;
}

const controlRow = v.object({ reference: v.string(), document_id: integer, at_ms: integer });
/** The kinds of document that the lists show, as a list in SQL. */
export const listedKinds = surelyListed
  .map((requestedKind) => `'${requestedKindText(requestedKind)}'`)
  .join(', ');

/** SQL for the place of a sale's last attempt among all attempts of the file. */
const lastClaim = (saleId: string): string =>
  `coalesce((SELECT max(step_id) FROM sale_step WHERE sale_step.sale_id = ${saleId}
    AND event = 'claimed'), 0)`;
const ofSought = lastClaim('(SELECT sale_id FROM sale WHERE reference = @reference)');

/**
 * Returns a confirmed sale that a look-up must find: the oldest one confirmed after the attempt, or
 * the last one before it. For a kind that the lists may not show, it is of the very same kind.
 * Controls that were missed for a day are passed over. A sale that was attempted earlier but found
 * only later has an id above the one known at the attempt, and still counts as before it.
 */
export function readControl(
  db: Store,
  requestedKind: RequestedKind,
  side: 'after' | 'before',
  knownId: number,
  passedOver: readonly string[],
  reference = '',
): ControlSale | undefined {
  const listed = isSurelyListed(requestedKind);
  const found = prepared(
    db,
    `SELECT reference, document_id,
       coalesce((SELECT at_ms FROM sale_step WHERE sale_step.sale_id = sale.sale_id
         ORDER BY step_id DESC LIMIT 1), 0) AS at_ms
     FROM sale WHERE state = 'confirmed' AND document_id IS NOT NULL
       AND document_id ${side === 'after' ? '>' : '<='} @knownId
       AND ${listed ? `requested_kind IN (${listedKinds})` : `requested_kind = @requestedKind`}
       AND reference NOT IN (SELECT value FROM json_each(@passedOver))
       ${side === 'after' ? `AND ${lastClaim('sale.sale_id')} >= ${ofSought}` : ''}
     ORDER BY document_id ${side === 'after' ? 'ASC' : 'DESC'} LIMIT 1`,
  ).get({
    knownId,
    passedOver: JSON.stringify(passedOver),
    ...(side === 'after' && { reference }),
    ...(!listed && { requestedKind: requestedKindText(requestedKind) }),
  });
  if (found === undefined) return undefined;
  const row = v.parse(controlRow, found);
  return { reference: row.reference, documentId: row.document_id, confirmedAtMs: row.at_ms };
}

const dayMs = 86_400_000;

/** Notes that a complete look-up has found or missed a control (a reference, or an id). */
export function noteControl(db: Store, control: string, isFound: boolean, nowMs: number): void {
  const sql = isFound
    ? 'DELETE FROM missed_control WHERE control = @control'
    : `INSERT INTO missed_control (control, since_ms) VALUES (@control, @nowMs)
       ON CONFLICT (control) DO UPDATE SET since_ms = min(since_ms, @nowMs)`;
  prepared(db, sql).run(isFound ? { control } : { control, nowMs });
}

export const isMissed = (db: Store, control: string): boolean =>
  prepared(db, 'SELECT 1 FROM missed_control WHERE control = ?').get(control) !== undefined;

/** Returns the controls that have been missed for a day. */
export const passedOver = (db: Store, nowMs: number): readonly string[] =>
  prepared(db, 'SELECT control FROM missed_control WHERE since_ms <= ?')
    .pluck()
    .all(nowMs - dayMs)
    .map((control) => v.parse(v.string(), control));

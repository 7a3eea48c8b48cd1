// Sales in doubt: which there are, what a found document must match, and which documents show that
// a look-up works.
import * as v from 'valibot';
import { localDay } from '../contract/calendar.ts';
import { differenceSchema, type AskedBody, type Difference } from '../contract/compare-document.ts';
import { customerSchema, buyerNumber } from '../contract/cart.ts';
import { centsSchema, type Cents } from '../contract/money.ts';
import {
  counterSale,
  isTotalKnown,
  particularsSchema,
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

const { kind, finalize, serieId, date, isTaxIncluded } = particularsSchema.entries;
const askedParticulars = v.object({ kind, finalize, serieId, date, isTaxIncluded });
const bodySchema = v.pipe(
  v.object({
    totalCents: centsSchema,
    // What cannot be read is not compared.
    particulars: v.fallback(v.nullable(askedParticulars), null),
    taxNumber: v.fallback(v.nullable(v.string()), null),
    customer: v.fallback(v.nullable(customerSchema), null),
    date: v.fallback(v.string(), ''),
    lineCount: v.nullable(integer),
    isReturn: v.pipe(integer, v.toBoolean()),
  }),
  v.transform(({ particulars, taxNumber, customer, ...asIs }): AskedBody => ({
    ...asIs,
    requestedKind: particulars
      ? { kind: particulars.kind, finalize: particulars.finalize }
      : counterSale,
    isTotalKnown: isTotalKnown(particulars),
    taxNumber: buyerNumber({ taxNumber, ...(customer && { customer }) }),
    partyId: customer?.partyId ?? null,
    isDated: particulars?.date !== undefined,
    serieId: particulars?.serieId ?? null,
  })),
);
/** SQL for what a row of `sale` or `former_sale` asks for. */
const bodySql = `json_object('totalCents', total_cents,
  'particulars', iif(json_valid(content), content -> '$.particulars', NULL),
  'taxNumber', iif(json_valid(content), content ->> '$.cart.taxNumber', NULL),
  'customer', iif(json_valid(content), content -> '$.cart.customer', NULL),
  'date', iif(json_valid(CAST(body AS TEXT)), CAST(body AS TEXT) ->> '$.document_date', NULL),
  'lineCount', iif(json_valid(content), json_array_length(content, '$.cart.lines'), NULL),
  'isReturn', iif(json_valid(content), content ->> '$.returned' IS NOT NULL, 0))`;

const doubtRow = v.object({
  reference: v.string(),
  state: saleStateSchema,
  requested_kind: requestedKindSchema,
  body: v.pipe(v.string(), v.parseJson(), bodySchema),
  former_bodies: v.pipe(v.string(), v.parseJson(), v.array(bodySchema)),
  // What is damaged of a notice must not hinder the sale.
  differences: v.fallback(
    v.nullable(v.pipe(v.string(), v.parseJson(), v.array(differenceSchema))),
    null,
  ),
  doc_key: v.nullable(v.string()),
  document_date: v.nullable(v.string()),
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
  readonly body: AskedBody;
  /** The kinds, totals and parties that corrections have replaced are still the sale's own. */
  readonly formerBodies: readonly AskedBody[];
  /** In what its document was seen to differ from it. */
  readonly differences: readonly Difference[];
  /** Its document, with key and date as they were seen last. */
  readonly documentId: number | null;
  readonly docKey: string | null;
  readonly documentDate: string | null;
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
  /**
   * Whether it is a conflict, or was cancelled, because the service does not show what it has
   * named.
   */
  readonly isNothingFound: boolean;
}

/**
 * SQL for whether what was found last of a sale is nothing, though the service had named a
 * document. A person who has cancelled it since has seen no document either.
 */
export const isNothingFoundSql = `(last_evidence ->> '$.kind' = 'missing' OR (sale.state = 'cancelled'
  AND coalesce((SELECT event FROM sale_step AS seen WHERE seen.sale_id = sale.sale_id AND event IN
    ('accepted', 'found', 'found_not_finalized', 'found_mismatch', 'found_second', 'missing')
    ORDER BY step_id DESC LIMIT 1), '') = 'missing'))`;

const readSoughtSql = `SELECT reference, state, requested_kind, high_water_mark, known_id, proof, failed_attempts,
  attempted_at_ms, documents, document_id, service_total_cents, doc_key,
  iif(json_valid(document), document ->> '$.date', NULL) AS document_date,
  ${isNothingFoundSql} AS nothing_found, ${bodySql} AS body,
  (SELECT what FROM sale_notice WHERE sale_notice.sale_id = sale.sale_id AND kind = 'differs') AS differences,
  (SELECT json_group_array(json(asked)) FROM (SELECT ${bodySql} AS asked FROM former_sale
     WHERE former_sale.sale_id = sale.sale_id
     ORDER BY former_sale_id DESC)) AS former_bodies FROM sale WHERE reference = ?`;

function toSought(foundRow: unknown): SoughtSale {
  const row = v.parse(doubtRow, foundRow);
  const { reference, state, proof } = row;
  const own = row.document_id === null ? [] : [row.document_id];
  return {
    ...{ reference, state, proof },
    requestedKind: row.requested_kind,
    body: { ...row.body, requestedKind: row.requested_kind },
    formerBodies: row.former_bodies,
    differences: row.differences ?? [],
    documentId: row.document_id,
    docKey: row.doc_key,
    documentDate: row.document_date,
    highWaterMark: row.high_water_mark,
    failedAttempts: row.failed_attempts,
    // A sale that an older file put in doubt has no attempt of its own.
    knownId: Math.max(row.known_id, row.high_water_mark),
    attemptedAtMs: row.attempted_at_ms ?? 0,
    documentIds: [...new Set([...own, ...(row.documents ?? [])])],
    serviceTotalCents: row.service_total_cents,
    isNothingFound: row.nothing_found,
  };
}

/**
 * Returns the last day on which the service may date the document of a sale: that of its last
 * attempt, or today if that is not known.
 */
export const lastDayOf = ({ attemptedAtMs }: SoughtSale, nowMs: number): string =>
  localDay(attemptedAtMs === 0 ? nowMs : attemptedAtMs);

export function readSought(db: Store, reference: string): SoughtSale | undefined {
  const row = prepared(db, readSoughtSql).get(reference);
  return row === undefined ? undefined : toSought(row);
}

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
}

const controlRow = v.object({ reference: v.string(), documentId: integer });
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
 * Returns a confirmed sale that a look-up must find (one whose document was lost since shows best
 * that lists are not to be believed): the oldest one confirmed after the attempt, or
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
  const row = prepared(
    db,
    `SELECT reference, document_id AS documentId FROM sale
     WHERE (+state = 'confirmed' OR (+state = 'conflict' AND last_evidence ->> '$.kind' = 'missing'))
       AND document_id IS NOT NULL
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
  return v.parse(v.optional(controlRow), row);
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

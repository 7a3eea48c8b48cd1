// Sales in doubt, what a found document must match, and which show that a look-up works.
import * as v from 'valibot';
import { localDay } from '../contract/calendar.ts';
import { differenceSchema, type AskedBody } from '../contract/compare-document.ts';
import { customerSchema, buyerNumber } from '../contract/cart.ts';
import { centsSchema } from '../contract/money.ts';
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
import { proofSchema, saleStateSchema } from '../contract/outbox-states.ts';
import type { Store } from './open.ts';
import { hasRow, inJson, integer, prepared, readRow, readValue, readValues } from './prepared.ts';
import { documentsWith } from './sale-steps.ts';

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

const soughtRow = v.pipe(
  v.object({
    reference: v.string(),
    state: saleStateSchema,
    requestedKind: requestedKindSchema,
    body: inJson(bodySchema),
    /** The kinds, totals and parties that corrections have replaced are still the sale's own. */
    formerBodies: inJson(v.array(bodySchema)),
    /** In what its document differs. A damaged notice must not hinder the sale. */
    differences: v.fallback(inJson(v.array(differenceSchema)), []),
    /** Its document, with key and date as they were seen last. */
    documentId: v.nullable(integer),
    docKey: v.nullable(v.string()),
    documentDate: v.nullable(v.string()),
    /** The newest document id known when it was committed: its own document's is higher. */
    highWaterMark: integer,
    /** The newest document id known at its last attempt, or when an older file put it in doubt. */
    knownId: integer,
    proof: proofSchema,
    failedAttempts: integer,
    attemptedAtMs: integer,
    /** The documents that it is known to have. */
    documentIds: inJson(v.array(integer)),
    serviceTotalCents: v.nullable(centsSchema),
    /** Whether it is a conflict or cancelled because the service lacks what it has named. */
    isNothingFound: v.pipe(integer, v.toBoolean()),
  }),
  v.transform(({ body, documentIds, ...row }) => {
    const own = row.documentId === null ? [] : [row.documentId];
    const ids: readonly number[] = [...new Set([...own, ...documentIds])];
    return { ...row, body: { ...body, requestedKind: row.requestedKind }, documentIds: ids };
  }),
);
export type SoughtSale = Readonly<v.InferOutput<typeof soughtRow>>;

/**
 * SQL for whether what was found last of a sale is nothing, though the service had named a
 * document. A person who has cancelled it since has seen no document either.
 */
export const isNothingFoundSql = `(last_evidence ->> '$.kind' = 'missing' OR (sale.state = 'cancelled'
  AND coalesce((SELECT event FROM sale_step AS seen WHERE seen.sale_id = sale.sale_id AND event IN
    ('accepted', 'found', 'found_not_finalized', 'found_mismatch', 'found_second', 'missing')
    ORDER BY step_id DESC LIMIT 1), '') = 'missing'))`;

const readSoughtSql = `SELECT reference, state, requested_kind AS requestedKind,
  high_water_mark AS highWaterMark, max(known_id, high_water_mark) AS knownId, proof,
  failed_attempts AS failedAttempts, coalesce(attempted_at_ms, 0) AS attemptedAtMs,
  coalesce(documents, '[]') AS documentIds, document_id AS documentId,
  service_total_cents AS serviceTotalCents, doc_key AS docKey,
  iif(json_valid(document), document ->> '$.date', NULL) AS documentDate,
  ${isNothingFoundSql} AS isNothingFound, ${bodySql} AS body,
  (SELECT what FROM sale_notice WHERE sale_notice.sale_id = sale.sale_id AND kind = 'differs') AS differences,
  (SELECT json_group_array(json(asked)) FROM (SELECT ${bodySql} AS asked FROM former_sale
     WHERE former_sale.sale_id = sale.sale_id
     ORDER BY former_sale_id DESC)) AS formerBodies FROM sale WHERE reference = ?`;

/**
 * Returns the last day on which the service may date the document of a sale: that of its last
 * attempt, or today if that is not known.
 */
export const lastDayOf = ({ attemptedAtMs }: SoughtSale, nowMs: number): string =>
  localDay(attemptedAtMs === 0 ? nowMs : attemptedAtMs);

export const readSought = (db: Store, reference: string): SoughtSale | undefined =>
  readRow(db, soughtRow, readSoughtSql, reference);

/** Returns an id lower than any document's of a sale that has not ended; undefined if all have. */
export const lowestHighWaterMark = (db: Store): number | undefined =>
  readValue(
    db,
    v.nullable(integer),
    `SELECT min(high_water_mark) FROM sale WHERE state IN ('queued', 'sending', 'in_doubt')`,
  ) ?? undefined;

/** Notes for the screen when the sale in doubt will be looked up. */
export function noteNextLookUp(db: Store, reference: string, atMs: number): void {
  prepared(
    db,
    `UPDATE sale SET next_step_at_ms = ? WHERE reference = ? AND state = 'in_doubt'`,
  ).run(Math.round(atMs), reference);
}

/** Notes documents of the sale that the service showed: it is never sent again by itself. */
export function noteShown(db: Store, reference: string, documentIds: readonly number[]): void {
  prepared(
    db,
    `UPDATE sale SET proof = 'never', documents = (${documentsWith('?')}) WHERE reference = ?`,
  ).run(JSON.stringify(documentIds), reference);
}

const controlRow = v.object({ reference: v.string(), documentId: integer });
export type ControlSale = v.InferOutput<typeof controlRow>;

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
  return readRow(
    db,
    controlRow,
    `SELECT reference, document_id AS documentId FROM sale
     WHERE (+state = 'confirmed' OR (+state = 'conflict' AND last_evidence ->> '$.kind' = 'missing'))
       AND document_id IS NOT NULL
       AND document_id ${side === 'after' ? '>' : '<='} @knownId
       AND ${listed ? `requested_kind IN (${listedKinds})` : `requested_kind = @requestedKind`}
       AND reference NOT IN (SELECT value FROM json_each(@passedOver))
       ${side === 'after' ? `AND ${lastClaim('sale.sale_id')} >= ${ofSought}` : ''}
     ORDER BY document_id ${side === 'after' ? 'ASC' : 'DESC'} LIMIT 1`,
    {
      knownId,
      passedOver: JSON.stringify(passedOver),
      ...(side === 'after' && { reference }),
      ...(!listed && { requestedKind: requestedKindText(requestedKind) }),
    },
  );
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
  hasRow(db, 'SELECT 1 FROM missed_control WHERE control = ?', control);

/** Returns the controls that have been missed for a day. */
export const passedOver = (db: Store, nowMs: number): readonly string[] =>
  readValues(
    db,
    v.string(),
    'SELECT control FROM missed_control WHERE since_ms <= ?',
    nowMs - dayMs,
  );

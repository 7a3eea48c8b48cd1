// Changes of a sale's state. Each is one transaction: a conditional update and a row of history.
import * as v from 'valibot';
import { next, saleStateSchema, type Proof, type SaleEvent } from '../contract/outbox-states.ts';
import type { DocumentDetail } from '../contract/documents.ts';
import type { Difference } from '../contract/compare-document.ts';
import {
  notCarriedOutSchema,
  saleSummarySchema,
  type Evidence,
  type SaleSummary,
} from '../contract/sales.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { noteMoneyOfFound } from './cash-movements.ts';
import { moneyDecisionsOf } from './decisions.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { hasRow, inJson, integer, prepared, readRow, readValue } from './prepared.ts';
import { noteDifferences, noteNotCarriedOut } from './sale-notices.ts';
import { referencesIn, sha256, summaryColumns } from './sales.ts';
import { highestDocumentId, raiseDocumentId } from './till.ts';
import { noteAddendum } from './z-reports.ts';

/** Every event but claiming, which only `claimNext` and `claimAgain` do. */
export type StepEvent = Exclude<SaleEvent, 'claimed'>;

export interface Step {
  readonly reference: string;
  readonly event: StepEvent;
  readonly evidence: Evidence;
  readonly atMs: number;
  /** The service's document for this sale, if the event names it. */
  readonly document?: DocumentDetail;
  /** Every document of the sale that the service is known to hold: any other is one too many. */
  readonly documentIds?: readonly number[];
  /** In what the document differs from the sale. */
  readonly differences?: readonly Difference[];
  /** What must be shown from now on before the sale is sent again; `never` stays so. */
  readonly proof?: Proof;
  /** How many attempts count against it, until a person corrects it or sends it again. */
  readonly failedAttempts?: number;
}

/** Errors: `not_found`, and `sale_moved_on` if the event cannot happen to the sale's state. */
export function takeStep(db: Store, step: Step): Result<SaleSummary> {
  return inTransaction(db, (): Result<SaleSummary> => {
    const place = readPlace(db, step.reference);
    if (!place) return err({ code: 'not_found' });
    if (!next(place.state, step.event)) return err({ code: 'sale_moved_on' });
    const { sale, hasMore } = change(db, place, step);
    const { event, reference, atMs, differences } = step;
    // A person's request about the sale in doubt has taken effect, or is told to have been late.
    if (hasMore && (sale.state !== 'in_doubt' || event === 'corrected')) {
      endPendingDecision(db, place.saleId, step);
    }
    if (differences && (hasMore || differences.length > 0)) {
      noteDifferences(db, reference, differences, atMs);
    }
    if (hasMore && sale.state === 'confirmed') noteMoneyOfFound(db, reference, atMs);
    return ok(sale);
  });
}

/**
 * SQL for the sale's known documents with the given ids added. A sale that is found as asked
 * replaces them instead: what was only named is then forgotten.
 */
export const documentsWith = (ids: string): string =>
  `SELECT json_group_array(value) FROM (SELECT value FROM json_each(coalesce(documents, '[]'))
     UNION SELECT value FROM json_each(${ids}))`;

/**
 * SQL for whether the file holds more of a sale than its row and its history: few sales have that,
 * and each step of the others is spared half a dozen statements.
 */
export const hasMoreSql = `corrected_in_cash IS NOT NULL
   OR EXISTS (SELECT 1 FROM z_report WHERE z_report.shift_id = sale.shift_id)
   OR EXISTS (SELECT 1 FROM pending_decision WHERE pending_decision.sale_id = sale.sale_id)
   OR EXISTS (SELECT 1 FROM sale_notice WHERE sale_notice.sale_id = sale.sale_id)
   OR EXISTS (SELECT 1 FROM former_sale WHERE former_sale.sale_id = sale.sale_id)
   OR EXISTS (SELECT 1 FROM cash_movement WHERE cash_movement.reference = sale.reference)
   OR EXISTS (SELECT 1 FROM ${moneyDecisionsOf('+sale.reference')})`;

const changeSql = `UPDATE sale SET state = @state, last_evidence = @evidence, next_step_at_ms = NULL,
   document_id = coalesce(@documentId, document_id), doc_key = coalesce(@docKey, doc_key),
   service_total_cents = coalesce(@serviceTotalCents, service_total_cents),
   document = coalesce(@document, document),
   documents = CASE WHEN @documentIds IS NULL THEN documents WHEN @event = 'found' THEN @documentIds
     ELSE (${documentsWith('@documentIds')}) END,
   proof = iif(proof = 'never', proof, coalesce(@proof, proof)),
   failed_attempts = iif(@event = 'corrected', 0, coalesce(@failedAttempts, failed_attempts)),
   attempts = attempts + (@knownId IS NOT NULL), known_id = coalesce(@knownId, known_id),
   attempted_at_ms = CASE WHEN @knownId IS NULL THEN attempted_at_ms ELSE @atMs END,
   doubted_at_ms = CASE WHEN @state <> 'in_doubt' THEN doubted_at_ms
     WHEN @event = 'corrected' THEN @atMs ELSE coalesce(doubted_at_ms, @atMs) END
 WHERE sale_id = @saleId AND state = @oldState
 RETURNING ${summaryColumns}, ${hasMoreSql} AS hasMore`;

/**
 * Changes a sale's state, which happens only here, within a transaction. `knownId` comes with an
 * attempt: the newest document id that is known before it.
 */
function change(
  db: Store,
  { saleId, state: oldState }: Place,
  step: Omit<Step, 'event'> & { readonly event: SaleEvent; readonly knownId?: number },
): { readonly sale: SaleSummary; readonly hasMore: boolean } {
  const { event, atMs, document, documentIds, knownId, proof, failedAttempts } = step;
  const state = next(oldState, event);
  if (!state) throw new Error(`${event} cannot happen to ${step.reference}, which is ${oldState}`);
  const evidence = JSON.stringify(step.evidence);
  const changed = readRow(db, changedRow, changeSql, {
    ...{ saleId, oldState, state, event, atMs, evidence },
    documentId: document?.id ?? null,
    docKey: document?.docKey ?? null,
    serviceTotalCents: document?.totalCents ?? null,
    document: document ? JSON.stringify(document) : null,
    documentIds: documentIds ? JSON.stringify(documentIds) : null,
    proof: proof ?? null,
    failedAttempts: failedAttempts ?? null,
    knownId: knownId ?? null,
  });
  if (changed === undefined) throw new Error(`${step.reference} did not change`);
  if (document) raiseDocumentId(db, document.id);
  writeHistory(db, { saleId, atMs, event, state, evidence });
  const { hasMore, ...sale } = changed;
  if (hasMore) noteAddendum(db, saleId, [oldState, state], atMs);
  return { sale, hasMore };
}

const changedRow = v.object({
  ...saleSummarySchema.entries,
  hasMore: v.pipe(v.number(), v.toBoolean()),
});

/** The events after which nothing is left of what was asked: it was done, or done otherwise. */
const endsRequest: readonly SaleEvent[] = [
  ...(['cancelled', 'corrected', 'settled_confirmed', 'settled_cancelled'] as const),
];

function endPendingDecision(db: Store, saleId: number, { event, reference, atMs }: Step): void {
  const end = 'DELETE FROM pending_decision WHERE sale_id = ? RETURNING decision';
  const decision = readValue(db, v.unknown(), end, saleId);
  if (decision === undefined || endsRequest.includes(event)) return;
  // The step is taken even if the request is damaged.
  const request = v.safeParse(requestColumn, decision);
  if (request.success) noteNotCarriedOut(db, reference, request.output, atMs);
}

const requestColumn = inJson(notCarriedOutSchema);
const placeRow = v.object({ saleId: integer, state: saleStateSchema });

/** A sale's number in the database, and its state. */
type Place = v.InferOutput<typeof placeRow>;

const readPlace = (db: Store, reference: string): Place | undefined =>
  readRow(db, placeRow, 'SELECT sale_id AS saleId, state FROM sale WHERE reference = ?', reference);

type HistoryEvent = SaleEvent | NotedEvent;
/** What changes no state. */
type NotedEvent = 'looked_up' | 'requested';

function writeHistory(
  db: Store,
  row: Place & { readonly atMs: number; readonly event: HistoryEvent; readonly evidence: string },
): void {
  prepared(
    db,
    `INSERT INTO sale_step (sale_id, at_ms, event, state, evidence)
     VALUES (@saleId, @atMs, @event, @state, @evidence)`,
  ).run(row);
}

/**
 * Notes in the history something that changed no state. A look-up with the same result or failure
 * as the last one is not written again: a service whose lists are down for a week leaves one line,
 * not five thousand.
 * @throws if there is no such sale.
 */
export function noteInHistory(
  db: Store,
  note: Pick<Step, 'reference' | 'evidence' | 'atMs'> & { readonly event: NotedEvent },
): void {
  const sale = readPlace(db, note.reference);
  if (!sale) throw new Error(`no sale ${note.reference}`);
  const evidence = JSON.stringify(note.evidence);
  if (note.event === 'looked_up' && evidence === latestEvidence(db, sale.saleId)) return;
  writeHistory(db, { ...sale, atMs: note.atMs, event: note.event, evidence });
}

const latestEvidence = (db: Store, saleId: number): unknown =>
  readValue(
    db,
    v.unknown(),
    'SELECT evidence FROM sale_step WHERE sale_id = ? ORDER BY step_id DESC LIMIT 1',
    saleId,
  );

/** Takes a step that the table allows, for the outbox itself. @throws if it does not. */
export function mustStep(db: Store, step: Step): SaleSummary {
  const result = takeStep(db, step);
  if (!result.ok) throw new Error(`${step.event} of ${step.reference}: ${result.error.code}`);
  return result.value;
}

const claimRow = v.object({
  saleId: integer,
  reference: v.string(),
  state: saleStateSchema,
  body: v.instance(Buffer),
  bodySha256: v.instance(Buffer),
  attempts: integer,
});

export interface Claim {
  readonly sale: SaleSummary;
  /** Null if the bytes are not those that were committed: they are never sent. */
  readonly body: Buffer | null;
}

export const hasQueued = (db: Store): boolean =>
  hasRow(db, `SELECT 1 FROM sale WHERE state = 'queued' LIMIT 1`);

/**
 * Takes a queued sale, the oldest of all or of the newest day, and commits the attempt, with the
 * newest document id known, before anything is sent.
 */
export const claimNext = (
  db: Store,
  nowMs: number,
  letGoBy?: string,
  which: 'oldest' | 'first_of_newest_day' = 'oldest',
): Claim | undefined =>
  claim(
    db,
    `state = 'queued' ${which === 'oldest' ? '' : `AND committed_at_ms >= ${newestDaySql}`}
     ORDER BY sale_id LIMIT 1`,
    {},
    nowMs,
    (number) => ({ kind: 'attempt', number, ...(letGoBy !== undefined && { letGoBy }) }),
  );

/** SQL for when the day began on which the newest queued sale was sold. */
const newestDaySql = `(SELECT unixepoch(committed_at_ms / 1000, 'unixepoch', 'localtime',
    'start of day', 'utc') * 1000 FROM sale WHERE state = 'queued' ORDER BY sale_id DESC LIMIT 1)`;

/**
 * Takes a sale in doubt in the turn in which the service was proven not to hold it. Undefined if a
 * person has settled it meanwhile.
 */
export const claimAgain = (
  db: Store,
  reference: string,
  lookUpSums: { readonly lookUps: number; readonly settledMs: number },
  nowMs: number,
): Claim | undefined =>
  claim(db, `state = 'in_doubt' AND reference = @reference`, { reference }, nowMs, (number) => ({
    kind: 'absent',
    number,
    ...lookUpSums,
  }));

function claim(
  db: Store,
  which: string,
  parameters: Readonly<Record<string, string>>,
  nowMs: number,
  evidenceOf: (number: number) => Evidence,
): Claim | undefined {
  return inTransaction(db, () => {
    const sql = `SELECT sale_id AS saleId, reference, state, body, body_sha256 AS bodySha256,
      attempts FROM sale WHERE ${which}`;
    const row = readRow(db, claimRow, sql, parameters);
    if (!row) return undefined;
    const { saleId, reference, state, body } = row;
    if (!sha256(body).equals(row.bodySha256)) {
      const damaged = { kind: 'restored', from: 'damaged_file' } as const;
      const step = { reference, event: 'restored', evidence: damaged, atMs: nowMs } as const;
      return { sale: change(db, { saleId, state }, { ...step, proof: 'never' }).sale, body: null };
    }
    const evidence = evidenceOf(row.attempts + 1);
    const knownId = highestDocumentId(db);
    const step = { reference, event: 'claimed', evidence, atMs: nowMs, knownId } as const;
    return { sale: change(db, { saleId, state }, step).sale, body };
  });
}

/** Puts in doubt what was on its way when the program ended: it may or may not have arrived. */
export function doubtUnfinished(db: Store, nowMs: number): void {
  for (const reference of referencesIn(db, 'sending')) {
    const evidence = { kind: 'program_started' } as const;
    const step = { reference, event: 'program_started', evidence, atMs: nowMs } as const;
    mustStep(db, { ...step, proof: 'absence' });
  }
}

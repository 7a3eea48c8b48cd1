// Changes of a sale's state. Each is one transaction: an update conditional on the old state, and a row of history.
import * as v from 'valibot';
import {
  next,
  saleStateSchema,
  type SaleEvent,
  type SaleState,
} from '../contract/outbox-states.ts';
import type { DocumentDetail } from '../contract/documents.ts';
import type { Evidence, SaleSummary } from '../contract/sales.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { inTransaction, undoneAlone } from './in-transaction.ts';
import type { Store } from './open.ts';
import { planLaterLooks } from './later-looks.ts';
import { prepared } from './prepared.ts';
import { parseSummary, sha256, summaryColumns } from './sales.ts';
import { highestDocumentId } from './till.ts';

/** Claiming is `claimNext`'s alone. */
export type StepEvent = Exclude<SaleEvent, 'claimed'>;

export interface Step {
  readonly reference: string;
  readonly event: StepEvent;
  readonly evidence: Evidence;
  readonly atMs: number;
  /** The service's document for this sale, where the event names it. */
  readonly document?: DocumentDetail;
}

/** Errors: `not_found`, and `sale_moved_on` where the event cannot happen to the sale's state. */
export function takeStep(db: Store, step: Step): Result<SaleSummary> {
  return inTransaction(db, (): Result<SaleSummary> => {
    const place = readPlace(db, step.reference);
    if (!place) return err({ code: 'not_found' });
    if (!next(place.state, step.event)) return err({ code: 'sale_moved_on' });
    const changed = change(db, place, step);
    planLaterLooks(db, step, place.state);
    return ok(changed);
  });
}

/**
 * The one place where a sale's state changes, within a transaction. `knownDocumentId`: with an attempt, the highest document
 * id known before it.
 */
function change(
  db: Store,
  { saleId, state: oldState }: Place,
  step: Omit<Step, 'event'> & { readonly event: SaleEvent; readonly knownDocumentId?: number },
): SaleSummary {
  const { event, atMs, document, knownDocumentId } = step;
  const state = next(oldState, event);
  if (!state) throw new Error(`${event} cannot happen to ${step.reference}, which is ${oldState}`);
  const evidence = JSON.stringify(step.evidence);
  const changed = prepared(
    db,
    `UPDATE sale SET state = @state, last_evidence = @evidence, next_step_at_ms = NULL,
       document_id = coalesce(@documentId, document_id), doc_key = coalesce(@docKey, doc_key),
       service_total_cents = coalesce(@serviceTotalCents, service_total_cents),
       document = coalesce(@document, document),
       attempts = attempts + (@known IS NOT NULL), mark = coalesce(min(coalesce(mark, @known), @known), mark)
     WHERE sale_id = @saleId AND state = @oldState RETURNING ${summaryColumns}`,
  ).get({
    saleId,
    oldState,
    state,
    evidence,
    documentId: document?.id ?? null,
    docKey: document?.docKey ?? null,
    serviceTotalCents: document?.totalCents ?? null,
    document: document ? JSON.stringify(document) : null,
    known: knownDocumentId ?? null,
  });
  if (changed === undefined) throw new Error(`${step.reference} did not change`);
  writeHistory(db, { saleId, atMs, event, state, evidence });
  return parseSummary(changed);
}

const integer = v.pipe(v.number(), v.safeInteger());
const placeRow = v.object({ saleId: integer, state: saleStateSchema });

/** A sale's number in the database, and where in its life it is. */
type Place = v.InferOutput<typeof placeRow>;

function readPlace(db: Store, reference: string): Place | undefined {
  const row = prepared(db, 'SELECT sale_id AS saleId, state FROM sale WHERE reference = ?').get(
    reference,
  );
  return row === undefined ? undefined : v.parse(placeRow, row);
}

function writeHistory(
  db: Store,
  row: {
    readonly saleId: number;
    readonly atMs: number;
    readonly event: SaleEvent | 'looked';
    readonly state: SaleState;
    readonly evidence: string;
  },
): void {
  prepared(
    db,
    `INSERT INTO sale_step (sale_id, at_ms, event, state, evidence)
     VALUES (@saleId, @atMs, @event, @state, @evidence)`,
  ).run(row);
}

/**
 * A look at the service that changed nothing, for the history. One that fails as the one before it is not written again:
 * a service whose lists are down for a week leaves one line, not five thousand.
 * @throws when there is no such sale.
 */
export function noteLook(
  db: Store,
  look: { readonly reference: string; readonly evidence: Evidence; readonly atMs: number },
): void {
  const sale = readPlace(db, look.reference);
  if (!sale) throw new Error(`no sale ${look.reference}`);
  const evidence = JSON.stringify(look.evidence);
  const repeats =
    look.evidence.kind === 'look_failed' && evidence === latestEvidence(db, sale.saleId);
  if (!repeats) writeHistory(db, { ...sale, atMs: look.atMs, event: 'looked', evidence });
}

const latestEvidence = (db: Store, saleId: number): unknown =>
  prepared(db, 'SELECT evidence FROM sale_step WHERE sale_id = ? ORDER BY step_id DESC LIMIT 1')
    .pluck()
    .get(saleId);

/** For the outbox itself, which only takes steps that the table allows. @throws when it does not. */
export function mustStep(db: Store, step: Step): SaleSummary {
  const result = takeStep(db, step);
  if (!result.ok) throw new Error(`${step.event} of ${step.reference}: ${result.error.code}`);
  return result.value;
}

const claimRow = v.object({
  sale_id: integer,
  reference: v.string(),
  body: v.instance(Buffer),
  body_sha256: v.instance(Buffer),
  attempts: integer,
  was_refused: v.pipe(integer, v.toBoolean()),
});

export interface Claim {
  readonly sale: SaleSummary;
  readonly body: Buffer;
  /** The service said no to an earlier attempt, which it may have carried out all the same. */
  readonly wasRefused: boolean;
}

/**
 * Takes the oldest queued sale and commits the attempt, with the highest document id known, before anything is sent.
 * @throws when the stored bytes are not those that were committed: they must not be sent.
 */
export function claimNext(db: Store, nowMs: number): Claim | undefined {
  return inTransaction(db, () => {
    const found = prepared(
      db,
      `SELECT sale_id, reference, body, body_sha256, attempts, EXISTS (SELECT * FROM sale_step
         WHERE sale_step.sale_id = sale.sale_id AND event IN ('refused', 'corrected')) AS was_refused
       FROM sale WHERE state = 'queued' ORDER BY sale_id LIMIT 1`,
    ).get();
    if (found === undefined) return undefined;
    const { sale_id: saleId, reference, body, ...row } = v.parse(claimRow, found);
    if (!sha256(body).equals(row.body_sha256)) {
      throw new Error(`the stored body of ${reference} has changed`);
    }
    const sale = change(
      db,
      { saleId, state: 'queued' },
      {
        reference,
        event: 'claimed',
        evidence: { kind: 'attempt', number: row.attempts + 1 },
        atMs: nowMs,
        knownDocumentId: highestDocumentId(db),
      },
    );
    return { sale, body, wasRefused: row.was_refused };
  });
}

/**
 * Takes the step, and claims the next sale in the same transaction. What is wrong with that one does not undo the step: it
 * is not claimed, and shows at the next claim.
 */
export function mustStepAndClaim(
  db: Store,
  step: Step,
): { readonly sale: SaleSummary; readonly claim: Claim | undefined } {
  return inTransaction(db, () => ({ sale: mustStep(db, step), claim: claimIfWell(db, step.atMs) }));
}

function claimIfWell(db: Store, nowMs: number): Claim | undefined {
  try {
    return undoneAlone(db, () => claimNext(db, nowMs));
  } catch (error) {
    // On a full disk SQLite undoes the whole transaction, the step with it.
    if (!db.inTransaction) throw error;
    return undefined;
  }
}

/** What was on its way when the program ended may or may not have arrived. */
export function doubtUnfinished(db: Store, nowMs: number): void {
  const references = prepared(db, `SELECT reference FROM sale WHERE state = 'sending'`)
    .pluck()
    .all()
    .map((reference) => v.parse(v.string(), reference));
  for (const reference of references) {
    mustStep(db, {
      reference,
      event: 'program_started',
      evidence: { kind: 'program_started' },
      atMs: nowMs,
    });
  }
}

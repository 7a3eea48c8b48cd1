// Changes of a sale's state. Each is one transaction: an update conditional on the old state, and a row of history.
import { createHash } from 'node:crypto';
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
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { planLaterLooks } from './later-looks.ts';
import { prepared } from './prepared.ts';
import { parseSummary, summaryColumns } from './sales.ts';
import { highestDocumentId } from './till.ts';

export interface Step {
  readonly reference: string;
  readonly event: SaleEvent;
  readonly evidence: Evidence;
  readonly atMs: number;
  /** The service's document for this sale, where the event names it. */
  readonly document?: DocumentDetail;
}

/** Errors: `not_found`, and `sale_moved_on` where the event cannot happen to the sale's state. */
export function takeStep(db: Store, step: Step): Result<SaleSummary> {
  return inTransaction(db, (): Result<SaleSummary> => {
    const sale = readPlace(db, step.reference);
    if (!sale) return err({ code: 'not_found' });
    const state = next(sale.state, step.event);
    if (!state) return err({ code: 'sale_moved_on' });

    const evidence = JSON.stringify(step.evidence);
    const changed = prepared(
      db,
      `UPDATE sale SET state = @state, last_evidence = @evidence, next_step_at_ms = NULL,
         document_id = coalesce(@documentId, document_id), doc_key = coalesce(@docKey, doc_key),
         service_total_cents = coalesce(@serviceTotalCents, service_total_cents),
         document = coalesce(@document, document)
       WHERE sale_id = @saleId AND state = @oldState RETURNING ${summaryColumns}`,
    ).get({
      saleId: sale.saleId,
      oldState: sale.state,
      state,
      evidence,
      documentId: step.document?.id ?? null,
      docKey: step.document?.docKey ?? null,
      serviceTotalCents: step.document?.totalCents ?? null,
      document: step.document ? JSON.stringify(step.document) : null,
    });
    if (changed === undefined) throw new Error(`${step.reference} did not change`);

    const { event, atMs } = step;
    writeHistory(db, { saleId: sale.saleId, atMs, event, state, evidence });
    if (sale.state === 'sending') endAttempt(db, sale.saleId, atMs);
    planLaterLooks(db, step, sale.state);
    return ok(parseSummary(changed));
  });
}

const integer = v.pipe(v.number(), v.safeInteger());
const placeRow = v.object({ saleId: integer, state: saleStateSchema });

/** The sale's number in the database, and where in its life it is. */
function readPlace(db: Store, reference: string): v.InferOutput<typeof placeRow> | undefined {
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
      `SELECT sale_id, reference, body, body_sha256 FROM sale WHERE state = 'queued'
       ORDER BY sale_id LIMIT 1`,
    ).get();
    if (found === undefined) return undefined;
    const row = v.parse(claimRow, found);
    if (!createHash('sha256').update(row.body).digest().equals(row.body_sha256)) {
      throw new Error(`the stored body of ${row.reference} has changed`);
    }
    const number =
      Number(
        prepared(db, 'SELECT count(*) FROM attempt WHERE sale_id = ?').pluck().get(row.sale_id),
      ) + 1;
    const sale = mustStep(db, {
      reference: row.reference,
      event: 'claimed',
      evidence: { kind: 'attempt', number },
      atMs: nowMs,
    });
    prepared(
      db,
      'INSERT INTO attempt (sale_id, started_at_ms, highest_document_id) VALUES (?, ?, ?)',
    ).run(row.sale_id, nowMs, highestDocumentId(db));
    const wasRefused = prepared(
      db,
      `SELECT EXISTS (SELECT * FROM sale_step WHERE sale_id = ? AND event IN ('refused', 'corrected'))`,
    )
      .pluck()
      .get(row.sale_id);
    return { sale, body: row.body, wasRefused: wasRefused === 1 };
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
    return claimNext(db, nowMs);
  } catch (error) {
    // On a full disk SQLite undoes the whole transaction, the step with it.
    if (!db.inTransaction) throw error;
    return undefined;
  }
}

function endAttempt(db: Store, saleId: number, nowMs: number): void {
  prepared(db, 'UPDATE attempt SET ended_at_ms = ? WHERE sale_id = ? AND ended_at_ms IS NULL').run(
    nowMs,
    saleId,
  );
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

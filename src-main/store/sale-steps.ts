// Changes of a sale's state. Each is one transaction: an update conditional on the old state, and a row of history.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { next, type SaleEvent } from '../contract/outbox-states.ts';
import { centsSchema } from '../contract/money.ts';
import type { DocumentDetail } from '../contract/documents.ts';
import type { Evidence, SaleSummary } from '../contract/sales.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Store } from './open.ts';
import { planLaterLooks } from './later-looks.ts';
import { prepared } from './prepared.ts';
import { readSale, requireSale } from './sales.ts';
import { highestDocumentId, noteDocumentId } from './till.ts';

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
  return db
    .transaction((): Result<SaleSummary> => {
      const sale = readSale(db, step.reference);
      if (!sale) return err({ code: 'not_found' });
      const state = next(sale.state, step.event);
      if (!state) return err({ code: 'sale_moved_on' });

      const evidence = JSON.stringify(step.evidence);
      const { changes } = prepared(
        db,
        `UPDATE sale SET state = @state, last_evidence = @evidence, next_step_at_ms = NULL,
             document_id = coalesce(@documentId, document_id), doc_key = coalesce(@docKey, doc_key),
             service_total_cents = coalesce(@serviceTotalCents, service_total_cents),
             document = coalesce(@document, document)
           WHERE reference = @reference AND state = @oldState`,
      ).run({
        reference: step.reference,
        oldState: sale.state,
        state,
        evidence,
        documentId: step.document?.id ?? null,
        docKey: step.document?.docKey ?? null,
        serviceTotalCents: step.document?.totalCents ?? null,
        document: step.document ? JSON.stringify(step.document) : null,
      });
      if (changes !== 1) throw new Error(`${changes} rows changed for ${step.reference}`);

      writeHistory(db, { ...step, evidence });
      if (sale.state === 'sending') endAttempt(db, step.reference, step.atMs);
      planLaterLooks(db, step, sale.state);
      if (step.document) noteDocumentId(db, step.document.id);
      return ok(requireSale(db, step.reference));
    })
    .immediate();
}

/** A row of history with the state that the sale is in now. */
function writeHistory(
  db: Store,
  row: { reference: string; event: SaleEvent | 'looked'; evidence: string; atMs: number },
): void {
  const { reference, event, evidence, atMs } = row;
  prepared(
    db,
    `INSERT INTO sale_step (sale_id, at_ms, event, state, evidence)
     SELECT sale_id, @atMs, @event, state, @evidence FROM sale WHERE reference = @reference`,
  ).run({ reference, event, evidence, atMs });
}

/**
 * A look at the service that changed nothing, for the history. One that fails as the one before it is not written again:
 * a service whose lists are down for a week leaves one line, not five thousand.
 */
export function noteLook(
  db: Store,
  look: { readonly reference: string; readonly evidence: Evidence; readonly atMs: number },
): void {
  const { reference, atMs } = look;
  const evidence = JSON.stringify(look.evidence);
  const repeats =
    look.evidence.kind === 'look_failed' && evidence === latestEvidence(db, reference);
  if (!repeats) writeHistory(db, { reference, event: 'looked', evidence, atMs });
}

const latestEvidence = (db: Store, reference: string): unknown =>
  prepared(
    db,
    `SELECT sale_step.evidence FROM sale_step JOIN sale USING (sale_id)
     WHERE reference = ? ORDER BY step_id DESC LIMIT 1`,
  )
    .pluck()
    .get(reference);

/** For the outbox itself, which only takes steps that the table allows. @throws when it does not. */
export function mustStep(db: Store, step: Step): SaleSummary {
  const result = takeStep(db, step);
  if (!result.ok) throw new Error(`${step.event} of ${step.reference}: ${result.error.code}`);
  return result.value;
}

const integer = v.pipe(v.number(), v.safeInteger());
const claimRow = v.object({
  sale_id: integer,
  reference: v.string(),
  body: v.instance(Buffer),
  body_sha256: v.instance(Buffer),
  nature_code: v.string(),
  total_cents: centsSchema,
});

export interface Claim {
  readonly reference: string;
  readonly body: Buffer;
  /** The service said no to an earlier attempt, which it may have carried out all the same. */
  readonly wasRefused: boolean;
}

/**
 * Takes the oldest queued sale and commits the attempt, with the highest document id known, before anything is sent.
 * @throws when the stored bytes are not those that were committed: they must not be sent.
 */
export function claimNext(db: Store, nowMs: number): Claim | undefined {
  return db
    .transaction(() => {
      const found = prepared(
        db,
        `SELECT * FROM sale WHERE state = 'queued' ORDER BY sale_id LIMIT 1`,
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
      mustStep(db, {
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
      return { reference: row.reference, body: row.body, wasRefused: wasRefused === 1 };
    })
    .immediate();
}

function endAttempt(db: Store, reference: string, nowMs: number): void {
  prepared(
    db,
    `UPDATE attempt SET ended_at_ms = ? WHERE ended_at_ms IS NULL
     AND sale_id = (SELECT sale_id FROM sale WHERE reference = ?)`,
  ).run(nowMs, reference);
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

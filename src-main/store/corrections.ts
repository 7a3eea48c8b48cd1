// Puts a sale right that the service does not take: the same sale and reference get another body,
// and the former one is kept. For a sale in doubt, what a person asks for waits until the service
// is proven not to hold the sale.
import * as v from 'valibot';
import { requestedKindText } from '../contract/new-document.ts';
import { requestedKindOf, saleContentSchema, type SaleSummary } from '../contract/sales.ts';
import { err, type Result } from '../contract/errors.ts';
import { centsSchema } from '../contract/money.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { inJson, prepared, readValue } from './prepared.ts';
import { mustStep, noteInHistory, takeStep } from './sale-steps.ts';
import { readSale, sha256, type NewSale } from './sales.ts';

/** A sale that is frozen anew, under the reference and the cart that it had from the beginning. */
export interface Correction extends Omit<NewSale, 'committedAtMs' | 'isCash'> {
  /** Whether it is paid into the drawer. */
  readonly isCash: boolean;
  readonly by: string;
  /** The manager who allowed it, if one was needed. */
  readonly approvedBy?: string;
  readonly note: string;
  readonly atMs: number;
}

/** Errors: `not_found`, and `sale_moved_on` if the sale is neither rejected nor in doubt. */
export function replaceContent(db: Store, correction: Correction): Result<SaleSummary> {
  const { reference, body, content, totalCents, isCash, by, approvedBy, note, atMs } = correction;
  const requestedKind = requestedKindOf(content);
  return inTransaction(db, (): Result<SaleSummary> => {
    const former = readSale(db, reference);
    if (!former) return err({ code: 'not_found' });
    const step = takeStep(db, {
      reference,
      event: 'corrected',
      evidence: {
        ...{ kind: 'corrected', by, ...(approvedBy !== undefined && { approvedBy }), note },
        ...{ formerTotalCents: former.totalCents, totalCents },
      },
      atMs,
    });
    if (!step.ok) return step;
    prepared(
      db,
      `INSERT INTO former_sale (sale_id, replaced_at_ms, body, body_sha256, total_cents, content,
           corrected_in_cash)
         SELECT sale_id, ?, body, body_sha256, total_cents, content, corrected_in_cash
         FROM sale WHERE reference = ?`,
    ).run(atMs, reference);
    const { changes } = prepared(
      db,
      `UPDATE sale SET requested_kind = @requestedKind, body = @body, body_sha256 = @sha256,
           total_cents = @totalCents, content = @content, corrected_in_cash = @isCash
       WHERE reference = @reference AND cart_id = @cartId`,
    ).run({
      reference,
      requestedKind: requestedKindText(requestedKind),
      body,
      sha256: sha256(body),
      totalCents,
      content: JSON.stringify(content),
      isCash: isCash ? 1 : 0,
      cartId: content.cart.cartId,
    });
    if (changes !== 1) throw new Error(`${changes} rows changed for ${reference}`);
    return { ok: true, value: { ...step.value, requestedKind, totalCents } };
  });
}

const decider = {
  by: v.string(),
  approvedBy: v.exactOptional(v.string()),
  note: v.string(),
};
export const pendingDecisionSchema = v.variant('decision', [
  v.object({ decision: v.literal('cancel'), ...decider }),
  v.object({
    decision: v.literal('correct'),
    ...decider,
    body: v.string(),
    totalCents: centsSchema,
    content: saleContentSchema,
    isCash: v.boolean(),
  }),
]);
export type PendingDecision = v.InferOutput<typeof pendingDecisionSchema>;

const pendingColumn = v.optional(inJson(pendingDecisionSchema));

/** Returns what a person last asked of a sale in doubt. */
export const readPendingDecision = (db: Store, reference: string): PendingDecision | undefined =>
  readValue(
    db,
    pendingColumn,
    `SELECT decision FROM pending_decision JOIN sale USING (sale_id) WHERE reference = ?`,
    reference,
  );

/** Errors: `not_found`, and `sale_moved_on` if the sale is no longer in doubt. */
export function keepPendingDecision(
  db: Store,
  reference: string,
  pending: PendingDecision,
  atMs: number,
): Result<SaleSummary> {
  return inTransaction(db, (): Result<SaleSummary> => {
    const sale = readSale(db, reference);
    if (!sale) return err({ code: 'not_found' });
    if (sale.state !== 'in_doubt') return err({ code: 'sale_moved_on' });
    prepared(
      db,
      `INSERT INTO pending_decision (sale_id, decision)
       SELECT sale_id, @decision FROM sale WHERE reference = @reference
       ON CONFLICT (sale_id) DO UPDATE SET decision = @decision`,
    ).run({ reference, decision: JSON.stringify(pending) });
    const { decision, by, approvedBy, note } = pending;
    noteInHistory(db, {
      reference,
      event: 'requested',
      evidence: { kind: 'requested', decision, by, ...(approvedBy && { approvedBy }), note },
      atMs,
    });
    return { ok: true, value: sale };
  });
}

/** Carries out what was asked of a sale that the service is proven not to hold, if anything. */
export const carryOutPendingDecision = (db: Store, reference: string, atMs: number) =>
  inTransaction(db, () => {
    const pending = readPendingDecision(db, reference);
    if (!pending) return undefined;
    const { decision, ...decided } = pending;
    if (pending.decision === 'cancel') {
      const evidence = { kind: 'decided', ...decided } as const;
      return { decision, sale: mustStep(db, { reference, event: 'cancelled', evidence, atMs }) };
    }
    const body = Buffer.from(pending.body, 'utf8');
    const corrected = replaceContent(db, { ...pending, reference, body, atMs });
    if (!corrected.ok) throw new Error(`${reference} cannot be corrected: ${corrected.error.code}`);
    return { decision, sale: corrected.value };
  });

/** Returns the cart that the sale was made from. Undefined if there is no such sale. */
export const readCartId = (db: Store, reference: string): string | undefined =>
  readValue(db, v.optional(v.string()), 'SELECT cart_id FROM sale WHERE reference = ?', reference);

// Putting a refused sale right: the same sale and reference with another body; what it was before is kept.
import * as v from 'valibot';
import { askedText } from '../contract/new-document.ts';
import { askedOf, type SaleSummary } from '../contract/sales.ts';
import { err, type Result } from '../contract/errors.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { takeStep } from './sale-steps.ts';
import { readSale, sha256, type NewSale } from './sales.ts';

/** A sale frozen anew, under the reference and the cart that it has had from the beginning. */
export interface Correction extends Omit<NewSale, 'committedAtMs'> {
  readonly by: string;
  /** The manager who allowed it, where one was needed. */
  readonly approvedBy?: string;
  readonly note: string;
  readonly atMs: number;
}

/** Errors: `not_found`, and `sale_moved_on` where the sale is not one that was refused. */
export function correctSale(db: Store, correction: Correction): Result<SaleSummary> {
  const { reference, body, sold, totalCents, by, approvedBy, note, atMs } = correction;
  const asked = askedOf(sold);
  return inTransaction(db, (): Result<SaleSummary> => {
    const former = readSale(db, reference);
    if (!former) return err({ code: 'not_found' });
    const step = takeStep(db, {
      reference,
      event: 'corrected',
      evidence: {
        kind: 'corrected',
        by,
        ...(approvedBy !== undefined && { approvedBy }),
        note,
        formerTotalCents: former.totalCents,
        totalCents,
      },
      atMs,
    });
    if (!step.ok) return step;
    prepared(
      db,
      `INSERT INTO former_sale (sale_id, replaced_at_ms, body, body_sha256, total_cents, sold)
         SELECT sale_id, ?, body, body_sha256, total_cents, sold FROM sale WHERE reference = ?`,
    ).run(atMs, reference);
    const { changes } = prepared(
      db,
      `UPDATE sale SET asked = @asked, body = @body, body_sha256 = @sha256,
           total_cents = @totalCents, sold = @sold WHERE reference = @reference AND cart_id = @cartId`,
    ).run({
      reference,
      asked: askedText(asked),
      body,
      sha256: sha256(body),
      totalCents,
      sold: JSON.stringify(sold),
      cartId: sold.cart.cartId,
    });
    if (changes !== 1) throw new Error(`${changes} rows changed for ${reference}`);
    return { ok: true, value: { ...step.value, asked, totalCents } };
  });
}

/** The cart that the sale was made of, under whichever body. Undefined for no such sale. */
export function readCartId(db: Store, reference: string): string | undefined {
  const row = prepared(db, 'SELECT cart_id FROM sale WHERE reference = ?').get(reference);
  return row === undefined ? undefined : v.parse(cartRow, row).cart_id;
}

const cartRow = v.object({ cart_id: v.string() });

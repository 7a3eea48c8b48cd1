// Reads the sales, as the sums need them, from the till's own file.
import * as v from 'valibot';
import { percentSchema, quantitySchema, unitPriceSchema, centsSchema } from '../contract/money.ts';
import { saleStateSchema } from '../contract/outbox-states.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { ifReadable } from '../store/if-readable.ts';
import { installationOf } from '../store/till.ts';

const integer = v.pipe(v.number(), v.safeInteger());

/** What is read of a sale: no more than is summed, since an old till has a million of them. */
const contentColumn = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    cart: v.object({
      lines: v.array(
        v.object({
          code: v.string(),
          description: v.string(),
          quantity: quantitySchema,
          unitPrice: unitPriceSchema,
          listPrice: v.exactOptional(unitPriceSchema),
          unit: v.exactOptional(v.string()),
        }),
      ),
      discount: percentSchema,
    }),
    /** Absent if it was not sold at the counter. */
    payment: v.exactOptional(v.object({ method: v.object({ label: v.string() }) })),
    by: v.exactOptional(v.object({ name: v.string() })),
  }),
);

const frozen = { totalCents: centsSchema, content: contentColumn };
const saleRow = v.object({
  saleId: integer,
  committedAtMs: integer,
  state: saleStateSchema,
  ...frozen,
});
const formerRow = v.object(frozen);

/**
 * A sale to count. `versions` is what it was sold as before each correction, oldest first, and what
 * it is now.
 */
export interface SaleToCount {
  readonly saleId: number;
  readonly committedAtMs: number;
  readonly state: v.InferOutput<typeof saleStateSchema>;
  readonly versions: readonly v.InferOutput<typeof formerRow>[];
}

/** Returns undefined if one of its rows cannot be read. */
export const readSaleToCount = (sales: Store, saleId: number): SaleToCount | undefined =>
  ifReadable(() => {
    const found = prepared(
      sales,
      `SELECT sale_id AS saleId, committed_at_ms AS committedAtMs, state,
         total_cents AS totalCents, content FROM sale WHERE sale_id = ?`,
    ).get(saleId);
    const { totalCents, content, ...sale } = v.parse(saleRow, found);
    const former = prepared(
      sales,
      `SELECT total_cents AS totalCents, content FROM former_sale WHERE sale_id = ?
       ORDER BY former_sale_id`,
    )
      .all(saleId)
      .map((row) => v.parse(formerRow, row));
    return { ...sale, versions: [...former, { totalCents, content }] };
  });

const ids = (rows: readonly unknown[]): readonly number[] =>
  rows.map((row) => v.parse(integer, row));

/** Returns the sales after this one, oldest first. */
export const salesAfter = (sales: Store, saleId: number, limit: number): readonly number[] =>
  ids(
    prepared(sales, 'SELECT sale_id FROM sale WHERE sale_id > ? ORDER BY sale_id LIMIT ?')
      .pluck()
      .all(saleId, limit),
  );

/** Returns the sales before this one, newest first. */
export const salesBefore = (sales: Store, saleId: number, limit: number): readonly number[] =>
  ids(
    prepared(sales, 'SELECT sale_id FROM sale WHERE sale_id < ? ORDER BY sale_id DESC LIMIT ?')
      .pluck()
      .all(saleId, limit),
  );

const stepRow = v.object({ stepId: integer, saleId: integer });

/** Returns the steps in the order in which they were taken. */
export const stepsAfter = (
  sales: Store,
  stepId: number,
  limit: number,
): readonly v.InferOutput<typeof stepRow>[] =>
  prepared(
    sales,
    `SELECT step_id AS stepId, sale_id AS saleId FROM sale_step WHERE step_id > ?
     ORDER BY step_id LIMIT ?`,
  )
    .all(stepId, limit)
    .map((row) => v.parse(stepRow, row));

const highest = (sales: Store, sql: string): number =>
  v.parse(integer, prepared(sales, sql).pluck().get());

/** Returns 0 before the first sale. */
export const lastSaleId = (sales: Store): number =>
  highest(sales, 'SELECT coalesce(max(sale_id), 0) FROM sale');
export const firstSaleId = (sales: Store): number =>
  highest(sales, 'SELECT coalesce(min(sale_id), 0) FROM sale');
export const lastStepId = (sales: Store): number =>
  highest(sales, 'SELECT coalesce(max(step_id), 0) FROM sale_step');

/** Returns an empty text if there is no such sale. */
export const referenceOf = (sales: Store, saleId: number): string =>
  v.parse(
    v.fallback(v.string(), ''),
    ifReadable(() =>
      prepared(sales, 'SELECT reference FROM sale WHERE sale_id = ?').pluck().get(saleId),
    ),
  );

/**
 * Returns which file it is, and how far it has come. Another till's file, a copy and a file that
 * was set back have another identity.
 */
export function identityOf(sales: Store, saleId: number, stepId: number): string {
  const step = prepared(
    sales,
    `SELECT json_array(at_ms, reference) FROM sale_step JOIN sale USING (sale_id) WHERE step_id = ?`,
  )
    .pluck()
    .get(stepId);
  return JSON.stringify([installationOf(sales), referenceOf(sales, saleId), step ?? null]);
}

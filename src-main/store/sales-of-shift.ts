// The sales of one day, as its reports sum them up.
import * as v from 'valibot';
import { saleExceptionSchema } from '../contract/exceptions.ts';
import { centsSchema } from '../contract/money.ts';
import { isFinal, saleStateSchema } from '../contract/outbox-states.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());
const text = v.nullable(v.string());

const shiftSaleRow = v.object({
  reference: v.string(),
  committedAtMs: integer,
  state: saleStateSchema,
  /** As the till has it now, after corrections. */
  totalCents: centsSchema,
  /** As it was promised in cash; null where it was not paid so. */
  cashCents: v.nullable(centsSchema),
  /** Of the payment; null for a document that was not sold at the counter. */
  methodId: v.nullable(integer),
  method: text,
  seller: text,
  docKey: text,
  serviceTotalCents: v.nullable(centsSchema),
  /** In the service's words; null where there is no document. */
  nature: text,
  netCents: v.nullable(centsSchema),
  taxesCents: v.nullable(centsSchema),
  exceptions: v.pipe(v.string(), v.parseJson(), v.array(saleExceptionSchema)),
});
export type ShiftSale = v.InferOutput<typeof shiftSaleRow>;

const select = `SELECT reference, committed_at_ms AS committedAtMs, state, total_cents AS totalCents,
  cash_cents AS cashCents, sold ->> '$.payment.method.id' AS methodId,
  sold ->> '$.payment.method.label' AS method, sold ->> '$.by.name' AS seller,
  doc_key AS docKey, service_total_cents AS serviceTotalCents,
  coalesce(nullif(document ->> '$.documentName', ''), document ->> '$.nature.description')
    AS nature,
  document ->> '$.netCents' AS netCents, document ->> '$.taxesCents' AS taxesCents,
  coalesce(exceptions, '[]') AS exceptions
  FROM sale WHERE shift_id = ?`;
const parsed = (rows: readonly unknown[]): readonly ShiftSale[] =>
  rows.map((row) => v.parse(shiftSaleRow, row));

/** In the order in which they were finished. */
export const readSalesOfShift = (db: Store, shiftId: number): readonly ShiftSale[] =>
  parsed(prepared(db, `${select} ORDER BY sale_id`).all(shiftId));

const finalStates = JSON.stringify(saleStateSchema.options.filter(isFinal));

/** Those that may still become something else: few, however long the day is. */
export const readOpenSalesOfShift = (db: Store, shiftId: number): readonly ShiftSale[] =>
  parsed(
    prepared(
      db,
      `${select} AND state NOT IN (SELECT value FROM json_each(?)) ORDER BY sale_id`,
    ).all(shiftId, finalStates),
  );

const methodSumRow = v.object({
  name: v.string(),
  count: integer,
  totalCents: centsSchema,
  methodIds: v.pipe(v.string(), v.parseJson(), v.array(integer)),
});
export type MethodSum = v.InferOutput<typeof methodSumRow>;

/**
 * What was sold at the counter and not cancelled, by payment method, in the order in which they
 * were first used. The file sums: a screen asks for it whenever a sale moves on.
 */
export const readMethodSums = (db: Store, shiftId: number): readonly MethodSum[] =>
  prepared(
    db,
    `SELECT sold ->> '$.payment.method.label' AS name, count(*) AS count,
       sum(total_cents) AS totalCents,
       json_group_array(DISTINCT sold ->> '$.payment.method.id') AS methodIds
     FROM sale
     WHERE shift_id = ? AND state <> 'cancelled' AND sold ->> '$.payment.method.label' IS NOT NULL
     GROUP BY name ORDER BY min(sale_id)`,
  )
    .all(shiftId)
    .map((row) => v.parse(methodSumRow, row));

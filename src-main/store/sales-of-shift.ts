// The sales of one day, for its reports.
import * as v from 'valibot';
import { differenceSchema } from '../contract/compare-document.ts';
import { sumSchema, type Sum } from '../contract/day.ts';
import { saleExceptionSchema } from '../contract/exceptions.ts';
import { centsSchema } from '../contract/money.ts';
import { isFinal, saleStateSchema } from '../contract/outbox-states.ts';
import type { Store } from './open.ts';
import { flag, inJson, integer, prepared, readRows, readValues, requireRow } from './prepared.ts';
import { ifWhole } from './readable-rows.ts';
import { inCash, isAtCounter } from './shifts.ts';

const text = v.nullable(v.string());

const ofSale = {
  reference: v.string(),
  committedAtMs: integer,
  state: saleStateSchema,
  /** The till's total now, after corrections. */
  totalCents: centsSchema,
  /** The amount promised in cash; null if it was not paid in cash. */
  cashCents: v.nullable(centsSchema),
  /** Whether it is paid into the drawer as it stands, after its corrections. */
  inCash: flag,
  kind: v.string(),
};

/** What a row says of the payment, and in the service's words. */
const columns = {
  isAtCounter: flag,
  isReturn: flag,
  /** How a sale at the counter, a return or another document was paid. */
  method: text,
  methodId: v.nullable(integer),
  /** The name under which the kind of a document was chosen; empty or null if it was typed. */
  kindName: text,
  seller: text,
  docKey: text,
  serviceTotalCents: v.nullable(centsSchema),
  /** The nature in the service's words; null if there is no document. */
  nature: text,
  netCents: v.nullable(centsSchema),
  taxesCents: v.nullable(centsSchema),
};

const exceptions = inJson(v.array(saleExceptionSchema));
const differences = v.fallback(v.nullable(inJson(v.array(differenceSchema))), null);
const shiftSaleRow = v.object({ ...ofSale, ...columns, exceptions, differences });
export type ShiftSale = v.InferOutput<typeof shiftSaleRow>;

/** SQL that reads sales. `whole`: how to read a column of JSON, which may be none. */
const select = (whole: (column: string) => string) => `SELECT reference,
  committed_at_ms AS committedAtMs, state, total_cents AS totalCents, cash_cents AS cashCents,
  ${inCash} AS inCash, requested_kind AS kind, ${isAtCounter} AS isAtCounter,
  ${whole('content')} ->> '$.returned' IS NOT NULL AS isReturn,
  coalesce(${whole('content')} ->> '$.payment.method.label',
    ${whole('content')} ->> '$.returned.method.label',
    ${whole('content')} ->> '$.particulars.paymentMethod.label') AS method,
  coalesce(${whole('content')} ->> '$.payment.method.id',
    ${whole('content')} ->> '$.returned.method.id',
    ${whole('content')} ->> '$.particulars.paymentMethod.id') AS methodId,
  ${whole('content')} ->> '$.particulars.name' AS kindName,
  ${whole('content')} ->> '$.by.name' AS seller,
  doc_key AS docKey, service_total_cents AS serviceTotalCents,
  coalesce(nullif(${whole('document')} ->> '$.documentName', ''),
    ${whole('document')} ->> '$.nature.description') AS nature,
  ${whole('document')} ->> '$.netCents' AS netCents,
  ${whole('document')} ->> '$.taxesCents' AS taxesCents,
  coalesce(${whole('exceptions')}, '[]') AS exceptions,
  (SELECT what FROM sale_notice WHERE sale_notice.sale_id = sale.sale_id AND kind = 'differs') AS differences
  FROM sale`;
const asItIs = select((column) => column);
const asFarAsItIs = select((column) => `iif(json_valid(${column}), ${column}, NULL)`);

export interface SalesOfShift {
  /** The sales in the order in which they were finished. */
  readonly sales: readonly ShiftSale[];
  /** The references, or the numbers, of sales that cannot be read whole. */
  readonly unreadable: readonly string[];
}

export const readSalesOfShift = (db: Store, shiftId: number): SalesOfShift =>
  readSales(db, 'WHERE shift_id = @shiftId', { shiftId });

const openStates = JSON.stringify(saleStateSchema.options.filter((state) => !isFinal(state)));

/** Reads the sales that may still become something else: few, however long the day is. */
export const readOpenSalesOfShift = (db: Store, shiftId: number): SalesOfShift =>
  readSales(
    db,
    `INDEXED BY sale_by_state WHERE state IN (SELECT value FROM json_each(@openStates))
       AND shift_id = @shiftId`,
    { shiftId, openStates },
  );

/**
 * Reads the documents of any kind that were not sold at the counter: few, however long the day is.
 * The index by method lists them as those without a method; if a row's words are damaged, the day's
 * rows are looked through.
 */
export const readDocumentsOfShift = (db: Store, shiftId: number): SalesOfShift =>
  ifWhole(() =>
    readSales(
      db,
      `WHERE sale_id IN (SELECT sale_id FROM sale WHERE shift_id = @shiftId
         AND content ->> '$.payment.method.label' IS NULL AND NOT ${isAtCounter})`,
      { shiftId },
    ),
  ) ?? readSales(db, `WHERE shift_id = @shiftId AND NOT ${isAtCounter}`, { shiftId });

function readSales(
  db: Store,
  which: string,
  parameters: Readonly<Record<string, number | string>>,
): SalesOfShift {
  const sales = ifWhole(() =>
    readRows(db, shiftSaleRow, `${asItIs} ${which} ORDER BY sale_id`, parameters),
  );
  if (sales) return { sales, unreadable: [] };
  const ids = `SELECT sale_id FROM sale ${which} ORDER BY sale_id`;
  const saleIds = readValues(db, integer, ids, parameters);
  const read = saleIds.map((saleId) => ({ saleId, ...readAlone(db, saleId) }));
  return {
    sales: read.flatMap(({ sale }) => sale ?? []),
    unreadable: read.flatMap(({ saleId, sale, isWhole }) =>
      isWhole ? [] : [sale?.reference ?? `#${saleId}`],
    ),
  };
}

const nothing = {
  ...{ isReturn: false, kindName: null, method: '', methodId: null, seller: null, docKey: null },
  ...{ serviceTotalCents: null, nature: null, netCents: null, taxesCents: null },
  ...{ exceptions: [], differences: null },
};
const bareRow = v.object({ ...ofSale, isAtCounter: flag });

/** Reads as much of a sale as can be read. */
function readAlone(
  db: Store,
  saleId: number,
): { readonly sale?: ShiftSale; readonly isWhole: boolean } {
  const whole = ifWhole(() => requireRow(db, shiftSaleRow, `${asItIs} WHERE sale_id = ?`, saleId));
  if (whole) return { sale: whole, isWhole: true };
  const row = prepared(db, `${asFarAsItIs} WHERE sale_id = ?`).get(saleId);
  const most = v.safeParse(shiftSaleRow, row);
  if (most.success) {
    // A sale at the counter was always paid, by whatever method.
    const { method, isAtCounter: isSold } = most.output;
    return { sale: { ...most.output, method: isSold ? (method ?? '') : method }, isWhole: false };
  }
  const bare = v.safeParse(bareRow, row);
  return { ...(bare.success && { sale: { ...bare.output, ...nothing } }), isWhole: false };
}

/**
 * Adds up what was paid in cash on the day, as it was promised then, and what returns have taken
 * out of the drawer; neither is below zero. The file adds up, from the index alone, since a day may
 * be long. Invalid amounts are left out.
 */
export function readCashSums(db: Store, shiftId: number): Record<'sales' | 'returned', Sum> {
  const sumOf = (sign: string, where: string): Sum =>
    requireRow(
      db,
      sumSchema,
      `SELECT count(*) AS count, coalesce(${sign}sum(cash_cents), 0) AS totalCents
       FROM sale WHERE shift_id = ? AND ${where}`,
      shiftId,
    );
  return {
    sales: sumOf('', 'cash_cents >= 0 AND cash_cents < 1 << 53'),
    returned: sumOf('-', 'cash_cents < 0 AND cash_cents > -(1 << 53)'),
  };
}

const methodSumRow = v.object({
  name: v.string(),
  count: integer,
  totalCents: centsSchema,
  isCash: flag,
});
export type MethodSum = v.InferOutput<typeof methodSumRow>;

/**
 * Adds up by payment method what was sold at the counter and not cancelled, in the order in which
 * the methods were first used. The file adds up, since a screen asks whenever a sale moves on.
 * Undefined if it cannot, because a sale's words are damaged.
 */
export const readMethodSums = (db: Store, shiftId: number): readonly MethodSum[] | undefined =>
  ifWhole(() =>
    readRows(
      db,
      methodSumRow,
      `SELECT content ->> '$.payment.method.label' AS name, count(*) AS count,
         sum(total_cents) AS totalCents, max(${inCash}) AS isCash
       FROM sale
       WHERE shift_id = ? AND state <> 'cancelled'
         AND content ->> '$.payment.method.label' IS NOT NULL
       GROUP BY name ORDER BY min(sale_id)`,
      shiftId,
    ),
  );

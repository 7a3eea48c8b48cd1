// Reads the sales of a span of days, as figures need them, from the till's own file.
import * as v from 'valibot';
import { addDays, localDay, localMinute } from '../contract/calendar.ts';
import { percentSchema, quantitySchema, unitPriceSchema, centsSchema } from '../contract/money.ts';
import { saleStateSchema } from '../contract/outbox-states.ts';
import type { Days } from '../contract/periods.ts';
import { ifReadable } from '../store/if-readable.ts';
import type { Store } from '../store/open.ts';
import { inJson, integer, prepared, readValue, readValues, requireRow } from '../store/prepared.ts';
import { methodOfSale } from '../store/migrations.ts';

/** A sale at the counter that was not cancelled: its day and minute (`hh:mm`), and its total. */
export interface SoldAt {
  readonly day: string;
  readonly minute: string;
  readonly totalCents: v.InferOutput<typeof centsSchema>;
}

/** Times within the days, by this computer's clock. */
const inDays = 'committed_at_ms >= @fromMs AND committed_at_ms < @endMs';
const bounds = ({ from, until }: Days) => ({
  fromMs: new Date(`${from}T00:00`).getTime(),
  endMs: new Date(`${addDays(until, 1)}T00:00`).getTime(),
});
/** The index has all of it, so that a million sales are passed over in a moment. */
const sold = `FROM sale INDEXED BY sale_by_state
  WHERE state <> 'cancelled' AND ${methodOfSale} IS NOT NULL`;

const soldRow = v.tuple([integer, centsSchema]);

export const soldIn = (db: Store, days: Days): readonly SoldAt[] =>
  prepared(db, `SELECT committed_at_ms, total_cents ${sold} AND ${inDays}`)
    .raw()
    .all(bounds(days))
    .map((row) => {
      const [atMs, totalCents] = v.parse(soldRow, row);
      return { day: localDay(atMs), minute: localMinute(atMs), totalCents };
    });

/** Returns the first day with a sale; null before the first sale. */
export function firstDay(db: Store): string | null {
  const firstMs = readValue(db, v.nullable(integer), `SELECT min(committed_at_ms) ${sold}`);
  return firstMs === null ? null : localDay(firstMs);
}

const contentColumn = inJson(
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
    /** Present if it takes goods back. */
    returned: v.exactOptional(v.object({})),
    particulars: v.exactOptional(v.object({ name: v.string() })),
    by: v.exactOptional(v.object({ name: v.string() })),
  }),
);

const saleRow = v.object({
  committedAtMs: integer,
  state: saleStateSchema,
  totalCents: centsSchema,
  content: contentColumn,
  /** Its total before it was corrected; null if it never was. */
  firstCents: v.nullable(centsSchema),
});
export type SaleInFull = v.InferOutput<typeof saleRow>;

/** Reads every sale of the days. Those that cannot be read are named, the newest first. */
export function salesIn(db: Store, days: Days) {
  const inOrder = `SELECT sale_id FROM sale INDEXED BY sale_by_state WHERE ${inDays}
    ORDER BY sale_id DESC`;
  const sales: SaleInFull[] = [];
  const unreadable: string[] = [];
  for (const id of readValues(db, integer, inOrder, bounds(days))) {
    const sale = ifReadable(() =>
      requireRow(
        db,
        saleRow,
        `SELECT committed_at_ms AS committedAtMs, state, total_cents AS totalCents, content,
             (SELECT total_cents FROM former_sale WHERE former_sale.sale_id = sale.sale_id
              ORDER BY former_sale_id LIMIT 1) AS firstCents
           FROM sale WHERE sale_id = ?`,
        id,
      ),
    );
    if (sale) sales.push(sale);
    else unreadable.push(referenceOf(db, id));
  }
  return { sales, unreadable };
}

/** Returns an empty text if not even that can be read. */
const referenceOf = (db: Store, id: number): string =>
  ifReadable(() => readValue(db, v.string(), 'SELECT reference FROM sale WHERE sale_id = ?', id)) ??
  '';

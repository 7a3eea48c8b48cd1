// What one sale adds to the sums of its day. Taking it out again is the same with the sign turned.
import { localDay } from '../contract/calendar.ts';
import {
  percentOfCents,
  lineTotalCents,
  subtractCents,
  addCents,
  zeroCents,
} from '../contract/money.ts';
import type { SaleState } from '../contract/outbox-states.ts';
import { minuteOfDay } from './local-time.ts';
import type { SaleToCount } from './sales-to-count.ts';

/** `open` is everything that has no end yet. It is sold all the same. */
export type Fate = 'open' | 'confirmed' | 'cancelled';
export const fateOf = (state: SaleState): Fate =>
  state === 'confirmed' || state === 'cancelled' ? state : 'open';

/**
 * What is summed up for each day, by name. Cancelled sales are in `cancelled` alone, and in
 * `corrected` if they were corrected before.
 */
export const sumGroups = [
  /** By `hh:mm` and `hh`, on this computer's clock, of the time of the sale. */
  'minute',
  'hour',
  /** By the payment method's label. */
  'method',
  /** By the name of the person who finished it; empty if nobody was named. */
  'cashier',
  /** Has no name: sold, and not confirmed by the service yet. */
  'open',
  /** `line` counts each line below its own price; `sale` each sale with a discount on the whole. */
  'discount',
  /**
   * By the name of the person who had finished it. `corrected` sums up how much the total differs
   * now.
   */
  'cancelled',
  'corrected',
] as const;
export type SumGroup = (typeof sumGroups)[number];

export interface SumPart {
  readonly group: SumGroup;
  readonly name: string;
  readonly number: number;
  readonly totalCents: number;
}
export interface ProductPart {
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  readonly quantity: number;
  readonly totalCents: number;
}
export interface Parts {
  readonly day: string;
  readonly sums: readonly SumPart[];
  readonly products: readonly ProductPart[];
}

/** How a sale is in the sums: its fate, and its version after so many corrections. */
export interface Counted {
  readonly fate: Fate;
  readonly corrections: number;
}

/** Returns undefined if it was not sold at the counter. */
export function partsOf(sale: SaleToCount, { fate, corrections }: Counted): Parts | undefined {
  const version = sale.versions[corrections];
  const first = sale.versions[0];
  if (!version || !first) throw new Error(`sale ${sale.saleId} has no version ${corrections}`);
  const { content, totalCents } = version;
  if (!content.payment) return undefined;
  const at = new Date(sale.committedAtMs);
  const day = localDay(at.getTime());
  const minute = minuteOfDay(at);
  const seller = content.by?.name ?? '';
  const sum = (group: SumGroup, name: string, cents: number = totalCents): SumPart => ({
    ...{ group, name, number: 1, totalCents: cents },
  });
  const corrected =
    corrections === 0 ? [] : [sum('corrected', seller, totalCents - first.totalCents)];
  if (fate === 'cancelled')
    return { day, sums: [sum('cancelled', seller), ...corrected], products: [] };
  const { lines, discount } = content.cart;
  const priced = lines.map((line) => ({
    line,
    cents: lineTotalCents(line.quantity, line.unitPrice),
  }));
  const products = priced.map(({ line, cents }) => ({
    code: line.code,
    description: line.description,
    unit: line.unit ?? '',
    quantity: line.quantity,
    totalCents: cents,
  }));
  const lineDiscounts = priced.flatMap(({ line, cents }) => {
    if (line.listPrice === undefined || line.listPrice <= line.unitPrice) return [];
    const lowered = subtractCents(lineTotalCents(line.quantity, line.listPrice), cents);
    return [sum('discount', 'line', lowered)];
  });
  const ofSale =
    discount === 0
      ? []
      : [
          sum(
            'discount',
            'sale',
            percentOfCents(addCents(zeroCents, ...priced.map(({ cents }) => cents)), discount),
          ),
        ];
  return {
    day,
    sums: [
      sum('minute', minute),
      sum('hour', minute.slice(0, 2)),
      sum('method', content.payment.method.label),
      sum('cashier', seller),
      ...(fate === 'open' ? [sum('open', '')] : []),
      ...lineDiscounts,
      ...ofSale,
      ...corrected,
    ],
    products,
  };
}

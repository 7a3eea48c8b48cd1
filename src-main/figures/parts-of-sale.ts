// What one sale adds to the sums of its day. Pure: taking it out again is the same with the sign
// turned.
import {
  percentOfCents,
  lineTotalCents,
  subtractCents,
  addCents,
  zeroCents,
} from '../contract/money.ts';
import type { SaleState } from '../contract/outbox-states.ts';
import { localDay, minuteOfDay } from './local-time.ts';
import type { SaleToCount } from './sales-to-count.ts';

/** Open: whatever has no end yet. It is sold all the same. */
export type Fate = 'open' | 'confirmed' | 'cancelled';
export const fateOf = (state: SaleState): Fate =>
  state === 'confirmed' || state === 'cancelled' ? state : 'open';

/**
 * What is summed up for each day, by name. Cancelled sales are in `cancelled` alone, and in
 * `corrected` where they were corrected before.
 */
export const sumGroups = [
  /** `hh:mm` and `hh`, of this computer's clock when it was sold. */
  'minute',
  'hour',
  /** The payment method's words. */
  'method',
  /** Who finished it; empty where nobody was named. */
  'cashier',
  /** Without a name: sold, and not confirmed by the service yet. */
  'open',
  /** `line`: each line below its own price; `sale`: each sale with a discount on the whole. */
  'discount',
  /** By who had finished it. Corrected: by how much the total differs now. */
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

/** How a sale is in the sums: as its version after so many corrections. */
export interface Counted {
  readonly fate: Fate;
  readonly corrections: number;
}

/** Undefined where it is not sold at the counter. */
export function partsOf(sale: SaleToCount, { fate, corrections }: Counted): Parts | undefined {
  const version = sale.versions[corrections];
  const first = sale.versions[0];
  if (!version || !first) throw new Error(`sale ${sale.saleId} has no version ${corrections}`);
  const { sold, totalCents } = version;
  if (!sold.payment) return undefined;
  const at = new Date(sale.committedAtMs);
  const day = localDay(at);
  const minute = minuteOfDay(at);
  const seller = sold.by?.name ?? '';
  const sum = (group: SumGroup, name: string, cents: number = totalCents): SumPart => ({
    ...{ group, name, number: 1, totalCents: cents },
  });
  const corrected =
    corrections === 0 ? [] : [sum('corrected', seller, totalCents - first.totalCents)];
  if (fate === 'cancelled')
    return { day, sums: [sum('cancelled', seller), ...corrected], products: [] };
  const { lines, discount } = sold.cart;
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
      sum('method', sold.payment.method.label),
      sum('cashier', seller),
      ...(fate === 'open' ? [sum('open', '')] : []),
      ...lineDiscounts,
      ...ofSale,
      ...corrected,
    ],
    products,
  };
}

// What one sale adds to the figures of its period.
import { localDay, localMinute } from '../contract/calendar.ts';
import {
  percentOfCents,
  lineTotalCents,
  subtractCents,
  addCents,
  zeroCents,
  type Cents,
} from '../contract/money.ts';
import type { ProductSum } from '../contract/figures.ts';
import type { SaleInFull, SoldAt } from './sold-by-day.ts';

/** What is summed up by name. Cancelled sales are in `cancelled`, and `corrected`, alone. */
export type SumGroup =
  /** By the payment method's label. */
  | 'method'
  /** By the name of the person who finished it; empty if nobody was named. */
  | 'cashier'
  /** Has no name: sold, and not confirmed by the service yet. */
  | 'open'
  /** `line` counts each line below its own price; `sale` each sale with a discount on the whole. */
  | 'discount'
  /** By who had finished it. `corrected` sums up how much the total differs now. */
  | 'cancelled'
  | 'corrected'
  /** By the kind of the documents that took goods back. */
  | 'returned';

export interface SumPart {
  readonly group: SumGroup;
  readonly name: string;
  readonly cents: Cents;
}
export interface Parts {
  /** Absent if it was cancelled. */
  readonly sold?: SoldAt;
  readonly sums: readonly SumPart[];
  readonly products: readonly ProductSum[];
}

const nothing: Parts = { sums: [], products: [] };

export function partsOf(sale: SaleInFull): Parts {
  const { committedAtMs, state, totalCents, content, firstCents } = sale;
  if (content.returned && state !== 'cancelled') {
    const name = content.particulars?.name ?? '';
    return { ...nothing, sums: [{ group: 'returned', name, cents: totalCents }] };
  }
  if (!content.payment) return nothing;
  const seller = content.by?.name ?? '';
  const sum = (group: SumGroup, name: string, cents = totalCents): SumPart => ({
    ...{ group, name, cents },
  });
  const corrected =
    firstCents === null ? [] : [sum('corrected', seller, subtractCents(totalCents, firstCents))];
  if (state === 'cancelled') return { ...nothing, sums: [sum('cancelled', seller), ...corrected] };
  const { lines, discount } = content.cart;
  const products = lines.map(({ code, description, unit = '', quantity, unitPrice }) => ({
    ...{ code, description, unit, quantityThousandths: quantity },
    totalCents: lineTotalCents(quantity, unitPrice),
  }));
  const lowered = lines.flatMap(({ quantity, unitPrice, listPrice = unitPrice }) => {
    if (listPrice <= unitPrice) return [];
    const [listed, cents] = [listPrice, unitPrice].map((price) => lineTotalCents(quantity, price));
    return [sum('discount', 'line', subtractCents(listed ?? zeroCents, cents ?? zeroCents))];
  });
  const all = addCents(zeroCents, ...products.map((product) => product.totalCents));
  return {
    sold: { day: localDay(committedAtMs), minute: localMinute(committedAtMs), totalCents },
    sums: [
      sum('method', content.payment.method.label),
      sum('cashier', seller),
      ...(state === 'confirmed' ? [] : [sum('open', '')]),
      ...lowered,
      ...(discount === 0 ? [] : [sum('discount', 'sale', percentOfCents(all, discount))]),
      ...corrected,
    ],
    products,
  };
}

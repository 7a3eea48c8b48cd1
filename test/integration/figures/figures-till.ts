// Sales as figures need them, and the same figures made one by one from a till's sales.
import * as v from 'valibot';
import { totals, type Cart, type CartLine } from '../../../src-main/contract/cart.ts';
import {
  noDiscount,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import type { CounterSale } from '../../../src-main/contract/sales.ts';
import type { NamedSum, SalesFigures } from '../../../src-main/contract/figures.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { reference, sale } from '../store/samples.ts';

export interface Sold {
  readonly lines?: readonly {
    readonly code: string;
    readonly quantity: number;
    readonly price: number;
    readonly listPrice?: number;
    readonly unit?: string;
  }[];
  readonly discount?: number;
  readonly method?: string;
  readonly by?: string | undefined;
  readonly atMs: number;
}

const one = [{ code: 'CAFE', quantity: 1000, price: 650_000 }];
const uuid = '00000000-0000-4000-8000-000000000000';

export const cartOf = (cart: Cart, { lines = one, discount = 0 }: Sold): Cart => ({
  ...cart,
  lines: lines.map(({ code, quantity, price, listPrice, unit }): CartLine => ({
    ...{ lineId: uuid, code, description: `Product ${code}` },
    quantity: v.parse(quantitySchema, quantity),
    unitPrice: v.parse(unitPriceSchema, price),
    ...(listPrice !== undefined && { listPrice: v.parse(unitPriceSchema, listPrice) }),
    ...(unit !== undefined && { unit }),
  })),
  discount: discount === 0 ? noDiscount : v.parse(percentSchema, discount),
});

export function soldAs(number: number, sold: Sold) {
  const { method = 'Cash', by } = sold;
  const { content: sample, ...rest } = sale(number);
  const cart = cartOf(sample.cart, sold);
  const payment = { ...sample.payment, method: { id: 1, label: method } };
  return {
    ...{ ...rest, committedAtMs: sold.atMs, totalCents: totals(cart).totalCents },
    content: {
      cart,
      payment,
      ...(by !== undefined && { by: { name: by } }),
    } satisfies CounterSale & {
      by?: { name: string };
    },
  };
}

export function sell(db: Store, number: number, sold: Sold): string {
  commitSale(db, soldAs(number, sold));
  return reference(number);
}

type Sums = Readonly<Record<string, readonly [number, number]>>;

/** Returns the figures of one day as sums by group and name, without sums of nothing. */
export function summed(figures: SalesFigures): { sums: Sums; products: Sums } {
  const { times, open, discounts, products } = figures;
  const sums: Record<string, [number, number]> = {};
  const add = (group: string, all: readonly NamedSum[]) => {
    for (const { name, count, totalCents } of all)
      if (count > 0) sums[JSON.stringify([group, name])] = [count, totalCents];
  };
  add('hour', times);
  add('method', figures.methods);
  add('cashier', figures.cashiers);
  add('cancelled', figures.cancelled);
  add('corrected', figures.corrected);
  add('open', [{ name: '', ...open }]);
  add('discount', [
    { name: 'line', ...discounts.line },
    { name: 'sale', ...discounts.sale },
  ]);
  return {
    sums,
    products: Object.fromEntries(
      products.byAmount.map(({ code, description, unit, quantityThousandths, totalCents }) => [
        JSON.stringify([code, description, unit]),
        [quantityThousandths, totalCents],
      ]),
    ),
  };
}

interface SoldJson {
  readonly cart: {
    readonly lines: readonly {
      code: string;
      description: string;
      quantity: number;
      unitPrice: number;
      listPrice?: number;
      unit?: string;
    }[];
    readonly discount: number;
  };
  readonly payment?: { readonly method: { readonly label: string } };
  readonly by?: { readonly name: string };
}

const toCents = (quantity: number, price: number): number =>
  Number((BigInt(quantity) * BigInt(price) + 5_000_000n) / 10_000_000n);

interface DaySums {
  readonly sums: Record<string, [number, number]>;
  readonly products: Record<string, [number, number]>;
}

/** Sums every sale's present row, one by one, by day. */
export function summedByHand(sales: Store): ReadonlyMap<string, DaySums> {
  const days = new Map<string, DaySums>();
  const add = (to: DaySums['sums'], key: readonly string[], count: number, cents: number) => {
    const before = to[JSON.stringify(key)] ?? [0, 0];
    to[JSON.stringify(key)] = [before[0] + count, before[1] + cents];
  };
  const rows = sales
    .prepare(
      `SELECT committed_at_ms AS atMs, state, total_cents AS total, content,
         (SELECT count(*) FROM former_sale WHERE former_sale.sale_id = sale.sale_id) AS formers,
         (SELECT total_cents FROM former_sale WHERE former_sale.sale_id = sale.sale_id
          ORDER BY former_sale_id LIMIT 1) AS first
       FROM sale`,
    )
    .all() as {
    atMs: number;
    state: string;
    total: number;
    content: string;
    formers: number;
    first: number | null;
  }[];
  for (const row of rows) {
    const { cart, payment, by } = JSON.parse(row.content) as SoldJson;
    if (!payment) continue;
    const at = new Date(row.atMs);
    const day = at.toLocaleDateString('sv-SE');
    const { sums, products } = days.get(day) ?? { sums: {}, products: {} };
    days.set(day, { sums, products });
    const time = at.toLocaleTimeString('sv-SE');
    const who = by?.name ?? '';
    if (row.first !== null) add(sums, ['corrected', who], 1, row.total - row.first);
    if (row.state === 'cancelled') {
      add(sums, ['cancelled', who], 1, row.total);
      continue;
    }
    add(sums, ['hour', time.slice(0, 2)], 1, row.total);
    add(sums, ['method', payment.method.label], 1, row.total);
    add(sums, ['cashier', who], 1, row.total);
    if (row.state !== 'confirmed') add(sums, ['open', ''], 1, row.total);
    let all = 0;
    for (const { code, description, quantity, unitPrice, listPrice, unit = '' } of cart.lines) {
      const cents = toCents(quantity, unitPrice);
      all += cents;
      add(products, [code, description, unit], quantity, cents);
      if (listPrice !== undefined && listPrice > unitPrice)
        add(sums, ['discount', 'line'], 1, toCents(quantity, listPrice) - cents);
    }
    if (cart.discount > 0)
      add(sums, ['discount', 'sale'], 1, Math.floor((all * cart.discount + 5_000) / 10_000));
  }
  return days;
}

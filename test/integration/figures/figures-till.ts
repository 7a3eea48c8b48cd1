// A till whose sales are summed up, and the same sums made one by one from its sales.
import { join } from 'node:path';
import * as v from 'valibot';
import { expect, onTestFinished } from 'vitest';
import { totals, type Cart, type CartLine } from '../../../src-main/contract/cart.ts';
import {
  noDiscount,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import type { CounterSale } from '../../../src-main/contract/sales.ts';
import { countSome } from '../../../src-main/figures/count.ts';
import { schema, schemaVersion } from '../../../src-main/figures/schema.ts';
import { openCache } from '../../../src-main/store/cache-file.ts';
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

/** Opens a new file of sums, and closes it when the test ends. */
export function openSums(folder: string): Store {
  const problems: unknown[] = [];
  const db = openCache({
    ...{ file: join(folder, 'figures.db'), schema, schemaVersion, holds: 'sums' },
    onProblem: (_, error) => problems.push(error),
  });
  onTestFinished(() => {
    db.close();
    if (problems.length > 0)
      throw new Error('the sums could not be opened', { cause: problems[0] });
  });
  return db;
}

export function countAll(db: Store, sales: Store): void {
  while (countSome(db, sales, 0));
}

type Sums = Readonly<Record<string, readonly [number, number]>>;

/** Returns the contents of the file of sums, without sums of nothing. */
export function summed(db: Store): { sums: Sums; products: Sums } {
  const sums = db
    .prepare(
      `SELECT json_array(sum_group, day, name), number, total_cents FROM day_sum
       WHERE number <> 0 OR total_cents <> 0`,
    )
    .raw()
    .all() as [string, number, number][];
  const products = db
    .prepare(
      `SELECT json_array(day, code, description, unit), quantity_thousandths, total_cents
       FROM product_sum WHERE quantity_thousandths <> 0 OR total_cents <> 0`,
    )
    .raw()
    .all() as [string, number, number][];
  const record = (rows: [string, number, number][]): Sums =>
    Object.fromEntries(rows.map(([key, count, cents]) => [key, [count, cents]]));
  const apart = db
    .prepare(
      `SELECT month, code, description, unit, sum(number) AS number, sum(cents) AS cents
       FROM (SELECT substr(day, 1, 7) AS month, code, description, unit,
               quantity_thousandths AS number, total_cents AS cents FROM product_sum
             UNION ALL SELECT month, code, description, unit, -quantity_thousandths, -total_cents
             FROM product_month_sum)
       GROUP BY 1, 2, 3, 4 HAVING sum(number) <> 0 OR sum(cents) <> 0`,
    )
    .all();
  // A month is the sum of its days.
  expect(apart).toEqual([]);
  return { sums: record(sums), products: record(products) };
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

/** Sums every sale's present row, one by one. */
export function summedByHand(sales: Store): { sums: Sums; products: Sums } {
  const sums: Record<string, [number, number]> = {};
  const products: Record<string, [number, number]> = {};
  const add = (to: typeof sums, key: readonly string[], count: number, cents: number) => {
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
    const time = at.toLocaleTimeString('sv-SE');
    const who = by?.name ?? '';
    if (row.first !== null) add(sums, ['corrected', day, who], 1, row.total - row.first);
    if (row.state === 'cancelled') {
      add(sums, ['cancelled', day, who], 1, row.total);
      continue;
    }
    add(sums, ['minute', day, time.slice(0, 5)], 1, row.total);
    add(sums, ['hour', day, time.slice(0, 2)], 1, row.total);
    add(sums, ['method', day, payment.method.label], 1, row.total);
    add(sums, ['cashier', day, who], 1, row.total);
    if (row.state !== 'confirmed') add(sums, ['open', day, ''], 1, row.total);
    let all = 0;
    for (const { code, description, quantity, unitPrice, listPrice, unit = '' } of cart.lines) {
      const cents = toCents(quantity, unitPrice);
      all += cents;
      add(products, [day, code, description, unit], quantity, cents);
      if (listPrice !== undefined && listPrice > unitPrice)
        add(sums, ['discount', day, 'line'], 1, toCents(quantity, listPrice) - cents);
    }
    if (cart.discount > 0)
      add(sums, ['discount', day, 'sale'], 1, Math.floor((all * cart.discount + 5_000) / 10_000));
  }
  const told = ([, [count, cents]]: [string, [number, number]]) => count !== 0 || cents !== 0;
  return {
    sums: Object.fromEntries(Object.entries(sums).filter(told)),
    products: Object.fromEntries(Object.entries(products).filter(told)),
  };
}

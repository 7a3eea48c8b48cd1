// Adds up what was sold.
import type { Sum } from '../contract/day.ts';
import type { NamedSum, ProductSum } from '../contract/figures.ts';
import { addCents, cents, zeroCents, type Cents } from '../contract/money.ts';
import { daysIn, type Days } from '../contract/periods.ts';
import type { SumGroup, SumPart } from './parts-of-sale.ts';
import type { SoldAt } from './sold-by-day.ts';

export const noSum: Sum = { count: 0, totalCents: zeroCents };
export const addSums = (...sums: readonly Sum[]): Sum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  totalCents: addCents(zeroCents, ...sums.map(({ totalCents }) => totalCents)),
});

/** Adds as many as there are. */
const sumOf = (all: readonly { readonly totalCents: Cents }[]): Sum => ({
  count: all.length,
  totalCents: all.reduce((sum, { totalCents }) => addCents(sum, totalCents), zeroCents),
});

/** Returns the mean over this number, to the cent; null if the number is 0. */
export const meanCents = ({ totalCents }: Sum, of: number) =>
  of === 0 ? null : cents(Math.round(totalCents / of));

/** What was sold, by day. Only days on which something was sold are in it. */
export class SoldDays {
  readonly #sales: ReadonlyMap<string, readonly SoldAt[]>;
  readonly #sums: ReadonlyMap<string, Sum>;

  constructor(sales: readonly SoldAt[]) {
    this.#sales = Map.groupBy(sales, ({ day }) => day);
    this.#sums = new Map([...this.#sales].map(([day, sold]) => [day, sumOf(sold)]));
  }

  /** Returns the sums of the days, in their order. */
  days(days: Days): readonly (readonly [string, Sum])[] {
    return daysIn(days).flatMap((day) => {
      const sum = this.#sums.get(day);
      return sum ? [[day, sum] as const] : [];
    });
  }

  sum(days: Days): Sum {
    return addSums(...this.days(days).map(([, sum]) => sum));
  }

  /** Returns the sum of one day up to and including the minute `hh:mm`. */
  sumUpTo(day: string, minute: string): Sum {
    return sumOf((this.#sales.get(day) ?? []).filter((sold) => sold.minute <= minute));
  }

  /** Returns the hours (`hh`) in which something was sold. */
  hours(days: Days): readonly (NamedSum & { readonly day: string })[] {
    return this.days(days).flatMap(([day]) => {
      const hours = Map.groupBy(this.#sales.get(day) ?? [], ({ minute }) => minute.slice(0, 2));
      return [...hours].map(([name, sold]) => ({ day, name, ...sumOf(sold) }));
    });
  }
}

/** Returns the totals of the group by name, largest first. */
export function totalsByName(parts: readonly SumPart[], wanted: SumGroup): readonly NamedSum[] {
  const names = new Map<string, NamedSum>();
  for (const { group, name, cents: more } of parts) {
    if (group !== wanted) continue;
    const { count, totalCents } = names.get(name) ?? noSum;
    names.set(name, { name, count: count + 1, totalCents: addCents(totalCents, more) });
  }
  return [...names.values()].sort(
    (one, other) => other.totalCents - one.totalCents || byText(one.name, other.name),
  );
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the first products of each order. */
export function productsOf(sold: readonly ProductSum[], limit: number) {
  const products = new Map<string, ProductSum>();
  for (const one of sold) {
    const key = JSON.stringify([one.code, one.description, one.unit]);
    const before = products.get(key);
    products.set(key, {
      ...one,
      quantityThousandths: (before?.quantityThousandths ?? 0) + one.quantityThousandths,
      totalCents: addCents(before?.totalCents ?? zeroCents, one.totalCents),
    });
  }
  const byAmount = [...products.values()].sort(
    (one, other) => other.totalCents - one.totalCents || byText(one.code, other.code),
  );
  const byQuantity = byAmount.toSorted(
    (one, other) => other.quantityThousandths - one.quantityThousandths,
  );
  return {
    distinct: products.size,
    byAmount: byAmount.slice(0, limit),
    byQuantity: byQuantity.slice(0, limit),
  };
}

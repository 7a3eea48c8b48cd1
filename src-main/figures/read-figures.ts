// Makes the figures of a period from the sales; runs in a helper process.
import { addDays, localDay, localMinute, weekdayOf } from '../contract/calendar.ts';
import type { Sum } from '../contract/day.ts';
import type {
  Earlier,
  FiguresQuery,
  SalesFigures,
  TimeSum,
  UsualWeek,
  NamedSum,
  ProductSum,
} from '../contract/figures.ts';
import {
  comparedWith,
  daysIn,
  isIn,
  periodOf,
  periodsUpTo,
  type Days,
  type PeriodKind,
} from '../contract/periods.ts';
import { readCashDifferences } from '../store/z-reports.ts';
import { withDatabase, type Store } from '../store/open.ts';
import { partsOf, type SumGroup, type SumPart } from './parts-of-sale.ts';
import { firstDay, salesIn, soldIn, type SoldAt } from './sold-by-day.ts';
import { addCents, cents, sumCents, zeroCents, type Cents } from '../contract/money.ts';

type Now = NonNullable<SalesFigures['now']>;

const weeksOfUsual = 8;
const trendLength: Readonly<Record<PeriodKind, number>> = { day: 28, week: 12, month: 12 };
const unreadableNamed = 20;

export interface FiguresJob extends FiguresQuery {
  /** The till's own database. */
  readonly file: string;
  readonly nowMs: number;
  /** How many products of each order are wanted. */
  readonly products: number;
}

/** Reads the figures in a helper process, while the till sells. */
export const figuresJob = ({ file, ...job }: FiguresJob): SalesFigures =>
  // All of it is read as of one moment.
  withDatabase(file, { readonly: true }, (db) => db.transaction(() => readFigures(db, job))());

export function readFigures(db: Store, job: Omit<FiguresJob, 'file'>): SalesFigures {
  const { period: kind, date, nowMs } = job;
  const period = periodOf(kind, date);
  const today = localDay(nowMs);
  const now = isIn(today, period) ? { day: today, minute: localMinute(nowMs) } : null;
  const trend = periodsUpTo(kind, period, trendLength[kind]);
  const usual = { from: addDays(period.from, -7 * weeksOfUsual), until: addDays(period.from, -1) };
  const [from = period.from] = [usual.from, trend[0]?.from ?? usual.from].sort();
  const { sales, unreadable } = salesIn(db, period);
  const parts = sales.map(partsOf);
  const sold = new SoldDays([
    ...soldIn(db, { from, until: usual.until }),
    ...parts.flatMap((part) => part.sold ?? []),
  ]);
  const sums = parts.flatMap((part) => part.sums);
  const sumNamed = (group: 'discount' | 'open', wanted: string): Sum => {
    const totals = totalsByName(sums, group).find(({ name }) => name === wanted) ?? noSum;
    return { count: totals.count, totalCents: totals.totalCents };
  };
  return {
    ...{ kind, period, atMs: nowMs, now },
    unreadable: {
      count: unreadable.length,
      references: unreadable.slice(0, unreadableNamed),
    },
    firstDay: firstDay(db),
    sold: sold.sum(period),
    open: sumNamed('open', ''),
    earlier: earlierOf(sold, kind, period, now),
    times: kind === 'day' ? hours(sold, period.from, now, today) : days(sold, period, today),
    usualWeek: usualWeek(sold, usual),
    trend: trend.map((span) => ({
      ...{ ...span, ...sold.sum(span) },
      isWhole: span.until < today,
    })),
    products: productsOf(
      parts.flatMap((part) => part.products),
      job.products,
    ),
    returned: totalsByName(sums, 'returned'),
    methods: totalsByName(sums, 'method'),
    cashiers: totalsByName(sums, 'cashier'),
    discounts: { line: sumNamed('discount', 'line'), sale: sumNamed('discount', 'sale') },
    cancelled: totalsByName(sums, 'cancelled'),
    corrected: totalsByName(sums, 'corrected'),
    cash: readCashDifferences(db, period),
  };
}

function earlierOf(all: SoldDays, kind: PeriodKind, period: Days, now: Now | null): Earlier {
  const sold = comparedWith(kind, period)
    .map((before) => ({ before, whole: all.sum(before) }))
    .filter(({ whole }) => whole.count > 0);
  return {
    periods: sold.length,
    whole: addSums(...sold.map(({ whole }) => whole)),
    soFar: addSums(
      ...sold.map(({ before, whole }) => (now ? soFarOf(all, before, period, now) : whole)),
    ),
  };
}

/** Returns the sum of the period before up to the same day and time; a month may be shorter. */
function soFarOf(all: SoldDays, before: Days, period: Days, { day, minute }: Now): Sum {
  const gone = daysIn({ from: period.from, until: day }).length - 1;
  const same = addDays(before.from, gone);
  if (same > before.until) return all.sum(before);
  const whole = { from: before.from, until: addDays(same, -1) };
  return addSums(all.sum(whole), all.sumUpTo(same, minute));
}

/** Returns the hours from the first to the last with sales, on the day or those before. */
function hours(all: SoldDays, day: string, now: Now | null, today: string): readonly TimeSum[] {
  const before = comparedWith('day', periodOf('day', day));
  const earlier = before.flatMap((each) => all.hours(each));
  const sold = new Set(earlier.map((row) => row.day)).size;
  const own = all.hours({ from: day, until: day });
  return hoursBetween([...own, ...earlier].map(({ name }) => name)).map((name) => {
    const { count, totalCents } = own.find((row) => row.name === name) ?? noSum;
    return {
      ...{ name, count, totalCents },
      meanCents: meanCents(addSums(...earlier.filter((row) => row.name === name)), sold),
      when: whenOf(name, now ? now.minute.slice(0, 2) : day > today ? '' : '99'),
    };
  });
}

/** Returns the period's days, each beside its weekday's mean in the four weeks before. */
function days(all: SoldDays, period: Days, today: string): readonly TimeSum[] {
  const before = all.days({ from: addDays(period.from, -28), until: addDays(period.from, -1) });
  const own = new Map(all.days(period));
  return daysIn(period).map((name) => {
    const { count, totalCents } = own.get(name) ?? noSum;
    const same = before.filter(([day]) => weekdayOf(day) === weekdayOf(name));
    return {
      ...{ name, count, totalCents },
      meanCents: meanCents(addSums(...same.map(([, sum]) => sum)), same.length),
      when: whenOf(name, today),
    };
  });
}

const whenOf = (name: string, now: string): TimeSum['when'] =>
  name === now ? 'now' : name < now ? 'past' : 'ahead';

function hoursBetween(names: readonly string[]): readonly string[] {
  const sorted = [...new Set(names)].sort();
  const [first = '0', last = '-1'] = [sorted[0], sorted.at(-1)];
  const from = Number(first);
  const length = Math.max(0, Number(last) - from + 1);
  return Array.from({ length }, (_, index) => String(from + index).padStart(2, '0'));
}

/** Returns the usual week of the eight before. A weekday's mean is over days that sold. */
function usualWeek(all: SoldDays, span: Days): UsualWeek {
  const rows = all.hours(span);
  const hours = hoursBetween(rows.map(({ name }) => name));
  const weekdays = Array.from({ length: 7 }, (_, weekday) => {
    const own = rows.filter(({ day }) => weekdayOf(day) === weekday);
    const sold = new Set(own.map(({ day }) => day)).size;
    return {
      days: sold,
      meanCents: hours.map((hour) => {
        const ofHour = own.filter(({ name }) => name === hour);
        return ofHour.length === 0 ? null : meanCents(addSums(...ofHour), sold);
      }),
    };
  });
  return { ...span, hours, weekdays };
}

// Adds up what was sold.

const noSum: Sum = { count: 0, totalCents: zeroCents };
const addSums = (...sums: readonly Sum[]): Sum => ({
  count: sums.reduce((all, { count }) => all + count, 0),
  totalCents: addCents(zeroCents, ...sums.map(({ totalCents }) => totalCents)),
});

/** Adds as many as there are. */
const sumOf = (all: readonly { readonly totalCents: Cents }[]): Sum => ({
  count: all.length,
  totalCents: all.reduce((sum, { totalCents }) => addCents(sum, totalCents), zeroCents),
});

/** Returns the mean over this number, to the cent; null if the number is 0. */
const meanCents = ({ totalCents }: Sum, of: number) =>
  of === 0 ? null : cents(Math.round(totalCents / of));

/** What was sold, by day. Only days on which something was sold are in it. */
class SoldDays {
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
function totalsByName(parts: readonly SumPart[], wanted: SumGroup): readonly NamedSum[] {
  const ofGroup = parts.filter(({ group }) => group === wanted);
  return [...Map.groupBy(ofGroup, ({ name }) => name)]
    .map(([name, all]) => ({
      ...{ name, count: all.length, totalCents: sumCents(all.map((one) => one.cents)) },
    }))
    .sort((one, other) => other.totalCents - one.totalCents || byText(one.name, other.name));
}

const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the first products of each order. */
function productsOf(sold: readonly ProductSum[], limit: number) {
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

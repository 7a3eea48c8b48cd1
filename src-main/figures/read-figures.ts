// Makes the figures of a period from the sums.
import { addDays, localDay, weekdayOf } from '../contract/calendar.ts';
import type { Sum } from '../contract/day.ts';
import type {
  Earlier,
  Figures,
  FiguresQuery,
  SeenDocuments,
  TimeSum,
  UsualWeek,
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
import { readCashDifferences } from '../store/cash-differences.ts';
import type { Store } from '../store/open.ts';
import { coverageOf } from './count.ts';
import { minuteOfDay } from './local-time.ts';
import {
  addSums,
  daySums,
  firstDay,
  hoursOf,
  meanCents,
  noSum,
  productsOf,
  totalOf,
  totalsByName,
  totalUpTo,
  unreadableSales,
} from './sums.ts';

type Now = NonNullable<Figures['now']>;

const weeksOfUsual = 8;
const trendLength: Readonly<Record<PeriodKind, number>> = { day: 28, week: 12, month: 12 };
const unreadableNamed = 20;

export interface Sources {
  /** The file of the sums. */
  readonly db: Store;
  /** The till's own file. */
  readonly sales: Store;
  readonly documents: (days: Days) => SeenDocuments;
  readonly nowMs: number;
  /** How many products of each order are wanted. */
  readonly products: number;
}

export function readFigures(sources: Sources, { period: kind, date }: FiguresQuery): Figures {
  const { db, sales, nowMs } = sources;
  const period = periodOf(kind, date);
  const at = new Date(nowMs);
  const today = localDay(at.getTime());
  const now = isIn(today, period) ? { day: today, minute: minuteOfDay(at) } : null;
  const discounts = totalsByName(db, 'discount', period);
  const discount = (wanted: string): Sum => {
    const { count, totalCents } = discounts.find(({ name }) => name === wanted) ?? noSum;
    return { count, totalCents };
  };
  return {
    ...{ kind, period, atMs: nowMs, now },
    coverage: coverageOf(db, sales),
    unreadable: unreadableSales(db, unreadableNamed),
    firstDay: firstDay(db),
    sold: totalOf(db, 'hour', period),
    open: totalOf(db, 'open', period),
    earlier: earlierOf(db, kind, period, now),
    times: kind === 'day' ? hours(db, period.from, now, today) : days(db, period, today),
    usualWeek: usualWeek(db, period.from),
    trend: trendOf(db, kind, period, today),
    products: productsOf(db, period, sources.products),
    methods: totalsByName(db, 'method', period),
    cashiers: totalsByName(db, 'cashier', period),
    discounts: { line: discount('line'), sale: discount('sale') },
    cancelled: totalsByName(db, 'cancelled', period),
    corrected: totalsByName(db, 'corrected', period),
    cash: readCashDifferences(sales, period),
    documents: sources.documents(period),
  };
}

function earlierOf(db: Store, kind: PeriodKind, period: Days, now: Now | null): Earlier {
  const sold = comparedWith(kind, period)
    .map((before) => ({ before, whole: totalOf(db, 'hour', before) }))
    .filter(({ whole }) => whole.count > 0);
  return {
    periods: sold.length,
    whole: addSums(...sold.map(({ whole }) => whole)),
    soFar: addSums(
      ...sold.map(({ before, whole }) => (now ? soFarOf(db, before, period, now) : whole)),
    ),
  };
}

/**
 * Returns the sum of the period before up to the same day and time. A month that is shorter ends
 * before the same day of it.
 */
function soFarOf(db: Store, before: Days, period: Days, { day, minute }: Now): Sum {
  const gone = daysIn({ from: period.from, until: day }).length - 1;
  const same = addDays(before.from, gone);
  if (same > before.until) return totalOf(db, 'hour', before);
  const whole = { from: before.from, until: addDays(same, -1) };
  return addSums(totalOf(db, 'hour', whole), totalUpTo(db, same, minute));
}

/**
 * Returns the hours from the first to the last in which something was sold, on the day or on those
 * before.
 */
function hours(db: Store, day: string, now: Now | null, today: string): readonly TimeSum[] {
  const before = comparedWith('day', periodOf('day', day));
  const earlier = before.flatMap((each) => hoursOf(db, each));
  const sold = new Set(earlier.map((row) => row.day)).size;
  const own = hoursOf(db, { from: day, until: day });
  return hoursBetween([...own, ...earlier].map(({ name }) => name)).map((name) => {
    const { count, totalCents } = own.find((row) => row.name === name) ?? noSum;
    return {
      ...{ name, count, totalCents },
      meanCents: meanCents(addSums(...earlier.filter((row) => row.name === name)), sold),
      when: whenOf(name, now ? now.minute.slice(0, 2) : day > today ? '' : '99'),
    };
  });
}

/**
 * Returns the days of the period, each beside the mean of the same weekday in the four weeks before
 * the period.
 */
function days(db: Store, period: Days, today: string): readonly TimeSum[] {
  const before = daySums(db, { from: addDays(period.from, -28), until: addDays(period.from, -1) });
  const own = daySums(db, period);
  return daysIn(period).map((name) => {
    const { count, totalCents } = own.get(name) ?? noSum;
    const same = [...before].filter(([day]) => weekdayOf(day) === weekdayOf(name));
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

/**
 * Returns the usual week of the eight weeks before the day. A weekday's mean is over the days on
 * which it sold.
 */
function usualWeek(db: Store, before: string): UsualWeek {
  const span = { from: addDays(before, -7 * weeksOfUsual), until: addDays(before, -1) };
  const rows = hoursOf(db, span);
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

function trendOf(db: Store, kind: PeriodKind, period: Days, today: string): Figures['trend'] {
  const periods = periodsUpTo(kind, period, trendLength[kind]);
  const all = daySums(db, { from: periods[0]?.from ?? period.from, until: period.until });
  return periods.map((span) => ({
    ...span,
    ...addSums(...daysIn(span).flatMap((day) => all.get(day) ?? [])),
    isWhole: span.until < today,
  }));
}

// How sales went: what the till sold in a day, a week or a month, and what came before.
import * as v from 'valibot';
import { dayAtMs } from './calendar.ts';
import type { Sum } from './day.ts';
import type { Cents } from './money.ts';
import { periodKinds, type Days, type PeriodKind } from './periods.ts';

export const figuresQuerySchema = v.strictObject({
  period: v.picklist(periodKinds),
  /** Any day of the period, as `yyyy-mm-dd`. */
  date: v.pipe(
    v.string(),
    v.check((date) => dayAtMs(date) !== undefined),
  ),
});
export type FiguresQuery = v.InferOutput<typeof figuresQuerySchema>;

/** The tables, each of which can be saved as a file. */
export const figureTables = [
  'times',
  'usualWeek',
  'trend',
  'products',
  'methods',
  'cashiers',
  'reductions',
  'cash',
  'documents',
] as const;
export type FigureTable = (typeof figureTables)[number];

export const figuresExportSchema = v.strictObject({
  ...figuresQuerySchema.entries,
  table: v.picklist(figureTables),
});

export interface NamedSum extends Sum {
  /** Empty if there is no name. */
  readonly name: string;
}

/** An hour of a day, or a day of a week or a month. */
export interface TimeSum extends Sum {
  /** `hh`, or `yyyy-mm-dd`. */
  readonly name: string;
  /** The mean of the same hour or weekday before; null if the till sold on no such day. */
  readonly meanCents: Cents | null;
  /** Whether it is past, under way or still to come. */
  readonly when: 'past' | 'now' | 'ahead';
}

export interface ProductSum {
  readonly code: string;
  readonly description: string;
  /** The unit as the catalogue had it; empty if it had none. */
  readonly unit: string;
  readonly quantityThousandths: number;
  readonly totalCents: Cents;
}

/** Sums of several earlier periods, from which the reader works out the average. */
export interface Earlier {
  /** How many periods there are in which something was sold. */
  readonly periods: number;
  readonly whole: Sum;
  /** The sums up to the same weekday or day of the month, and the same time. */
  readonly soFar: Sum;
}

export interface UsualWeek extends Days {
  /** Every hour (`hh`) from the first to the last in which something was sold. */
  readonly hours: readonly string[];
  /** The weekdays from Monday on. */
  readonly weekdays: readonly {
    /** How many days of that weekday had a sale. */
    readonly days: number;
    /** The mean of each hour in cents; null if nothing was ever sold. */
    readonly meanCents: readonly (Cents | null)[];
  }[];
}

/** How far the last count of a closed day differed. */
export interface CashDifference {
  readonly zId: number;
  readonly installation: string;
  readonly number: number;
  readonly date: string;
  /** Both are null if the report's count cannot be read. */
  readonly expectedCents: Cents | null;
  readonly countedCents: Cents | null;
}

/** Documents of all tills that this till has seen in the service's lists. */
export interface SeenDocuments {
  /** The sums by kind and status, in the service's words: how a kind counts is not documented. */
  readonly kinds: readonly (NamedSum & { readonly status: string })[];
  /** When the last of them was seen; null if there is none. */
  readonly lastSeenAtMs: number | null;
}

export interface Figures {
  readonly kind: PeriodKind;
  readonly period: Days;
  readonly atMs: number;
  /** The day, and the minute as `hh:mm`, while the period is under way; else null. */
  readonly now: { readonly day: string; readonly minute: string } | null;
  /** How many of the till's sales are summed up so far; the newest come first. */
  readonly coverage: { readonly counted: number; readonly sales: number };
  /** Sales that cannot be read, and that no figure contains. At most 20 are named. */
  readonly unreadable: { readonly count: number; readonly references: readonly string[] };
  /** The first day with a sale; null before the first. */
  readonly firstDay: string | null;
  /** Sales at the counter, without the cancelled ones. */
  readonly sold: Sum;
  /** Those of `sold` that the service has not confirmed. */
  readonly open: Sum;
  readonly earlier: Earlier;
  readonly times: readonly TimeSum[];
  readonly usualWeek: UsualWeek;
  readonly trend: readonly (Days & Sum & { readonly isWhole: boolean })[];
  /** The first products by each order, before discounts on whole sales. */
  readonly products: {
    readonly distinct: number;
    readonly byAmount: readonly ProductSum[];
    readonly byQuantity: readonly ProductSum[];
  };
  readonly methods: readonly NamedSum[];
  readonly cashiers: readonly NamedSum[];
  readonly discounts: { readonly line: Sum; readonly sale: Sum };
  /** Both by cashier; corrected sales by how much their totals changed. */
  readonly cancelled: readonly NamedSum[];
  readonly corrected: readonly NamedSum[];
  readonly cash: readonly CashDifference[];
  readonly documents: SeenDocuments;
  /**
   * The tables that are left out because they tell what has to be in the drawer, which the viewer
   * may not see.
   */
  readonly hidden?: readonly FigureTable[];
}

/** The tables from which one can read what a count has to come to. */
export const drawerTables = ['methods', 'cash'] as const satisfies readonly FigureTable[];

/** How many products the screen shows in each order; a file has all. */
export const productsShown = 50;

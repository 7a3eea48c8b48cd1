// How it went: what the till has sold in a day, a week or a month, beside what came before.
import * as v from 'valibot';
import { dayAtMs } from './calendar.ts';
import type { Sum } from './day.ts';
import type { Cents } from './money.ts';
import { periodKinds, type Days, type PeriodKind } from './periods.ts';

export const figuresQuerySchema = v.strictObject({
  period: v.picklist(periodKinds),
  /** A day of it, as `yyyy-mm-dd`. */
  date: v.pipe(
    v.string(),
    v.check((date) => dayAtMs(date) !== undefined),
  ),
});
export type FiguresQuery = v.InferOutput<typeof figuresQuerySchema>;

/** Each as a file of its own. */
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
  /** Empty where there is no name. */
  readonly name: string;
}

/** An hour of a day, or a day of a week or a month. */
export interface TimeSum extends Sum {
  /** `hh`, or `yyyy-mm-dd`. */
  readonly name: string;
  /** Of the same hour or weekday before; null where the till sold on no such day. */
  readonly meanCents: Cents | null;
  /** It is under way, or still to come. */
  readonly when: 'past' | 'now' | 'ahead';
}

export interface ProductSum {
  readonly code: string;
  readonly description: string;
  /** As the catalogue had it; empty where it had none. */
  readonly unit: string;
  readonly quantityThousandths: number;
  readonly totalCents: Cents;
}

/** Sums of so many periods: what one of them came to on average is theirs to say. */
export interface Earlier {
  /** Those in which something was sold. */
  readonly periods: number;
  readonly whole: Sum;
  /** Up to the same weekday or day of the month, and the same time. */
  readonly soFar: Sum;
}

export interface UsualWeek extends Days {
  /** `hh`: every hour from the first to the last in which something was sold. */
  readonly hours: readonly string[];
  /** From Monday on. */
  readonly weekdays: readonly {
    /** On which something was sold. */
    readonly days: number;
    /** Cents of an hour on average; null where nothing was ever sold. */
    readonly meanCents: readonly (Cents | null)[];
  }[];
}

/** What the last count of a closed day differed by. */
export interface CashDifference {
  readonly zId: number;
  readonly installation: string;
  readonly number: number;
  readonly date: string;
  /** Both are null where the report's count cannot be read. */
  readonly expectedCents: Cents | null;
  readonly countedCents: Cents | null;
}

/** Documents of all tills that this till has seen in the service's lists. */
export interface SeenDocuments {
  /** By kind and status, in the service's words: how a kind counts is not documented. */
  readonly kinds: readonly (NamedSum & { readonly status: string })[];
  /** Of the one that was seen last; null where there is none. */
  readonly lastSeenAtMs: number | null;
}

export interface Figures {
  readonly kind: PeriodKind;
  readonly period: Days;
  readonly atMs: number;
  /** While the period is under way: the day, and the minute of it as `hh:mm`. */
  readonly now: { readonly day: string; readonly minute: string } | null;
  /** How many of the till's sales are summed up yet, the newest first. */
  readonly coverage: { readonly counted: number; readonly sales: number };
  /** Sales that cannot be read: in no figure. At most 20 are named. */
  readonly unreadable: { readonly count: number; readonly references: readonly string[] };
  /** The first day with a sale; null before the first. */
  readonly firstDay: string | null;
  /** At the counter, but for those that were cancelled. */
  readonly sold: Sum;
  /** Of these, those that the service has not confirmed. */
  readonly open: Sum;
  readonly earlier: Earlier;
  readonly times: readonly TimeSum[];
  readonly usualWeek: UsualWeek;
  readonly trend: readonly (Days & Sum & { readonly isWhole: boolean })[];
  /** The first ones of each order, before a discount on the whole sale. */
  readonly products: {
    readonly distinct: number;
    readonly byAmount: readonly ProductSum[];
    readonly byQuantity: readonly ProductSum[];
  };
  readonly methods: readonly NamedSum[];
  readonly cashiers: readonly NamedSum[];
  readonly discounts: { readonly line: Sum; readonly sale: Sum };
  /** By cashier; corrected ones by how much their totals have changed. */
  readonly cancelled: readonly NamedSum[];
  readonly corrected: readonly NamedSum[];
  readonly cash: readonly CashDifference[];
  readonly documents: SeenDocuments;
  /** Those that say what has to be in the drawer, where whoever is at the till may not see it. */
  readonly hidden?: readonly FigureTable[];
}

/** What a count has to come to can be read from them. */
export const drawerTables = ['methods', 'cash'] as const satisfies readonly FigureTable[];

/** Of each order on the screen; a file holds all. */
export const productsShown = 50;

// How sales went: what the till sold in a day, a week or a month, and what came before.
import * as v from 'valibot';
import { daySchema } from './calendar.ts';
import { sumSchema } from './day.ts';
import { centsSchema } from './money.ts';
import { periodKinds } from './periods.ts';

export const figuresQuerySchema = v.strictObject({
  period: v.picklist(periodKinds),
  /** Any day of the period, as `yyyy-mm-dd`. */
  date: daySchema,
});
export type FiguresQuery = v.InferOutput<typeof figuresQuerySchema>;

/** The tables, each of which can be saved as a file. */
export const figureTables = [
  'times',
  'usualWeek',
  'trend',
  'products',
  'returned',
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

const integer = v.pipe(v.number(), v.safeInteger());
const list = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.array(schema), v.readonly());

const namedSumSchema = v.object({
  /** Empty if there is no name. */
  name: v.string(),
  ...sumSchema.entries,
});
export type NamedSum = v.InferOutput<typeof namedSumSchema>;

/** An hour of a day, or a day of a week or a month. */
const timeSumSchema = v.object({
  /** The name is `hh`, or `yyyy-mm-dd`. */
  ...namedSumSchema.entries,
  /** The mean of the same hour or weekday before; null if the till sold on no such day. */
  meanCents: v.nullable(centsSchema),
  /** Whether it is past, under way or still to come. */
  when: v.picklist(['past', 'now', 'ahead']),
});
export type TimeSum = v.InferOutput<typeof timeSumSchema>;

const productSumSchema = v.object({
  code: v.string(),
  description: v.string(),
  /** The unit as the catalogue had it; empty if it had none. */
  unit: v.string(),
  quantityThousandths: integer,
  totalCents: centsSchema,
});
export type ProductSum = v.InferOutput<typeof productSumSchema>;

/** Sums of several earlier periods, from which the reader works out the average. */
const earlierSchema = v.object({
  /** How many periods there are in which something was sold. */
  periods: integer,
  whole: sumSchema,
  /** The sums up to the same weekday or day of the month, and the same time. */
  soFar: sumSchema,
});
export type Earlier = v.InferOutput<typeof earlierSchema>;

const days = { from: v.string(), until: v.string() };

const usualWeekSchema = v.object({
  ...days,
  /** Every hour (`hh`) from the first to the last in which something was sold. */
  hours: list(v.string()),
  /** The weekdays from Monday on. */
  weekdays: list(
    v.object({
      /** How many days of that weekday had a sale. */
      days: integer,
      /** The mean of each hour in cents; null if nothing was ever sold. */
      meanCents: list(v.nullable(centsSchema)),
    }),
  ),
});
export type UsualWeek = v.InferOutput<typeof usualWeekSchema>;

/** How far the last count of a closed day differed. */
export const cashDifferenceSchema = v.object({
  zId: integer,
  installation: v.string(),
  number: integer,
  date: v.string(),
  /** Both are null if the report's count cannot be read. */
  expectedCents: v.nullable(centsSchema),
  countedCents: v.nullable(centsSchema),
});
export type CashDifference = v.InferOutput<typeof cashDifferenceSchema>;

/** Documents of all tills that this till has seen in the service's lists. */
export interface SeenDocuments {
  /** The sums by kind and status, in the service's words: how a kind counts is not documented. */
  readonly kinds: readonly (NamedSum & { readonly status: string })[];
  /** When the last of them was seen; null if there is none. */
  readonly lastSeenAtMs: number | null;
}

/** What the till's own file tells of a period. */
export const salesFiguresSchema = v.object({
  kind: v.picklist(periodKinds),
  period: v.object(days),
  atMs: integer,
  /** The day, and the minute as `hh:mm`, while the period is under way; else null. */
  now: v.nullable(v.object({ day: v.string(), minute: v.string() })),
  /** Sales of the period that cannot be read, in none of its figures. At most 20 are named. */
  unreadable: v.object({ count: integer, references: list(v.string()) }),
  /** The first day with a sale; null before the first. */
  firstDay: v.nullable(v.string()),
  /** Sales at the counter, without the cancelled ones. */
  sold: sumSchema,
  /** Those of `sold` that the service has not confirmed. */
  open: sumSchema,
  earlier: earlierSchema,
  times: list(timeSumSchema),
  usualWeek: usualWeekSchema,
  trend: list(v.object({ ...days, ...sumSchema.entries, isWhole: v.boolean() })),
  /** The first products by each order, before discounts on whole sales. */
  products: v.object({
    distinct: integer,
    byAmount: list(productSumSchema),
    byQuantity: list(productSumSchema),
  }),
  /** What came back, without the cancelled returns, by kind: never netted into what was sold. */
  returned: list(namedSumSchema),
  methods: list(namedSumSchema),
  cashiers: list(namedSumSchema),
  discounts: v.object({ line: sumSchema, sale: sumSchema }),
  /** Both by cashier; corrected sales by how much their totals changed. */
  cancelled: list(namedSumSchema),
  corrected: list(namedSumSchema),
  cash: list(cashDifferenceSchema),
});
export type SalesFigures = v.InferOutput<typeof salesFiguresSchema>;

export interface Figures extends Readonly<SalesFigures> {
  readonly documents: SeenDocuments;
  /** The tables left out, which tell what must be in the drawer: the viewer may not see it. */
  readonly hidden?: readonly FigureTable[];
}

/** The tables from which one can read what a count has to come to. */
export const drawerTables = ['methods', 'cash'] as const satisfies readonly FigureTable[];

/** How many products the screen shows in each order; a file has all. */
export const productsShown = 50;

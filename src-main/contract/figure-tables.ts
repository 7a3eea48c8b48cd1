// Every figure as a table, for the screen, which shows it beside its picture, and for a file. A
// cell says what it holds; the screen or the file decides how that reads.
import type { Sum } from './day.ts';
import { zName } from './day-report.ts';
import type { CashDifference, FigureTable, Figures, NamedSum } from './figures.ts';
import { addCents, subtractCents, zeroCents, type Cents } from './money.ts';

export type FigureCell =
  /** A text that others wrote: a name, a description. */
  | { readonly kind: 'foreign'; readonly text: string }
  /** A text of the till: the name of a Z report. */
  | { readonly kind: 'plain'; readonly text: string }
  /** A word from the messages. */
  | { readonly kind: 'word'; readonly word: FigureWord }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'hour'; readonly hour: string }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'quantity'; readonly thousandths: number }
  | { readonly kind: 'money'; readonly cents: Cents }
  /** Nothing is known, or there is nothing to say. */
  | { readonly kind: 'none' };

/** The words that the till puts into cells. */
export const figureWords = [
  'nobody',
  'unnamed',
  'lineDiscounts',
  'saleDiscounts',
  'cancelled',
  'corrected',
  'sold',
  'returned',
  'soldLess',
] as const;
export type FigureWord = (typeof figureWords)[number];

export const figureColumns = [
  'hour',
  'day',
  'weekday',
  'from',
  'until',
  'sales',
  'amount',
  'mean',
  'code',
  'product',
  'unit',
  'quantity',
  'method',
  'cashier',
  'what',
  'number',
  'report',
  'expected',
  'counted',
  'difference',
  'document',
  'status',
] as const;
export type FigureColumn = (typeof figureColumns)[number];

export interface TabledFigures {
  /** A column named by the messages, or an hour as it stands. */
  readonly columns: readonly (FigureColumn | { readonly hour: string })[];
  readonly rows: readonly (readonly FigureCell[])[];
}

const none: FigureCell = { kind: 'none' };
const money = (cents: Cents | null): FigureCell =>
  cents === null ? none : { kind: 'money', cents };
const number = (value: number): FigureCell => ({ kind: 'number', number: value });
const day = (value: string): FigureCell => ({ kind: 'day', day: value });
const word = (value: FigureWord): FigureCell => ({ kind: 'word', word: value });
/** `unnamed` is the word for an empty name. */
const foreign = (text: string, unnamed: FigureWord = 'unnamed'): FigureCell =>
  text === '' ? word(unnamed) : { kind: 'foreign', text };

const sumCells = ({ count, totalCents }: Sum): readonly FigureCell[] => [
  number(count),
  money(totalCents),
];
const sums = (all: readonly NamedSum[], unnamed: FigureWord): TabledFigures['rows'] =>
  all.map((sum) => [foreign(sum.name, unnamed), ...sumCells(sum)]);

/** Positive if there is more than there should be; null if the count cannot be read. */
export const cashDifference = ({ expectedCents, countedCents }: CashDifference): Cents | null =>
  expectedCents === null || countedCents === null
    ? null
    : subtractCents(countedCents, expectedCents);

const tableMakers: Readonly<Record<FigureTable, (figures: Figures) => TabledFigures>> = {
  times: ({ kind, times }) => ({
    columns: [kind === 'day' ? 'hour' : 'day', 'sales', 'amount', 'mean'],
    rows: times.map(({ name, meanCents, when, ...sum }) => [
      kind === 'day' ? { kind: 'hour', hour: name } : day(name),
      ...(when === 'ahead' ? [none, none] : sumCells(sum)),
      money(meanCents),
    ]),
  }),
  usualWeek: ({ usualWeek: { hours, weekdays } }) => ({
    columns: ['weekday', ...hours.map((hour) => ({ hour }))],
    rows: weekdays.map(({ meanCents }, weekday) => [
      { kind: 'weekday', weekday },
      ...meanCents.map(money),
    ]),
  }),
  trend: ({ trend }) => ({
    columns: ['from', 'until', 'sales', 'amount'],
    rows: trend.map(({ from, until, ...sum }) => [day(from), day(until), ...sumCells(sum)]),
  }),
  products: ({ products }) => ({
    columns: ['code', 'product', 'quantity', 'unit', 'amount'],
    rows: products.byAmount.map((product) => [
      foreign(product.code),
      foreign(product.description),
      { kind: 'quantity', thousandths: product.quantityThousandths },
      product.unit === '' ? none : foreign(product.unit),
      money(product.totalCents),
    ]),
  }),
  returned: ({ sold, returned }) => {
    const back = {
      count: returned.reduce((all, { count }) => all + count, 0),
      totalCents: addCents(zeroCents, ...returned.map(({ totalCents }) => totalCents)),
    };
    return {
      columns: ['what', 'number', 'amount'],
      rows: [
        ...sums(returned, 'unnamed'),
        [word('sold'), ...sumCells(sold)],
        [word('returned'), ...sumCells(back)],
        [word('soldLess'), none, money(subtractCents(sold.totalCents, back.totalCents))],
      ],
    };
  },
  methods: ({ methods }) => ({
    columns: ['method', 'sales', 'amount'],
    rows: sums(methods, 'unnamed'),
  }),
  cashiers: ({ cashiers }) => ({
    columns: ['cashier', 'sales', 'amount'],
    rows: sums(cashiers, 'nobody'),
  }),
  reductions: ({ discounts, cancelled, corrected }) => ({
    columns: ['what', 'cashier', 'number', 'amount'],
    rows: [
      [word('lineDiscounts'), none, ...sumCells(discounts.line)],
      [word('saleDiscounts'), none, ...sumCells(discounts.sale)],
      ...sums(cancelled, 'nobody').map((row) => [word('cancelled'), ...row]),
      ...sums(corrected, 'nobody').map((row) => [word('corrected'), ...row]),
    ],
  }),
  cash: ({ cash }) => ({
    columns: ['day', 'report', 'expected', 'counted', 'difference'],
    rows: cash.map((closed) => [
      day(closed.date),
      { kind: 'plain', text: zName(closed) },
      money(closed.expectedCents),
      money(closed.countedCents),
      money(cashDifference(closed)),
    ]),
  }),
  documents: ({ documents }) => ({
    columns: ['document', 'status', 'number', 'amount'],
    rows: documents.kinds.map(({ name, status, ...sum }) => [
      foreign(name),
      status === '' ? none : foreign(status),
      ...sumCells(sum),
    ]),
  }),
};

export const tabled = (figures: Figures, table: FigureTable): TabledFigures =>
  tableMakers[table](figures);

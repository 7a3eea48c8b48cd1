// The texts of how business went, in English: the owner's page, and its tables.
import type { FigureColumn, FigureWord } from '../../../src-main/contract/figure-tables.ts';
import type { FigureTable } from '../../../src-main/contract/figures.ts';
import type { PeriodKind } from '../../../src-main/contract/periods.ts';
import { count, numeral, plural } from './formats.ts';

const words: Record<FigureWord, string> = {
  nobody: 'Nobody named',
  unnamed: 'Without a name',
  lineDiscounts: 'Lines below their price',
  saleDiscounts: 'Discounts on a whole sale',
  cancelled: 'Cancelled sales',
  corrected: 'Corrected sales',
  sold: 'Sold',
  returned: 'Returned',
  soldLess: 'Sold less returned',
};

const columns: Record<FigureColumn, string> = {
  hour: 'Hour',
  day: 'Day',
  weekday: 'Weekday',
  from: 'From',
  until: 'Until',
  sales: 'Sales',
  amount: 'Amount',
  mean: 'Average before',
  code: 'Code',
  product: 'Product',
  unit: 'Unit',
  quantity: 'Quantity',
  method: 'Payment method',
  cashier: 'Cashier',
  what: 'What',
  number: 'How many',
  report: 'Z report',
  expected: 'Expected',
  counted: 'Counted',
  difference: 'Difference',
  document: 'Document',
  status: 'Status',
};

const ended: Record<PeriodKind, string> = { day: 'day', week: 'week', month: 'month' };
const weekdays: readonly string[] = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
];
const titles: Record<FigureTable, string> = {
  times: 'By day',
  usualWeek: 'A usual week, euros an hour',
  trend: 'Trend',
  products: 'By product',
  returned: 'Returned',
  methods: 'By payment method',
  cashiers: 'By cashier',
  reductions: 'Discounts, cancellations, corrections',
  cash: 'Cash differences',
  documents: 'Documents',
};
const sales = (number: number): string => count(number, { one: 'sale', other: 'sales' });

export const enFigures = {
  title: 'Figures',
  period: 'Period',
  periods: { day: 'Today', week: 'This week', month: 'This month' } satisfies Record<
    PeriodKind,
    string
  >,
  earlier: (kind: PeriodKind) => `The ${ended[kind]} before`,
  later: (kind: PeriodKind) => `The ${ended[kind]} after`,
  lookAgain: 'Refresh',
  print: 'Print this page',
  looking: 'The figures are being read.',
  fromTo: (from: string, until: string) => `${from} to ${until}`,
  untilNow: (time: string) => `Sales of this till until ${time}`,
  ended: 'Sales of this till',
  notConfirmed: (number: number, amount: string) => `${number} not confirmed yet: ${amount}`,
  unreadable: (number: number, references: readonly string[]) =>
    `${sales(number)} cannot be read and ${plural(number, { one: 'is', other: 'are' })} in no figure: ${references.join(', ')}${references.length < number ? ' …' : ''}`,
  takings: 'Takings',
  sales: 'Sales',
  average: 'Average sale',
  seen: 'Documents seen, all tills',
  lastSeen: (time: string) => `last seen ${time}`,
  noneSeen: 'none seen yet',
  nothingBefore: 'Nothing to compare with yet',
  up: (percent: string) => `${percent} more than before`,
  down: (percent: string) => `${percent} less than before`,
  /** `weekday` counts from 0 for Monday and matters for days only. */
  mean: (kind: PeriodKind, periods: number, weekday: number) =>
    kind === 'day'
      ? plural(periods, {
          one: `the ${weekdays[weekday] ?? ''} before`,
          other: `average of ${numeral(periods)} ${weekdays[weekday] ?? ''}s`,
        })
      : plural(periods, {
          one: `the ${ended[kind]} before`,
          other: `average of ${numeral(periods)} ${ended[kind]}s`,
        }),
  soFar: (mean: string, amount: string, time: string, whole: string) =>
    `${amount} by ${time}, ${whole} in the end: ${mean}`,
  titles,
  byHour: 'By hour',
  trends: {
    day: 'The last 28 days',
    week: 'The last 12 weeks',
    month: 'The last 12 months',
  } satisfies Record<PeriodKind, string>,
  thisPeriod: {
    day: 'this day',
    week: 'this week',
    month: 'this month',
  } satisfies Record<PeriodKind, string>,
  meanBefore: 'average of the same weekdays before',
  overWeeks: '8 weeks, days with sales',
  /** Says what a picture shows, for people who do not see it. */
  picture: (title: string, highest: string, amount: string, together: string) =>
    `${title}: total ${together}; most at ${highest} with ${amount}`,
  pictureNothing: (title: string) => `${title}: nothing was sold`,
  table: (title: string) => `Show as a table: ${title}`,
  csv: (title: string) => `Save as CSV: ${title}`,
  order: 'Order',
  byAmount: 'Amount',
  byQuantity: 'Quantity',
  productsNote: 'Before a discount on the whole sale.',
  moreProducts: (shown: number, distinct: number) =>
    `${shown} of ${distinct} products are shown; the file holds all.`,
  share: 'Share',
  nothingSold: 'Nothing was sold.',
  hidden: 'Not shown: it says what a count has to come to. A manager sees it.',
  noCash: 'No day was closed.',
  noDocuments: 'No document of these days was seen in the lists.',
  documentsNote:
    'What nobody has looked at is missing. Kinds are not added up: how each counts is not known.',
  cancelledNote: 'By the day of the sale.',
  unreadCount: 'The count cannot be read.',
  sources: {
    till: 'Sales of this till',
    reports: 'Z reports of this till',
    documents: 'Documents at the service, all tills',
  },
  closed: 'nothing sold',
  words,
  columns,
  weekdays,
  shortWeekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  hour: (hour: string) => `${Number(hour)} h`,
};

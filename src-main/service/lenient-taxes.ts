// Recognises a document's taxes, and which number is the rate, which is taxed, and which is the
// tax. If they contradict each other, none of them is shown as any of these.
import * as v from 'valibot';
import type { TaxAmount } from '../contract/documents.ts';
import {
  parseDecimal,
  percentSchema,
  type Cents,
  type PercentHundredths,
} from '../contract/money.ts';
import type { JsonObject } from './json-object.ts';
import {
  bareTaxNames,
  grossNames,
  someAmountNames,
  taxAmountNames,
  taxBaseNames,
  taxCodeNames,
  taxNames,
  taxParents,
  taxRateNames,
} from './lenient-names.ts';
import { byPlace, type Column, type Table } from './lenient-rows.ts';
import { noteColumns, takeFirst, takeSame, type ShownFields } from './lenient-fields.ts';
import { amountOf, shortText } from './lenient-values.ts';

const maxOfAKind = 8;

/** Returns whether the rows have a rate or a name, and what is taxed or what the tax comes to. */
export function fitsTaxes(table: Table): boolean {
  const { rate, base, amount, name } = columnsOf(table);
  return (rate.length > 0 || name.length > 0) && base.length + amount.length > 0;
}

/**
 * Reads the taxes. `taxesCents` is the tax of the whole document. A row of which nothing is
 * recognised is left to the others.
 */
export function readTaxes(
  table: Table,
  taxesCents: Cents | null,
  shownFields: ShownFields,
): TaxAmount[] {
  const columns = columnsOf(table);
  const amounts = table.rows.map((row) => takeSame(row, columns.amount, amountOf));
  const sum = amounts.reduce<number>((before, amount) => before + (amount ?? 0), 0);
  // An amount that may also be what is taxed counts only if the document's sum shows it.
  const comesToSum = taxesCents !== null && Math.abs(sum - taxesCents) <= table.rows.length;
  const isTold = columns.isSure || comesToSum;
  return table.rows
    .map((row) => taxOf(row, columns, isTold, shownFields))
    .filter(
      ({ name, amountCents, rate, baseCents }) =>
        name !== '' || amountCents !== null || rate !== undefined || baseCents !== undefined,
    );
}

function taxOf(
  row: JsonObject,
  columns: ReturnType<typeof columnsOf>,
  isTold: boolean,
  shownFields: ShownFields,
): TaxAmount {
  const name = takeFirst(row, columns.name, shortText, shownFields) ?? '';
  const figures = {
    amount: takeSame(row, columns.amount, amountOf),
    base: takeSame(row, columns.base, amountOf),
    gross: takeSame(row, columns.gross, amountOf),
  };
  const rate = rateOf(takeSame(row, columns.rate, percentNumber), figures);
  if (rate === 'contradicted') return { name, amountCents: null };
  const isProven = rate !== null && figures.base !== null;
  const amountCents = isTold || isProven ? figures.amount : null;
  if (amountCents !== null) noteColumns(row, columns.amount, shownFields);
  if (figures.base !== null) noteColumns(row, columns.base, shownFields);
  if (rate !== null) noteColumns(row, columns.rate, shownFields);
  return {
    name,
    amountCents,
    ...(rate !== null && { rate }),
    ...(figures.base !== null && { baseCents: figures.base }),
  };
}

interface Figures {
  readonly amount: Cents | null;
  readonly base: Cents | null;
  readonly gross: Cents | null;
}

/** Returns the rate. 0.23 is 23 % only if base and tax say so; else it is null. */
function rateOf(
  percent: number | null,
  { amount, base, gross }: Figures,
): PercentHundredths | null | 'contradicted' {
  const givenPercent = percent === null ? null : hundredths(percent);
  if (amount === null || base === null) {
    return percent !== null && percent > 0 && percent < 1 ? null : givenPercent;
  }
  if (percent === null) {
    const addsUp = gross === null || Math.abs(base + amount - gross) <= 1;
    return addsUp ? null : 'contradicted';
  }
  const isRate = (rate: number) => Math.abs(base * (rate / 100) - amount) <= toleranceOf(amount);
  if (isRate(percent)) return givenPercent;
  return percent > 0 && percent < 1 && isRate(percent * 100)
    ? hundredths(percent * 100)
    : 'contradicted';
}

/** How far a tax may differ: many lines are each rounded. */
const toleranceOf = (amountCents: number): number => 2 + Math.abs(amountCents) / 100;

function hundredths(percent: number): PercentHundredths | null {
  const parsed = v.safeParse(percentSchema, parseDecimal(String(Number(percent.toFixed(6))), 2));
  return parsed.success ? parsed.output : null;
}

function percentNumber(value: unknown): number | null {
  if (typeof value === 'number') return value >= 0 && value <= 100 ? value : null;
  const digits =
    typeof value === 'string' ? /^(\d{1,3}(?:[.,]\d{1,2})?) ?%?$/.exec(value)?.[1] : '';
  return digits ? percentNumber(Number(digits.replace(',', '.'))) : null;
}

function columnsOf({ columns }: Table) {
  const own = columns.filter(({ inner }) => inner === null);
  const inTax = columns.filter(
    ({ inner, parentWords }) => inner !== null && taxParents.has(parentWords.join('')),
  );
  const named = (of: readonly Column[], names: ReadonlySet<string>) =>
    of.filter(({ words }) => names.has(words.join(''))).slice(0, maxOfAKind);
  const bare = named(own, bareTaxNames);
  const rates = [...named(own, taxRateNames), ...named(inTax, taxRateNames)];
  const sure = named(own, taxAmountNames);
  const some = named(own, someAmountNames);
  // A field that is just named "iva" is the rate or the tax, whichever has no other field.
  const rate = rates.length > 0 || (sure.length === 0 && some.length === 0) ? rates : bare;
  const tax = sure.length === 0 && rates.length > 0 ? bare : sure;
  return {
    name: [
      ...described(inTax),
      ...described(own),
      ...named(inTax, taxCodeNames),
      ...named(own, taxCodeNames),
    ],
    rate,
    base: named(own, taxBaseNames),
    gross: named(own, grossNames),
    amount: tax.length > 0 ? tax : some,
    /** Whether the amounts have names of taxes. */
    isSure: tax.length > 0,
  };
}

const described = (columns: readonly Column[]): readonly Column[] =>
  byPlace(columns, placeOf).slice(0, maxOfAKind);

const placeOf = ({ words }: Column) => taxNames.get(words.join(''));

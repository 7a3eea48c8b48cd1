// Guesses what the columns of a catalogue file hold, by their names, and by their values where
// names do not tell.
import type { ProductField, Reading } from '../contract/catalogue.ts';
import { namedColumn } from './column-names.ts';
import { colourOf, priceOf } from './import-cells.ts';

type Columns = Reading['columns'];
type Rows = readonly (readonly string[])[];

/** Returns how many of the names are ones that a column can have. */
export const countKnownNames = (names: readonly string[]): number =>
  names.filter((name) => namedColumn(name).field !== undefined).length;

/**
 * Guesses the columns. For every field but barcodes one column counts: the first of the most
 * certain. `names` is null if the file has none.
 */
export function guessColumns(names: readonly string[] | null, rows: Rows, width: number): Columns {
  const named = Array.from({ length: width }, (_, index) => namedColumn(names?.[index] ?? ''));
  const columns = named.map(({ field }, index) => {
    if (!field || field === 'barcodes') return field;
    const rivals = named.filter((rival) => rival.field === field);
    const best = Math.max(...rivals.map(({ certainty }) => certainty));
    const chosen = named.findIndex((each) => each.field === field && each.certainty === best);
    return chosen === index ? field : null;
  });
  // If one price is named as without tax, another column of amounts is something else. A person
  // says which column is the price with tax.
  const mayBePrice = !named.some(({ isPriceWithoutTax }) => isPriceWithoutTax);
  guessByValues(columns, rows, mayBePrice);
  // A shop without codes of its own sells by barcode.
  const barcodes = columns.indexOf('barcodes');
  if (!columns.includes('code') && barcodes >= 0) columns[barcodes] = 'code';
  return columns.map((field) => field ?? null);
}

/** Each test takes the first column that is still open and whose cells mostly pass it. */
const valueTests: readonly (readonly [ProductField, (cell: string) => boolean])[] = [
  ['barcodes', (cell) => /^'?(?:\d{8}|\d{12,14})$/u.test(cell)],
  ['vatLabel', (cell) => /^(?:(?:IVA )?(?:[0469]|12|13|16|18|22|23)(?:[.,]0+)? ?%?)$/iu.test(cell)],
  ['unitPrice', (cell) => isPrice(cell) && /[.,]\d{1,4}\D*$/u.test(cell)],
  ['unitPrice', (cell) => isPrice(cell) && /\p{Sc}/u.test(cell)],
  [
    'unit',
    (cell) => /^(?:un|und|unid|uni|kg|g|gr|l|lt|ml|cl|cx|pc|pç|par|emb|m|m2|m3)\.?$/iu.test(cell),
  ],
  ['colour', (cell) => colourOf(cell) !== undefined],
];

export const isPrice = (cell: string): boolean =>
  priceOf(cell, ',') !== undefined || priceOf(cell, '.') !== undefined;

function guessByValues(
  columns: (ProductField | null | undefined)[],
  rows: Rows,
  mayBePrice: boolean,
): void {
  const valuesOf = (index: number): readonly string[] =>
    rows.map((row) => row[index]?.trim() ?? '').filter(Boolean);
  const open = (): readonly number[] =>
    [...columns.keys()].filter((at) => columns[at] === undefined);
  const take = (field: ProductField, index: number | undefined): void => {
    if (field === 'unitPrice' && !mayBePrice) return;
    if (index !== undefined && !columns.includes(field)) columns[index] = field;
  };

  for (const [field, test] of valueTests) {
    take(
      field,
      open().find((index) => isMostly(valuesOf(index), test)),
    );
  }
  take(
    'code',
    open().find((index) => areCodes(valuesOf(index), rows.length)),
  );
  const byLength = open().toSorted((a, b) => meanLetters(valuesOf(b)) - meanLetters(valuesOf(a)));
  take(
    'description',
    byLength.find((index) => meanLetters(valuesOf(index)) > 2),
  );
  take(
    'unitPrice',
    open().find((index) => isMostly(valuesOf(index), isPrice)),
  );
}

const isMostly = (values: readonly string[], test: (value: string) => boolean): boolean =>
  values.length > 0 && values.filter(test).length >= 0.9 * values.length;

/** Tells whether every row has a value, each value differs and none has blanks. */
const areCodes = (values: readonly string[], rows: number): boolean =>
  values.length === rows &&
  new Set(values).size === rows &&
  isMostly(values, (value) => /^\S+$/u.test(value));

const meanLetters = (values: readonly string[]): number =>
  values.reduce((sum, value) => sum + value.replace(/\P{L}+/gu, '').length, 0) /
  (values.length || 1);

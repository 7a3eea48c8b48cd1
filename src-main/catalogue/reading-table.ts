// Turns a table into a preview: where it begins, what its columns hold, what its rows become.
import {
  mostColumns,
  type ColumnFacts,
  type ImportDoubt,
  type Preview,
  type Reading,
} from '../contract/catalogue.ts';
import { mostCommon } from './damaged-record.ts';
import { countKnownNames, equalPrices, guessColumns } from './guess-columns.ts';
import { decimalMarkOf, isAmbiguousPrice, isPrice, type DecimalMark } from './import-cells.ts';
import type { CsvRecord } from './import-csv.ts';
import { ImportDoubts, newMarks } from './import-doubts.ts';
import { isBadRow, rowReader } from './import-row.ts';

/** The beginning of a file: its records without the blank ones. */
export interface TableStart {
  /** Returns the records with their numbers written with this decimal mark. */
  readonly records: (decimalMark: DecimalMark) => readonly CsvRecord[];
  /** The records with their texts alone: numbers do not tell how texts write them. */
  readonly texts: readonly CsvRecord[];
  /** True if cells have their own places, so that a row may end early. */
  readonly hasGaps: boolean;
  /** True if there are no more rows. */
  readonly isAll: boolean;
}

type Source = Pick<Reading, 'delimiter' | 'encoding' | 'sheet'> & Pick<Preview, 'sheets'>;

const shownRows = 20;
/** How many rows may stand above a table, such as a title, an address or a date. */
export const mostAbove = 20;
export const mostLookedAt = 2000;
const longestBeginning = 60;
const longestValue = 80;
const shownValues = 3;

/** Undefined without a row. Columns that are not as many as the table's are guessed again. */
export function previewOfTable(
  start: TableStart,
  { sheets, ...source }: Source,
  wanted: Reading | null,
): Preview | undefined {
  const chosenReading = wanted?.firstLine === 0 ? null : wanted;
  const all = start.records(chosenReading?.decimalMark ?? ',');
  const firstLine = chosenReading?.firstLine ?? guessFirstLine(all);
  const ofTable = (each: readonly CsvRecord[]) => each.filter(({ line }) => line >= firstLine);
  const [first, ...others] = ofTable(all);
  if (!first) return undefined;
  const hasHeader = chosenReading?.hasHeader ?? isHeader(cellsOf(first), others.map(cellsOf));
  const { names, lines } = hasHeader ? namesIn(all, all.indexOf(first)) : { names: null, lines: 0 };
  const bodyOf = (each: readonly CsvRecord[]) => ofTable(each).slice(hasHeader ? 1 : 0);
  const rows = ofTable(all).slice(lines).map(cellsOf);
  const width = Math.min(widthOf(rows, names, start.hasGaps), mostColumns);
  const fitting = width === mostColumns ? rows : rows.filter((row) => row.length <= width);
  // A heading of a section or a sum says nothing of the columns: no product has so few cells.
  const whole = fitting.filter((row) => filledOf(row) > 2);
  const regular = whole.length > fitting.length / 2 ? whole : fitting;
  const isChosen = chosenReading?.columns.length === width;
  const columns = isChosen ? chosenReading.columns : guessColumns(names, regular, width);
  const columnDoubts = isChosen ? [] : doubtsAbout(names ?? [], regular, columns);
  const prices = pricesOf(bodyOf(start.texts).map(cellsOf), columns);
  const decimalMark = chosenReading?.decimalMark ?? guessDecimalMark(prices, source.delimiter);
  const reading: Reading = { ...source, firstLine, decimalMark, hasHeader, columns };
  const looked = lookedAt(
    bodyOf(start.records(decimalMark ?? ',')),
    reading,
    start,
    prices,
    names ?? [],
  );
  return {
    ...{ reading, sheets },
    beginnings: all.slice(0, mostAbove).map((record) => ({
      line: record.line,
      text: beginningOf(record),
    })),
    header: Array.from({ length: width }, (_, index) => {
      const name = names?.[index] ?? '';
      return name === '' ? String(index + 1) : name;
    }),
    ...looked,
    doubts: [
      ...new Map([...columnDoubts, ...looked.doubts].map((each) => [each.kind, each])).values(),
    ],
  };
}

const currencyName = /^(?:currency(?:[ _]?code)?|moeda|moneda|devise|w[äa]hrung|valuta|waluta)$/iu;

const otherCurrencyName =
  /(?<!\p{L})(?:USD|GBP|CHF|BRL|AOA|MZN|CVE|PLN|CZK|SEK|NOK|DKK|RON|HUF)(?!\p{L})|[$£]/u;

/** Returns what a person should look at in columns that were guessed. */
function doubtsAbout(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  columns: Reading['columns'],
): readonly ImportDoubt[] {
  const doubts: ImportDoubt[] = [];
  const priceNames = equalPrices(names, rows, columns);
  if (priceNames.length > 0) doubts.push({ kind: 'several_prices', columns: priceNames });
  const price = columns.indexOf('unitPrice');
  const priceName = names[price] ?? '';
  if (otherCurrencyName.test(priceName))
    doubts.push({ kind: 'other_currency', example: priceName });
  const at = names.findIndex((name) => currencyName.test(name));
  const foreign = rows.find((row) => /^(?!EUR|€)(?:[A-Z]{3}|\p{Sc})$/u.test(row[at] ?? ''));
  if (foreign) {
    const example = `${foreign[price] ?? ''} ${foreign[at] ?? ''}`.trim();
    doubts.push({ kind: 'other_currency', example });
  }
  return doubts;
}

export const cellsOf = ({ cells }: CsvRecord): readonly string[] => cells ?? [];

/** Reads the rows, and says what stands in the columns and what becomes of the first rows. */
function lookedAt(
  records: readonly CsvRecord[],
  reading: Reading,
  { hasGaps, isAll }: TableStart,
  prices: readonly string[],
  names: readonly string[],
): Pick<Preview, 'rows' | 'facts' | 'looked' | 'products' | 'doubts'> {
  const { decimalMark, columns } = reading;
  const marks = newMarks(haveBothMarks(prices, decimalMark));
  const read = rowReader(reading, { marks });
  const doubts = new ImportDoubts();
  doubts.header(names);
  const priceOfCode = new Map<string, number>();
  const rows: Preview['rows'][number][] = [];
  for (const record of records) {
    const row = hasGaps ? filled(record, columns.length) : record;
    let outcome = read(row);
    if (outcome && !isBadRow(outcome)) {
      const { code, unitPrice } = outcome;
      const before = priceOfCode.get(code);
      if (before === undefined) {
        priceOfCode.set(code, unitPrice);
        doubts.product(outcome);
      } else {
        doubts.repeated(code, before !== unitPrice);
        outcome = { line: record.line, field: 'code', problem: 'taken', text: code };
      }
    }
    if (outcome && isBadRow(outcome)) doubts.badRow(outcome);
    if (rows.length < shownRows) {
      const text = outcome && isBadRow(outcome) ? outcome.text : '';
      rows.push({ cells: row.cells ?? [text], outcome });
    }
  }
  return {
    rows,
    facts: columns.map((_, at) => factsOf(records, at)),
    looked: { rows: records.length, isAll },
    products: priceOfCode.size,
    doubts: doubts.all(marks, reading),
  };
}

function factsOf(records: readonly CsvRecord[], at: number): ColumnFacts {
  const values = new Set<string>();
  let count = 0;
  for (const record of records) {
    const value = cellsOf(record)[at]?.replace(/\s+/gu, ' ').trim() ?? '';
    if (value === '') continue;
    count += 1;
    if (values.size < shownValues) values.add(cut(value, longestValue));
  }
  return { filled: count, values: [...values] };
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

const filled = (record: CsvRecord, width: number): CsvRecord => ({
  ...record,
  cells: Array.from({ length: width }, (_, index) => record.cells?.[index] ?? ''),
});

const beginningOf = (record: CsvRecord): string => {
  const text = cellsOf(record)
    .map((cell) => cell.replace(/\s+/gu, ' ').trim())
    .filter(Boolean)
    .join(' · ');
  return cut(text, longestBeginning);
};

const filledOf = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.trim() !== '').length;

/**
 * Returns the line of the row that names most columns and is longer than all above it. If there is
 * none and most rows have several cells, it returns the first row with more than a title.
 */
function guessFirstLine(records: readonly CsvRecord[]): number {
  const start = records.slice(0, mostAbove);
  const headers = start.filter((record, index) => {
    const cells = cellsOf(record);
    const isLongest = start
      .slice(0, index)
      .every((each) => filledOf(cellsOf(each)) < filledOf(cells));
    return isLongest && !hasNumber(cells) && countKnownNames(cells) >= 2;
  });
  // A heading over several columns stands above their names.
  const most = Math.max(...headers.map((each) => countKnownNames(cellsOf(each))));
  const header = headers.find((each) => countKnownNames(cellsOf(each)) === most);
  const isWide = (record: CsvRecord): boolean => filledOf(cellsOf(record)) > 1;
  const wide = records.filter(isWide);
  const afterTitles = wide.length * 2 >= records.length ? wide[0] : undefined;
  return (header ?? afterTitles ?? records[0])?.line ?? 1;
}

/**
 * Returns the names of the columns: those of the row, with what the row below adds to them, or
 * headings above that stand over several columns where their names repeat.
 */
function namesIn(
  records: readonly CsvRecord[],
  at: number,
): { readonly names: readonly string[]; readonly lines: number } {
  const rowAt = (place: number) => records.slice(place, place + 1).flatMap(cellsOf);
  const [above, names, below] = [at === 0 ? [] : rowAt(at - 1), rowAt(at), rowAt(at + 1)];
  const more = below.filter((name) => name !== '');
  // A single one is the heading of a section.
  if (more.length > 1 && !hasNumber(more) && countKnownNames(more) * 2 > more.length) {
    return { names: withHeadings(names, below, () => true), lines: 2 };
  }
  const isRepeated = (name: string): boolean => names.filter((each) => each === name).length > 1;
  const isHeading = filledOf(above) > 1 && !hasNumber(above);
  return { names: isHeading ? withHeadings(above, names, isRepeated) : names, lines: 1 };
}

/** Puts before each name that `isMeant` the heading above it or next to the left of that. */
function withHeadings(
  headings: readonly string[],
  names: readonly string[],
  isMeant: (name: string) => boolean,
): readonly string[] {
  let heading = '';
  return Array.from({ length: Math.max(headings.length, names.length) }, (_, at) => {
    const [own = '', name = ''] = [headings[at], names[at]];
    if (own !== '') heading = own;
    return name === '' ? own : isMeant(name) ? `${heading} ${name}`.trim() : name;
  });
}

/**
 * Returns the number of columns. A row that a delimiter in its text has made longer does not make
 * the table wider. Where cells have their places, the longest row decides.
 */
function widthOf(
  rows: readonly (readonly string[])[],
  names: readonly string[] | null,
  hasGaps: boolean,
): number {
  const widths = rows.map((row) => row.length);
  const width = hasGaps ? Math.max(0, ...widths) : mostCommon(widths);
  return Math.max(names?.length ?? 0, width);
}

/**
 * Returns whether the first row holds names rather than the first product: names that are known, or
 * no number where the rows below have one.
 */
function isHeader(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const isWithNumber = hasNumber(first);
  const known = countKnownNames(first);
  if (known >= 2 || (known === 1 && !isWithNumber)) return true;
  const column = [...first.keys()].find(
    (index) => rows.length > 0 && rows.every((row) => isPrice(row[index] ?? '')),
  );
  return column !== undefined && !isWithNumber;
}

const hasNumber = (cells: readonly string[]): boolean =>
  cells.some((cell) => /\d/u.test(cell) && isPrice(cell));

function pricesOf(
  rows: readonly (readonly string[])[],
  columns: Reading['columns'],
): readonly string[] {
  const index = columns.indexOf('unitPrice');
  return rows.map((row) => row[index] ?? '').filter(isPrice);
}

/**
 * Guesses by the prices; null if all with a mark have two readings. If there is no mark, the
 * separator decides: with a comma between cells the decimal mark is a point.
 */
function guessDecimalMark(
  prices: readonly string[],
  delimiter: Reading['delimiter'],
): Reading['decimalMark'] {
  const marks = prices.flatMap((price) => decimalMarkOf(price) ?? []);
  const commas = marks.filter((mark) => mark === ',').length;
  if (commas * 2 !== marks.length) return commas * 2 > marks.length ? ',' : '.';
  if (marks.length === 0 && prices.some(isAmbiguousPrice)) return null;
  return delimiter === ',' ? '.' : ',';
}

const haveBothMarks = (prices: readonly string[], decimalMark: Reading['decimalMark']): boolean =>
  prices.some((price) => (decimalMarkOf(price) ?? decimalMark) !== decimalMark);

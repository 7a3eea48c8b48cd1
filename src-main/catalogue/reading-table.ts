// Turns a table into a preview: where it begins, what its columns hold, and what its first rows
// become.
import type { BadRow, Preview, Product, Reading } from '../contract/catalogue.ts';
import { countKnownNames, guessColumns, isPrice } from './import-columns.ts';
import type { CsvRecord } from './import-csv.ts';
import { rowReader } from './import-row.ts';

/** The beginning of a file: its records without the blank ones. */
export interface TableStart {
  /** Returns the records with their numbers written with this decimal mark. */
  readonly records: (decimalMark: Reading['decimalMark']) => readonly CsvRecord[];
  /** The records with their texts alone: numbers do not tell how texts write them. */
  readonly texts: readonly CsvRecord[];
  /** True if cells have their own places, so that a row may end early. */
  readonly hasGaps: boolean;
}

type Source = Pick<Reading, 'delimiter' | 'encoding' | 'sheet'> & Pick<Preview, 'sheets'>;

const maxColumns = 200;
const shownRows = 20;
/** How many rows may stand above a table, such as a title, an address or a date. */
const mostAbove = 20;
export const recordsToGuessBy = 200 + mostAbove;
const longestBeginning = 60;

/**
 * Returns undefined if there is no row. If the given columns are not as many as the table has, they
 * are guessed anew.
 */
export function previewOfTable(
  start: TableStart,
  { sheets, ...source }: Source,
  wanted: Reading | null,
): Preview | undefined {
  const given = wanted?.firstLine === 0 ? null : wanted;
  const all = start.records(given?.decimalMark ?? ',');
  const firstLine = given?.firstLine ?? guessFirstLine(all, start.hasGaps);
  const ofTable = (each: readonly CsvRecord[]) => each.filter(({ line }) => line >= firstLine);
  const [first, ...others] = ofTable(all);
  if (!first) return undefined;
  const hasHeader = given?.hasHeader ?? isHeader(cellsOf(first), others.map(cellsOf));
  const names = hasHeader ? cellsOf(first) : null;
  const bodyOf = (each: readonly CsvRecord[]) => ofTable(each).slice(hasHeader ? 1 : 0);
  const rows = bodyOf(all).map(cellsOf);
  const width = Math.min(widthOf(rows, names, start.hasGaps), maxColumns);
  const regular = rows.filter((row) => row.length <= width);
  const columns =
    given?.columns.length === width ? given.columns : guessColumns(names, regular, width);
  const decimalMark =
    given?.decimalMark ??
    guessDecimalMark(bodyOf(start.texts).map(cellsOf), columns, source.delimiter);
  const reading: Reading = { ...source, firstLine, decimalMark, hasHeader, columns };
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
    rows: shown(bodyOf(start.records(decimalMark)), reading, start.hasGaps),
  };
}

export const cellsOf = ({ cells }: CsvRecord): readonly string[] => cells ?? [];

function shown(records: readonly CsvRecord[], reading: Reading, hasGaps: boolean): Preview['rows'] {
  const read = rowReader(reading);
  return records.slice(0, shownRows).map((record) => {
    const row = hasGaps ? filled(record, reading.columns.length) : record;
    const outcome: Product | BadRow = read(row);
    return { cells: row.cells ?? ['problem' in outcome ? outcome.text : ''], outcome };
  });
}

const filled = (record: CsvRecord, width: number): CsvRecord => ({
  ...record,
  cells: Array.from({ length: width }, (_, index) => record.cells?.[index] ?? ''),
});

const beginningOf = (record: CsvRecord): string => {
  const text = cellsOf(record)
    .map((cell) => cell.replace(/\s+/gu, ' ').trim())
    .filter(Boolean)
    .join(' · ');
  return text.length > longestBeginning ? `${text.slice(0, longestBeginning - 1)}…` : text;
};

/**
 * Returns the line of the first row that names columns and is longer than all above it. If there is
 * none and cells have their places, it returns the first row with more than a title.
 */
function guessFirstLine(records: readonly CsvRecord[], hasGaps: boolean): number {
  const filledOf = (record: CsvRecord): number =>
    cellsOf(record).filter((cell) => cell.trim() !== '').length;
  const start = records.slice(0, mostAbove);
  const header = start.find((record, index) => {
    const cells = cellsOf(record);
    const isLongest = start.slice(0, index).every((each) => filledOf(each) < filledOf(record));
    return isLongest && !hasNumber(cells) && countKnownNames(cells) >= 2;
  });
  const usual = mostCommon(records.map(filledOf));
  const afterTitles =
    hasGaps && usual > 2 ? start.find((record) => filledOf(record) > 1) : undefined;
  return (header ?? afterTitles ?? records[0])?.line ?? 1;
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

function mostCommon(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  return width;
}

/**
 * Tells whether the first row holds names rather than the first product: names that are known, or
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

/**
 * Guesses by the prices. If they leave it open, the separator decides: with a comma between cells
 * the decimal mark is a point.
 */
function guessDecimalMark(
  rows: readonly (readonly string[])[],
  columns: Reading['columns'],
  delimiter: Reading['delimiter'],
): Reading['decimalMark'] {
  const index = columns.indexOf('unitPrice');
  const marks = rows.flatMap((row) => decimalMarkOf(row[index] ?? '') ?? []);
  const commas = marks.filter((mark) => mark === ',').length;
  if (commas * 2 !== marks.length) return commas * 2 > marks.length ? ',' : '.';
  return delimiter === ',' ? '.' : ',';
}

/** Returns undefined for "1.234", which may be either, and for a whole number. */
function decimalMarkOf(price: string): Reading['decimalMark'] | undefined {
  const [, whole = '', mark, fraction = ''] =
    /^\D*(\d[\d.,\s]*|)([.,])(\d+)\D*$/u.exec(price) ?? [];
  if (mark !== '.' && mark !== ',') return undefined;
  if (whole.includes(mark)) return mark === '.' ? ',' : '.';
  const isOpen = fraction.length === 3 && /^[1-9]\d{0,2}$/u.test(whole);
  return isOpen ? undefined : mark;
}

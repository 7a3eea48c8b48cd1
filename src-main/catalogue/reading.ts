// How a catalogue file is to be read, guessed from its beginning, and what its first rows then
// become.
import type { BadRow, Preview, Product, Reading } from '../contract/catalogue.ts';
import { delimiters } from '../contract/catalogue.ts';
import { CsvRecords, type CsvRecord } from './import-csv.ts';
import { countKnownNames, guessColumns, isPrice } from './import-columns.ts';
import { textDecoder } from './import-text.ts';
import { isBlank, rowReader, toldSeparator } from './rows.ts';

/** The beginning of a file. */
export interface Sample {
  readonly bytes: Buffer;
  /** The file ends with it. */
  readonly isWhole: boolean;
  /** The file is UTF-8 to its end. */
  readonly isUtf8: boolean;
}

const maxColumns = 200;
const shownRows = 20;
const rowsToGuessBy = 200;
/** The beginning is read once with each separator. */
const separatorBytes = 16 * 1024;

/**
 * Undefined where there is no row. Columns whose number is not that of the file are guessed anew.
 */
export async function previewOf(
  sample: Sample,
  given: Reading | null,
): Promise<Preview | undefined> {
  const encoding = given?.encoding ?? guessEncoding(sample);
  const delimiter = given?.delimiter ?? (await guessDelimiter(sample, encoding));
  const records = await recordsOf(sample, encoding, delimiter);
  const [first, ...others] = records;
  if (!first) return undefined;
  const hasHeader = given?.hasHeader ?? isHeader(cellsOf(first), others.map(cellsOf));
  const names = hasHeader ? cellsOf(first) : null;
  const body = hasHeader ? others : records;
  const rows = body.map(cellsOf);
  const widest = Math.max(names?.length ?? 0, mostCommon(rows.map((row) => row.length)));
  const width = Math.min(widest, maxColumns);
  const regular = rows.filter((row) => row.length <= width);
  const columns =
    given?.columns.length === width ? given.columns : guessColumns(names, regular, width);
  const decimalMark = given?.decimalMark ?? guessDecimalMark(regular, columns, delimiter);
  const reading: Reading = { delimiter, encoding, decimalMark, hasHeader, columns };
  return {
    reading,
    header: Array.from({ length: width }, (_, index) => {
      const name = names?.[index] ?? '';
      return name === '' ? String(index + 1) : name;
    }),
    rows: shown(body, reading),
  };
}

const cellsOf = ({ cells }: CsvRecord): readonly string[] => cells ?? [];

function shown(records: readonly CsvRecord[], reading: Reading): Preview['rows'] {
  const read = rowReader(reading);
  return records.slice(0, shownRows).map((record) => {
    const outcome: Product | BadRow = read(record);
    return { cells: record.cells ?? ['problem' in outcome ? outcome.text : ''], outcome };
  });
}

function guessEncoding({ bytes, isUtf8 }: Sample): Reading['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  // Latin text has a zero in every second byte; in the other encodings there is none.
  if (bytes.length >= 2 && bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  return isUtf8 ? 'utf-8' : 'windows-1252';
}

/** Blank rows are none. */
async function recordsOf(
  { bytes, isWhole }: Sample,
  encoding: Reading['encoding'],
  delimiter: Reading['delimiter'],
): Promise<readonly CsvRecord[]> {
  const records: CsvRecord[] = [];
  const csv = new CsvRecords(delimiter, (record) => {
    if (records.length <= rowsToGuessBy && !isBlank(record)) records.push(record);
  });
  const decoder = textDecoder(encoding);
  await csv.write(decoder.decode(bytes));
  if (isWhole) {
    await csv.write(decoder.end());
    await csv.end();
  }
  return records;
}

/**
 * The one by which most rows have as many cells as the first, and many. Of equals the one that
 * texts hold least.
 */
async function guessDelimiter(
  sample: Sample,
  encoding: Reading['encoding'],
): Promise<Reading['delimiter']> {
  const told = toldSeparator(
    Buffer.from(textDecoder(encoding).decode(sample.bytes.subarray(0, 40))),
  );
  const toldDelimiter = delimiters.find((delimiter) => delimiter === told);
  if (toldDelimiter !== undefined) return toldDelimiter;

  const beginning: Sample = {
    ...sample,
    bytes: sample.bytes.subarray(0, separatorBytes),
    isWhole: sample.isWhole && sample.bytes.length <= separatorBytes,
  };
  let best: Reading['delimiter'] = ';';
  let bestScore = 0;
  for (const delimiter of ['\t', ';', '|', ','] as const) {
    const records = await recordsOf(beginning, encoding, delimiter);
    const widths = records.map((record) => withoutEmptyEnd(cellsOf(record)).length);
    const width = widths[0] ?? 0;
    const score =
      width < 2 ? 0 : (width * widths.filter((each) => each === width).length) / widths.length;
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

/** A row that a delimiter in its text has made longer does not make the file wider. */
function mostCommon(widths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [width] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  return width;
}

/** Names, and not the first product: known ones, or no number where the rows below have one. */
function isHeader(first: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const hasNumber = first.some((cell) => /\d/u.test(cell) && isPrice(cell));
  const known = countKnownNames(first);
  if (known >= 2 || (known === 1 && !hasNumber)) return true;
  const column = [...first.keys()].find(
    (index) => rows.length > 0 && rows.every((row) => isPrice(row[index] ?? '')),
  );
  return column !== undefined && !hasNumber;
}

/**
 * By the prices; where they leave it open, as the separator suggests: a comma between cells leaves
 * the point to numbers.
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

/** Undefined for "1.234", which may be either, and for a whole number. */
function decimalMarkOf(price: string): Reading['decimalMark'] | undefined {
  const [, whole = '', mark, fraction = ''] =
    /^\D*(\d[\d.,\s]*|)([.,])(\d+)\D*$/u.exec(price) ?? [];
  if (mark !== '.' && mark !== ',') return undefined;
  if (whole.includes(mark)) return mark === '.' ? ',' : '.';
  const isOpen = fraction.length === 3 && /^[1-9]\d{0,2}$/u.test(whole);
  return isOpen ? undefined : mark;
}

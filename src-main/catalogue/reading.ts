// Guesses how a text file of a catalogue is to be read, from its beginning.
import { setImmediate } from 'node:timers/promises';
import { type Preview, type Reading, delimiters, mostColumns } from '../contract/catalogue.ts';
import { CsvRecords, type CsvRecord } from './import-csv.ts';
import { mostCommon } from './damaged-record.ts';
import { encodingByLetters, isEncodedTwice, textDecoder } from './import-text.ts';
import { countKnownNames } from './guess-columns.ts';
import { cellsOf, mostAbove, mostLookedAt, previewOfTable } from './reading-table.ts';
import { isBlank, toldSeparator } from './import-row.ts';
import type { SheetCell, SheetRow } from '../spreadsheet/cells.ts';
import type { SheetSample } from '../spreadsheet/look.ts';
import type { DecimalMark } from './import-cells.ts';
import { sheetRecord } from './import-sheet.ts';

/** The beginning of a file. */
export interface Sample {
  readonly bytes: Buffer;
  /** True if the file ends with these bytes. */
  readonly isWhole: boolean;
  /** True if the file is UTF-8 to its end. */
  readonly isUtf8: boolean;
}

/** The length of the beginning that is read once with each separator. */
const separatorBytes = 16 * 1024;
const partBytes = 64 * 1024;

/** Undefined without a row. Columns that are not as many as the file's are guessed again. */
export async function previewOf(
  sample: Sample,
  chosenReading: Reading | null,
): Promise<Preview | undefined> {
  const encoding = chosenReading?.encoding ?? guessEncoding(sample);
  const delimiter = chosenReading?.delimiter ?? (await guessDelimiter(sample, encoding));
  const { records, isAll } = await recordsOf(sample, encoding, delimiter);
  const table = { records: () => records, texts: records, hasGaps: false, isAll };
  return previewOfTable(table, { delimiter, encoding, sheet: null, sheets: [] }, chosenReading);
}

function guessEncoding({ bytes, isUtf8 }: Sample): Reading['encoding'] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  // Latin text has a zero in every second byte; in the other encodings there is none.
  if (bytes.length >= 2 && bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  if (!isUtf8) return encodingByLetters(bytes);
  return isEncodedTwice(bytes) ? 'utf-8-twice' : 'utf-8';
}

/** Returns the first records without blank rows, and whether there are no more. */
async function recordsOf(
  { bytes, isWhole }: Sample,
  encoding: Reading['encoding'],
  delimiter: Reading['delimiter'],
): Promise<{ readonly records: readonly CsvRecord[]; readonly isAll: boolean }> {
  const records: CsvRecord[] = [];
  const csv = new CsvRecords(delimiter, (record) => {
    if (isBlank(record)) return;
    if (records.length <= mostLookedAt) records.push(record);
  });
  const decoder = textDecoder(encoding);
  for (let at = 0; at < bytes.length; at += partBytes) {
    await csv.write(decoder.decode(bytes.subarray(at, at + partBytes)));
    if (records.length > mostLookedAt) break;
    // Main has other work in between.
    await setImmediate();
  }
  if (isWhole && records.length <= mostLookedAt) {
    await csv.write(decoder.end());
    await csv.end();
  }
  const isAll = isWhole && records.length <= mostLookedAt;
  return { records: records.slice(0, mostLookedAt), isAll };
}

/**
 * Returns the separator that a `sep=` line tells. Without one it returns the separator that splits
 * most rows into the same number of cells, and into many; one that parts names of columns from each
 * other comes first. Of equals it returns the one that texts hold least.
 */
async function guessDelimiter(
  sample: Sample,
  encoding: Reading['encoding'],
): Promise<Reading['delimiter']> {
  const namedSeparator = toldSeparator(
    Buffer.from(textDecoder(encoding).decode(sample.bytes.subarray(0, 40))),
  );
  const toldDelimiter = delimiters.find((delimiter) => delimiter === namedSeparator);
  if (toldDelimiter !== undefined) return toldDelimiter;

  const beginning: Sample = {
    ...sample,
    bytes: sample.bytes.subarray(0, separatorBytes),
    isWhole: sample.isWhole && sample.bytes.length <= separatorBytes,
  };
  let best: Reading['delimiter'] = ';';
  let bestScore = 0;
  for (const delimiter of ['\t', ';', '|', ','] as const) {
    const { records } = await recordsOf(beginning, encoding, delimiter);
    const widths = records.map((record) => cellsOf(record).length);
    // A title above the table is one cell, or some.
    const width = mostCommon(widths.filter((each) => each > 1));
    const isNamed = records.slice(0, mostAbove).some((each) => countKnownNames(cellsOf(each)) > 1);
    const share = widths.filter((each) => each === width).length / (widths.length || 1);
    const score = width * share * (isNamed ? mostColumns : 1);
    if (score > bestScore) [best, bestScore] = [delimiter, score];
  }
  return best;
}

// Guesses how a spreadsheet of a catalogue is to be read, from the beginnings of its sheets.

/** Names and prices; and these with codes. */
const listLikeness = 4;
const catalogueLikeness = 6;

/** Returns how much a sheet is like a catalogue: codes may be missing, names and prices may not. */
function likeness({ reading: { columns }, rows }: Preview): number {
  const isPriceList = columns.includes('description') && columns.includes('unitPrice');
  const isTable = columns.length > 1 && rows.length > 1;
  return (isPriceList ? 4 : 0) + (columns.includes('code') ? 2 : 0) + (isTable ? 1 : 0);
}

/**
 * Returns a preview of the sheet that is asked for, or of the first that looks most like a
 * catalogue. Undefined if there is no row.
 */
export function previewOfSheets(
  samples: readonly SheetSample[],
  chosenReading: Reading | null,
): Preview | undefined {
  const chosenSheet = chosenReading?.sheet ?? null;
  let best: Preview | undefined;
  for (const index of chosenSheet === null ? samples.keys() : [chosenSheet]) {
    const preview = previewOfSheet(samples, index, chosenSheet === null ? null : chosenReading);
    if (preview && (!best || likeness(preview) > likeness(best))) best = preview;
    if (best && likeness(best) >= catalogueLikeness) break;
  }
  return best && withOtherSheets(samples, best);
}

/** Asks about the sheets that are no less like a catalogue than the one that is shown. */
function withOtherSheets(samples: readonly SheetSample[], preview: Preview): Preview {
  const beginnings = samples.map((sample) => ({
    ...sample,
    rows: sample.rows.slice(0, mostAbove),
  }));
  const sheets = [...samples.keys()].filter((index) => {
    const other =
      index === preview.reading.sheet ? undefined : previewOfSheet(beginnings, index, null);
    return other && likeness(other) >= Math.max(listLikeness, likeness(preview));
  });
  if (sheets.length === 0) return preview;
  const names = sheets.flatMap((index) => samples[index]?.name ?? []);
  return { ...preview, doubts: [...preview.doubts, { kind: 'other_sheets', sheets: names }] };
}

function previewOfSheet(
  samples: readonly SheetSample[],
  sheet: number,
  chosenReading: Reading | null,
): Preview | undefined {
  const { rows, isAll } = samples[sheet] ?? { rows: [], isAll: true };
  const recordsOf = (each: readonly SheetRow[], decimalMark: DecimalMark) =>
    each.map((row) => sheetRecord(row, decimalMark)).filter((record) => !isBlank(record));
  const texts = rows.map(({ line, cells }) => ({ line, cells: cells.map(onlyText) }));
  return previewOfTable(
    {
      records: (decimalMark) => recordsOf(rows, decimalMark),
      texts: recordsOf(texts, ','),
      ...{ hasGaps: true, isAll },
    },
    {
      // These two are of a text file and say nothing here.
      ...{ delimiter: ';', encoding: 'utf-8' },
      ...{ sheet, sheets: samples.map(({ name }) => name) },
    },
    chosenReading,
  );
}

const onlyText = (cell: SheetCell): string => (typeof cell === 'string' ? cell : '');

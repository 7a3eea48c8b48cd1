// Reads a spreadsheet (xlsx, xlsb, xls, ods) by SheetJS. Only a helper process does this: main
// bounds its memory and its time.
import { readFile, stat } from 'node:fs/promises';
import { read, SSF, type CellObject, type WorkBook } from '@e965/xlsx';
import { err, ok, type Result } from '../contract/errors.ts';
import {
  mostOfSpreadsheet,
  type SpreadsheetBound,
  type SpreadsheetProblem,
} from '../contract/spreadsheet.ts';
import type { Sheet, SheetCell, SheetRow } from './cells.ts';
import { fileKind, signatureBytes } from './file-kind.ts';
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';

const mostDigits = 15;
/** An amount keeps at least cents, whatever the cell shows. */
const fewestDecimals = 2;

/**
 * Returns "12.1" for 12.099999999999998, "3.33" for a third that the format cuts, "00042" for a
 * code and "23%" for a percentage. A number of more than 15 digits stays short ("1.2E+17"), as its
 * digits are lost. Undefined if it is no number.
 */
export function plainNumber(value: number, format = 'General'): string | undefined {
  // Quoted, escaped, filling and bracketed parts are text; the first section is for amounts.
  const code = format.replace(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]/gu, '').split(';')[0] ?? '';
  const isPercent = code.includes('%');
  const exact = Number((isPercent ? value * 100 : value).toPrecision(mostDigits));
  if (!Number.isFinite(exact)) return undefined;
  if (Math.abs(exact) >= 10 ** mostDigits) return exact.toExponential().replace('e', 'E');
  const number = withoutEndingZeros(rounded(exact, decimalsOf(code)));
  if (isPercent) return `${number}%`;
  const isOfDigits = /^0+$/u.test(code.trim()) && /^\d+$/u.test(number);
  return isOfDigits ? number.padStart(code.trim().length, '0') : number;
}

/** Returns how many decimals the format shows; as many as there are if it does not say. */
function decimalsOf(code: string): number {
  const [, whole = '', fraction = ''] = /^[^0#?.]*([0#?,]*)(?:\.([0#?]*))?/u.exec(code) ?? [];
  const saysNothing = whole + fraction === '' || /[@/]|E[+-]/iu.test(code);
  return saysNothing ? mostDigits : Math.max(fraction.length, fewestDecimals);
}

/** Rounds halves away from zero, as spreadsheets do, in plain digits. */
function rounded(value: number, decimals: number): string {
  const digits = value.toExponential();
  const [mantissa = '', exponent = ''] = digits.split('e');
  const scaled = Math.abs(Number(`${mantissa}e${Number(exponent) + decimals}`));
  // What is finer than the decimals of a number of 15 digits has none to round.
  if (scaled >= 10 ** mostDigits) return value.toPrecision(mostDigits);
  const text = String(Math.round(scaled)).padStart(decimals + 1, '0');
  const sign = value < 0 && Number(text) !== 0 ? '-' : '';
  return `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

const withoutEndingZeros = (number: string): string => number.replace(/\.?0+$/u, '');

/** Cells further to the right are not read. */
const mostColumns = 200;
const oneMebibyte = 1024 ** 2;
const { format, is_date: isDateFormat } = SSF as {
  format: (format: string, value: number, options: { date1904: boolean }) => string;
  is_date: (format: string) => boolean;
};

const unusable = (problem: SpreadsheetProblem): Result<never> =>
  err({ code: 'spreadsheet_unusable', problem });

const tooLarge = (bound: SpreadsheetBound): Result<never> =>
  err({ code: 'spreadsheet_too_large', bound, most: mostOfSpreadsheet[bound] });

/**
 * Reads the sheets that a person sees, or only the one of that name, and of each only so many rows.
 * Errors: `spreadsheet_unusable`, `spreadsheet_too_large`. @throws what the file system throws.
 */
export async function readSheets(
  file: string,
  part: { readonly sheets?: string; readonly sheetRows?: number } = {},
): Promise<Result<readonly Sheet[]>> {
  const { size } = await stat(file);
  if (size > mostOfSpreadsheet.megabytes * oneMebibyte) return tooLarge('megabytes');
  const bytes = await readFile(file);
  const kind = fileKind(bytes.subarray(0, signatureBytes));
  if (kind !== 'zip' && kind !== 'compound') {
    return unusable(kind === 'text' ? 'no_spreadsheet' : kind);
  }
  const trouble = kind === 'zip' ? await checkArchive(bytes) : null;
  if (trouble === 'too_large') return tooLarge('unpackedMegabytes');
  if (trouble) return unusable(trouble);
  try {
    // Stubs are kept for formulas without a result.
    const how = { type: 'buffer', dense: true, cellNF: true, sheetStubs: true, ...part } as const;
    return sheetsOf(read(bytes, how), part.sheets);
  } catch (error) {
    const { message } = error as Error;
    if (/password|encrypt/iu.test(message)) return unusable('protected');
    const isOther = /^Unsupported ZIP file|^Cannot find Workbook stream/u.test(message);
    return unusable(isOther ? 'no_spreadsheet' : 'damaged');
  }
}

function sheetsOf(book: WorkBook, wanted: string | undefined): Result<readonly Sheet[]> {
  // SheetJS does not know a shared text that is written `<si/>`, and all later ones move up.
  const { Strings: texts = [] } = book as { Strings?: readonly { readonly t?: string }[] };
  if (texts.some(({ t }) => t === undefined)) return unusable('damaged');
  const { WBProps: { date1904 = false } = {}, Sheets: states } = book.Workbook ?? {};
  const sheets: Sheet[] = [];
  for (const [at, name] of book.SheetNames.entries()) {
    if (states?.[at]?.Hidden || name !== (wanted ?? name)) continue;
    const sheet = book.Sheets[name];
    // SheetJS leaves out what it cannot read.
    if (!sheet) return unusable('damaged');
    // Charts and macros have no cells.
    if ((sheet['!type'] ?? 'sheet') !== 'sheet') continue;
    sheets.push(sheetOf(name, sheet['!data'] ?? [], date1904));
  }
  return sheets.length > 0 ? ok(sheets) : unusable('damaged');
}

type Cells = readonly (CellObject | undefined)[];

const sheetOf = (name: string, data: readonly (Cells | undefined)[], date1904: boolean): Sheet => ({
  name,
  lastLine: data.length,
  rows: {
    *[Symbol.iterator](): Generator<SheetRow> {
      for (const [at, row] of data.entries()) {
        const shownCells = Array.from(row?.slice(0, mostColumns) ?? [], (cell) =>
          shownBy(cell, date1904),
        );
        const cells = shownCells.slice(0, shownCells.findLastIndex((cell) => cell !== '') + 1);
        if (cells.length > 0) yield { line: at + 1, cells };
      }
    },
  },
});

/** Letters and some digits, as in `"ART-"0000`. */
const codeFormat = /^(?=.*00)(?=\P{L}*\p{L})(?:"[^"]*"|\\.|0)+$/u;

function shownBy(cell: CellObject | undefined, date1904: boolean): SheetCell {
  if (!cell) return '';
  const { t: type, v: value, w: shownText = '', f: formula, z: numberFormat = 'General' } = cell;
  if (type === 'e') return { noValue: shownText };
  if (type === 'z') return formula === undefined ? '' : { noValue: `=${formula}` };
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value !== 'number') return String(value ?? '');
  const code = String(numberFormat);
  if (codeFormat.test(code) && Number.isInteger(value)) return format(code, value, { date1904 });
  if (isDateFormat(code)) return dayText(value, date1904);
  const number = plainNumber(value, code);
  if (number === undefined) return { noValue: shownText };
  return number.endsWith('%') ? number : { number };
}

/** Returns "2026-11-23", "2026-11-23 15:30" or "15:30" for the number of a day. */
function dayText(value: number, date1904: boolean): SheetCell {
  const minutes = Math.round((value % 1) * 1440);
  const day = minutes === 0 ? 'yyyy-mm-dd' : value < 1 ? 'hh:mm' : 'yyyy-mm-dd hh:mm';
  const text = format(day, value, { date1904 });
  return text === '' ? { noValue: String(value) } : text;
}

type ArchiveTrouble = 'damaged' | 'protected' | 'too_large';

/** Returns what is wrong with the archive; null if every part of it is whole. */
async function checkArchive(bytes: Buffer): Promise<ArchiveTrouble | null> {
  try {
    const zip = await fromBufferPromise(bytes);
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (unpacked > mostOfSpreadsheet.unpackedMegabytes * oneMebibyte) return 'too_large';
    if (entries.some((entry) => entry.isEncrypted())) return 'protected';
    // With two parts of one name, two readers would read two different things.
    const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
    if (names.size < entries.length) return 'damaged';
    for (const entry of entries) if (!(await isWhole(zip, entry))) return 'damaged';
    return null;
  } catch {
    return 'damaged';
  }
}

/** @throws if the part is longer or shorter than the archive says. */
async function isWhole(zip: ZipFile, entry: Entry): Promise<boolean> {
  let sum = 0;
  for await (const part of await zip.openReadStreamPromise(entry)) sum = crc32(part as Buffer, sum);
  return sum === entry.crc32;
}

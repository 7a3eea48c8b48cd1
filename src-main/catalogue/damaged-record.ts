// Says where a record ends whose quotes are malformed or that is too long: with its first line, or
// with the line in which its quotes close after all.
import type { Reading } from '../contract/catalogue.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09;

/** How much is looked at to tell rows of the table from lines of a long text. */
export const lookAheadBytes = 64 * 1024;
/** The share of the lines that must look like rows for all of them to be rows. */
const rowShare = 0.7;

/**
 * Follows a record as leniently as its quotes can be meant: a quote opens a cell only where one
 * begins, and closes it only where it ends.
 */
export class LenientRecord {
  readonly #delimiter: number;
  #state: 'begin' | 'plain' | 'quoted' | 'after quote' | 'after return' | 'after feed' = 'begin';
  #lastByte = 0;
  /** The cells so far. */
  cells = 1;
  /** The line breaks so far, with the one at the end. */
  lines = 0;

  constructor(delimiter: Reading['delimiter']) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Returns where the next record begins; undefined while it is not known. */
  read(bytes: Buffer, from: number): number | undefined {
    for (let at = from; at < bytes.length; at += 1) {
      if (!this.#take(bytes[at] ?? 0)) return at;
      if (this.#state === 'after feed') return at + 1;
    }
    return undefined;
  }

  /** Returns false for a byte that is of the next record. */
  #take(byte: number): boolean {
    const isAfterReturn = this.#lastByte === carriageReturn;
    this.#lastByte = byte;
    if (this.#state === 'after return') {
      if (byte === lineFeed) this.#state = 'after feed';
      return byte === lineFeed;
    }
    const isBreak = byte === lineFeed || byte === carriageReturn;
    if (isBreak && !(isAfterReturn && byte === lineFeed)) this.lines += 1;
    if (this.#state === 'quoted') {
      if (byte === quote) this.#state = 'after quote';
    } else if (isBreak) {
      this.#state = byte === lineFeed ? 'after feed' : 'after return';
    } else if (byte === this.#delimiter) {
      this.#state = 'begin';
      this.cells += 1;
    } else if (this.#state === 'after quote') {
      if (!isBlank(byte)) this.#state = 'quoted';
    } else if (this.#state === 'begin' && !isBlank(byte)) {
      this.#state = byte === quote ? 'quoted' : 'plain';
    }
    return true;
  }
}

/**
 * Returns how far a damaged record reaches that begins with these bytes, and how many of them were
 * looked at: a record that is damaged there is its first line. The length is null if the record
 * goes on beyond them. Undefined while more of them are needed. If the lines after its first have
 * as many cells as rows of the table, a quote was left open by mistake; if not, they are lines of a
 * text in one of its cells.
 */
export function damagedRecord(
  bytes: Buffer,
  delimiter: Reading['delimiter'],
  width: number | undefined,
  isEnd: boolean,
) {
  const first = firstLineLength(bytes, isEnd);
  const whole = new LenientRecord(delimiter).read(bytes, 0);
  const isEnough = isEnd || bytes.length >= lookAheadBytes;
  if (whole === undefined && !isEnough) return undefined;
  if (whole !== undefined && whole === first) return { length: whole, known: whole };
  const region = Math.min(whole ?? bytes.length, lookAheadBytes);
  if (first !== undefined && first < region) {
    const isCut = region < (whole ?? bytes.length + (isEnd ? 0 : 1));
    const widths = widthsOf(bytes.subarray(first, region), delimiter, isCut);
    const usual = width ?? mostCommon(widths.map(([lenient]) => lenient));
    const rows = widths.filter((each) => each.includes(usual)).length;
    if (usual > 1 && rows >= rowShare * widths.length) return { length: first, known: region };
  }
  return { length: whole ?? (isEnd ? bytes.length : null), known: 0 };
}

/**
 * Returns for each line that is not blank how many cells it has by itself, with its quotes and
 * without. A last line that is cut off is left out.
 */
function widthsOf(
  bytes: Buffer,
  delimiter: Reading['delimiter'],
  isCut: boolean,
): readonly (readonly [number, number])[] {
  const widths: (readonly [number, number])[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = firstLineLength(bytes.subarray(at), true) ?? 0;
    const line = bytes.subarray(at, at + length);
    at += length;
    if (isCut && at === bytes.length) break;
    const text = line.toString('latin1');
    if (text.trim() === '') continue;
    const record = new LenientRecord(delimiter);
    record.read(line, 0);
    widths.push([record.cells, text.split(delimiter).length]);
  }
  return widths;
}

/** Returns the commonest of the numbers, and 0 of none. */
export function mostCommon(numbers: readonly number[]): number {
  const groups = [...Map.groupBy(numbers, (each) => each).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0]?.[0] ?? 0;
}

/** Returns the length of the first line with its line break; undefined while more may come. */
export function firstLineLength(bytes: Buffer, isEnd: boolean): number | undefined {
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] === lineFeed) return index + 1;
    if (bytes[index] === carriageReturn) {
      const next = bytes[index + 1];
      if (next === undefined && !isEnd) return undefined;
      return next === lineFeed ? index + 2 : index + 1;
    }
  }
  return isEnd ? bytes.length : undefined;
}

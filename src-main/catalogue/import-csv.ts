// Reads the records of a CSV file, each with the line where it begins. csv-parse does the parsing.
// After a quote that is malformed or never ends, the parser begins again at the next line, so that
// one bad row does not take the rows after it along.
import { parse, type Parser } from 'csv-parse';
import type { Reading } from '../contract/catalogue.ts';

export interface CsvRecord {
  /**
   * The line in the file, counted from 1 as an editor counts: a quoted line break begins another
   * line.
   */
  readonly line: number;
  /** Null if the quotes are malformed. */
  readonly cells: readonly string[] | null;
  /**
   * The record's bytes with the line break, or only their first line if the quotes are malformed.
   */
  readonly raw: Buffer;
  /** The cells of a spreadsheet that hold an error, or a formula that was not worked out. */
  readonly withoutValue?: readonly number[];
}

/** The longest record, in characters. A longer one is a quote that never ends. */
const maxRecordSize = 16 * 1024;
const lineFeed = 10;
const carriageReturn = 13;
const nothing = Buffer.alloc(0);

export class CsvRecords {
  readonly #delimiter: Reading['delimiter'];
  readonly #onRecord: (record: CsvRecord) => void;
  #parser: Parser;
  /** The bytes that came since the end of the last record. */
  #bytes: Buffer = nothing;
  /** How many of all bytes so far belong to records that were taken. */
  #taken = 0;
  /** Where `#bytes` begins, as the parser counts. */
  #offset = 0;
  #line = 1;
  /** True while the rest of a line whose record is malformed is skipped. */
  #isSkipping = false;

  constructor(delimiter: Reading['delimiter'], onRecord: (record: CsvRecord) => void) {
    this.#delimiter = delimiter;
    this.#onRecord = onRecord;
    this.#parser = this.#newParser();
  }

  /** Takes UTF-8 without a byte-order mark, cut anywhere. */
  write(bytes: Buffer): Promise<void> {
    return this.#feed(bytes, false);
  }

  end(): Promise<void> {
    return this.#feed(nothing, true);
  }

  async #feed(bytes: Buffer, isEnd: boolean): Promise<void> {
    let next = bytes;
    for (;;) {
      if (this.#isSkipping) {
        const rest = this.#skipLine(next, isEnd);
        if (!rest) return;
        next = rest;
      }
      this.#bytes = joined(this.#bytes, next);
      if (await this.#parse(next, isEnd)) return;
      next = this.#giveUpRecord(isEnd);
    }
  }

  /**
   * Makes a parser that takes quotes inside a text as text if the text does not begin with one, and
   * drops blanks around delimiters and quotes.
   */
  #newParser(): Parser {
    const parser = parse({
      delimiter: this.#delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      trim: true,
      max_record_size: maxRecordSize,
      on_record: (cells, { bytes }) => {
        const end = bytes - this.#offset;
        this.#take(cells, end);
        return null;
      },
    });
    // The error reaches the callback of the write or the end that it happened in.
    parser.on('error', () => undefined);
    return parser;
  }

  #take(cells: CsvRecord['cells'], end: number): void {
    const raw = this.#bytes.subarray(this.#taken, end);
    this.#taken = end;
    this.#onRecord({ line: this.#line, cells, raw });
    this.#line += countLineBreaks(raw);
  }

  /** Returns false if a record is malformed; the records before it have been taken. */
  async #parse(bytes: Buffer, isEnd: boolean): Promise<boolean> {
    const isWhole = await new Promise<boolean>((resolve) => {
      const done = (error?: Error | null): void => {
        resolve(!error);
      };
      if (isEnd) this.#parser.end(bytes, done);
      else this.#parser.write(bytes, done);
    });
    this.#offset += this.#taken;
    this.#bytes = this.#bytes.subarray(this.#taken);
    this.#taken = 0;
    return isWhole;
  }

  /** Returns the bytes to read from there on. Their first line is to be skipped. */
  #giveUpRecord(isEnd: boolean): Buffer {
    const bad = this.#bytes;
    const raw = bad.subarray(0, lineLength(bad, isEnd));
    this.#onRecord({ line: this.#line, cells: null, raw });
    this.#parser = this.#newParser();
    this.#bytes = nothing;
    this.#offset = 0;
    this.#isSkipping = true;
    return bad;
  }

  /** Returns what comes after the line; undefined while more of the line may come. */
  #skipLine(bytes: Buffer, isEnd: boolean): Buffer | undefined {
    const all = joined(this.#bytes, bytes);
    const length = lineLength(all, isEnd);
    if (length === undefined) {
      // A carriage return may yet turn out to be the first half of a line break.
      this.#bytes = all.at(-1) === carriageReturn ? all.subarray(-1) : nothing;
      return undefined;
    }
    this.#bytes = nothing;
    this.#isSkipping = false;
    this.#line += 1;
    return all.subarray(length);
  }
}

const joined = (first: Buffer, second: Buffer): Buffer =>
  first.length === 0 ? second : Buffer.concat([first, second]);

/**
 * Returns the length of the first line with its line break; undefined while more of it may come.
 */
function lineLength(bytes: Buffer, isEnd: boolean): number | undefined {
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

function countLineBreaks(bytes: Buffer): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === lineFeed || (byte === carriageReturn && bytes[index + 1] !== lineFeed)) count += 1;
  }
  return count;
}

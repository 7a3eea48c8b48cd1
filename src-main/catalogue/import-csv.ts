// Reads the records of a CSV file, each with the line where it begins. csv-parse does the parsing.
// A record that it cannot read is given up as a whole, so that nothing inside one of its cells is
// taken for a row; a quote that was left open by mistake costs its own line only.
import { parse, type Parser } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import type { Reading } from '../contract/catalogue.ts';
import { damagedRecord, firstLineLength, LenientRecord } from './damaged-record.ts';

export interface CsvRecord {
  /** The line in the file, counted from 1 as an editor counts, also in quotes. */
  readonly line: number;
  /** Null if the quotes are malformed, or the record is too long. */
  readonly cells: readonly string[] | null;
  /** The record's bytes with the line break, or only their first line if it cannot be read. */
  readonly raw: Buffer;
  /** The cells of a spreadsheet that hold an error, or a formula that was not worked out. */
  readonly withoutValue?: readonly number[];
  /** The cells of a spreadsheet that are numbers, which need no decimal mark to be read. */
  readonly numbers?: readonly number[];
}

/** The longest record that is read, in characters. */
const maxRecordSize = 1024 * 1024;
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
  #takenBytes = 0;
  /** Where `#bytes` begins, as the parser counts. */
  #offset = 0;
  #line = 1;
  /** The cells of the last record. */
  #width: number | undefined;
  /** True once the parser cannot read the record that `#bytes` begins with. */
  #isDamaged = false;
  /** The damaged record whose rest is skipped. */
  #skipped: LenientRecord | null = null;
  /** How many of the next bytes are known to be rows. */
  #knownRows = 0;

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
      if (this.#skipped) {
        const begin = this.#skipped.read(next, 0);
        if (begin === undefined && !isEnd) return;
        this.#line += this.#skipped.lines;
        this.#skipped = null;
        next = begin === undefined ? nothing : next.subarray(begin);
      }
      this.#bytes = this.#bytes.length === 0 ? next : Buffer.concat([this.#bytes, next]);
      if (!this.#isDamaged && (await this.#parse(next, isEnd))) return;
      this.#isDamaged = true;
      const rest = this.#giveUpRecord(isEnd);
      if (!rest) return;
      next = rest;
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

  #take(wholeCells: readonly string[], end: number): void {
    const raw = this.#bytes.subarray(this.#takenBytes, end);
    this.#takenBytes = end;
    const cells = this.#unwrapped(wholeCells);
    if (cells.length > 1) this.#width = cells.length;
    this.#onRecord({ line: this.#line, cells, raw });
    this.#line += countLineBreaks(raw);
  }

  /** A spreadsheet of another language saves each line with quotes as one cell of its own. */
  #unwrapped(cells: readonly string[]): readonly string[] {
    const [only = '', ...others] = cells;
    if (others.length > 0 || !only.includes(this.#delimiter)) return cells;
    try {
      const [inner = [], ...more] = parseNow(only, { delimiter: this.#delimiter, trim: true });
      const isRow = more.length === 0 && inner.length === (this.#width ?? inner.length);
      return isRow ? inner : cells;
    } catch {
      return cells;
    }
  }

  /** Returns false if a record is malformed; the records before it have been taken. */
  async #parse(bytes: Buffer, isEnd: boolean): Promise<boolean> {
    const isWhole = await new Promise<boolean>((resolve) => {
      const done = (error?: Error | null): void => resolve(!error);
      if (isEnd) this.#parser.end(bytes, done);
      else this.#parser.write(bytes, done);
    });
    this.#offset += this.#takenBytes;
    this.#knownRows = Math.max(0, this.#knownRows - this.#takenBytes);
    this.#bytes = this.#bytes.subarray(this.#takenBytes);
    this.#takenBytes = 0;
    return isWhole;
  }

  /** Returns the bytes to read from there on; undefined while the record's end is not known. */
  #giveUpRecord(isEnd: boolean): Buffer | undefined {
    const bad = this.#bytes;
    const first = firstLineLength(bad, isEnd);
    const record =
      this.#knownRows > 0
        ? first === undefined
          ? undefined
          : { length: first, known: this.#knownRows }
        : damagedRecord(bad, this.#delimiter, this.#width, isEnd);
    if (!record) return undefined;
    const { length, known } = record;
    this.#onRecord({ line: this.#line, cells: null, raw: bad.subarray(0, first) });
    this.#isDamaged = false;
    this.#parser = this.#newParser();
    this.#bytes = nothing;
    this.#offset = 0;
    if (length === null) {
      this.#skipped = new LenientRecord(this.#delimiter);
      this.#knownRows = 0;
      return bad;
    }
    this.#knownRows = Math.max(0, known - length);
    this.#line += countLineBreaks(bad.subarray(0, length));
    return bad.subarray(length);
  }
}

function countLineBreaks(bytes: Buffer): number {
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === lineFeed || (byte === carriageReturn && bytes[index + 1] !== lineFeed)) count += 1;
  }
  return count;
}

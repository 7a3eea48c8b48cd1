// Reads a whole catalogue file into a new catalogue, row by row. Neither is ever whole in memory.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hasWrongCheckDigit } from '../contract/barcodes.ts';
import {
  mostBarcodes,
  type BadRow,
  type ImportProgress,
  type ImportReport,
  type Product,
  type Reading,
  type Remark,
} from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { ImportMerge } from './import-merge.ts';
import type { Sheet } from '../spreadsheet/cells.ts';
import { readSheets } from '../spreadsheet/read.ts';
import { OldCatalogue } from './old-catalogue.ts';
import { CsvRecords, type CsvRecord } from './import-csv.ts';
import { sheetRecord } from './import-sheet.ts';
import { textDecoder } from './import-text.ts';
import { ImportDoubts, newMarks, type PriceMarks } from './import-doubts.ts';
import { isBadRow, isBlank, rowReader } from './import-row.ts';
import { RowGroups } from './row-groups.ts';
import { CatalogueWriter } from './writer.ts';

/** What a file holds, before the till numbers the report. */
type FileReport = Omit<ImportReport, 'reportId'>;

export interface ImportJob {
  readonly file: string;
  /** Where the new catalogue is written. */
  readonly newFile: string;
  readonly oldFile: string;
  /** Whether changes that a person made there stay. */
  readonly keepsEdits: boolean;
  /** Whether products that the file does not have are removed. */
  readonly replacesAll: boolean;
  /** The codes on the shop's quick keys. */
  readonly quickKeys: readonly string[];
  /** The name of the file that was chosen. */
  readonly name: string;
  readonly reading: Reading;
  /** The name of the sheet that is read; null for a text file. */
  readonly sheetName: string | null;
  readonly nowMs: number;
}

const nothingRead = {
  ...{ added: 0, changed: 0, removed: 0, kept: 0 },
  ...{ differences: [], moreDifferences: 0 },
};
const chunkBytes = 64 * 1024;
const progressEveryMs = 100;

/** Errors, without a new catalogue: `catalogue_unreadable`, and those of a spreadsheet. */
export async function importFile(
  job: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): Promise<Result<FileReport>> {
  const { file, sheetName } = job;
  const sheets = sheetName === null ? ok([]) : await readSheets(file, { sheets: sheetName });
  if (!sheets.ok) return sheets;
  const [sheet = null] = sheets.value;
  const marks = newMarks();
  const report = await importOnce(job, sheet, marks, onProgress);
  // Prices with two readings were taken before one showed that the file has both marks.
  if (report !== 'again') return report;
  const again = await importOnce(job, sheet, newMarks(true), onProgress);
  if (again === 'again') throw new Error('the marks of the prices were not settled');
  return again;
}

async function importOnce(
  job: ImportJob,
  sheet: Sheet | null,
  marks: PriceMarks,
  onProgress: (progress: ImportProgress) => void,
): Promise<Result<FileReport> | 'again'> {
  const { newFile, oldFile, nowMs } = job;
  const old = OldCatalogue.open(oldFile);
  const writer = new CatalogueWriter(newFile, old ? oldFile : undefined);
  try {
    const report = await readInto(writer, old, job, sheet, marks, onProgress);
    if (!marks.areBoth && marks.ambiguous > 0 && marks.others > 0) {
      writer.abandon();
      return 'again';
    }
    if (report.products === 0) {
      writer.abandon();
      return err({ code: 'catalogue_unreadable' });
    }
    writer.finish(nowMs);
    return ok(report);
  } catch (error) {
    writer.abandon();
    throw error;
  } finally {
    old?.close();
  }
}

async function readInto(
  writer: CatalogueWriter,
  old: OldCatalogue | null,
  { file, reading, nowMs, keepsEdits, replacesAll, quickKeys, name }: ImportJob,
  sheet: Sheet | null,
  marks: PriceMarks,
  onProgress: (progress: ImportProgress) => void,
): Promise<FileReport> {
  const badRows = new RowGroups<BadRow['problem']>((problem) => problem !== 'taken');
  const remarks = new RowGroups<Remark['problem']>((problem) => problem === 'left_empty');
  /** Remarks about products that have to do with each other, which come first. */
  const conflicts = new RowGroups<Remark['problem']>(() => true);
  const doubts = new ImportDoubts();
  /** The line of the last barcode that a spreadsheet has spoilt. */
  let spoiltLine = 0;
  const onRemark = (remark: Remark): void => {
    if (remark.problem === 'digits_lost') spoiltLine = remark.line;
    remarks.add(remark);
  };
  const read = rowReader(reading, { marks, onRemark });
  const source = writer.source({ kind: 'file', name, atMs: nowMs });
  const merge = new ImportMerge(writer, old, keepsEdits, source, replacesAll);
  let products = 0;
  let passedOver = 0;
  let removedByHand = 0;
  const barcodesOf = barcodesIn(reading);
  /** The line of each product, in the order in which they are written. */
  const lines: number[] = [];
  let isHeaderDue = reading.hasHeader;

  const noteProduct = (line: number, product: Product): void => {
    products += 1;
    lines.push(line);
    doubts.product(product);
    const { code } = product;
    for (const { barcode, owner } of merge.withheld) {
      const text = `${barcode} (${code})`;
      conflicts.add({ line, field: 'barcodes', problem: 'stays_with', text, owner });
    }
    for (const barcode of barcodesOf(product)) {
      const isShort = elevenDigits.test(barcode);
      if (!isShort && !hasWrongCheckDigit(barcode)) continue;
      const problem = isShort ? 'digit_missing' : 'check_digit';
      onRemark({ line, field: 'barcodes', problem, text: `${barcode} (${code})` });
    }
  };
  const noteBadRow = (bad: BadRow): void => {
    badRows.add(bad);
    doubts.badRow(bad);
  };

  /** Gives a product back what a spreadsheet has taken from it and the catalogue still has. */
  const asKnown = (product: Product, line: number): Product => {
    const code = old?.codeWithZeros(product) ?? product.code;
    const isRestored = code !== product.code && !writer.hasCode(code);
    if (isRestored) onRemark({ line, field: 'code', problem: 'zeros_lost', text: code });
    const known = isRestored ? { ...product, code } : product;
    if (spoiltLine !== line) return known;
    const kept = old?.withCode(known.code)?.product.barcodes ?? [];
    return {
      ...known,
      barcodes: [...new Set([...known.barcodes, ...kept])].slice(0, mostBarcodes),
    };
  };

  const take = (record: CsvRecord): void => {
    const { line } = record;
    if (line < reading.firstLine || isBlank(record)) return;
    if (isHeaderDue) {
      isHeaderDue = false;
      doubts.header(record.cells ?? []);
      return;
    }
    const outcome = read(record);
    if (outcome === null) passedOver += 1;
    else if (isBadRow(outcome)) noteBadRow(outcome);
    else {
      let product = asKnown(outcome, line);
      let conflict = merge.add(product);
      if (conflict === 'barcode') {
        // A barcode is nothing that a product cannot be without.
        const free = product.barcodes.filter((barcode) => !writer.hasBarcode(barcode));
        const gone = product.barcodes.filter((barcode) => !free.includes(barcode));
        product = { ...product, barcodes: free };
        conflict = merge.add(product);
        if (conflict === null) {
          for (const text of gone) {
            onRemark({ line, field: 'barcodes', problem: 'barcode_taken', text });
          }
        }
      }
      if (conflict === null) noteProduct(line, product);
      else if (conflict === 'left_out') removedByHand += 1;
      else {
        const { code, barcodes, unitPrice } = product;
        if (conflict === 'code') doubts.repeated(code, writer.priceOf(code) !== unitPrice);
        const field = conflict === 'code' ? 'code' : 'barcodes';
        const text = conflict === 'code' ? code : barcodes.join(' ');
        noteBadRow({ line, field, problem: 'taken', text });
      }
    }
  };

  let toldAtMs = 0;
  const tell = (bytes: number, totalBytes: number): void => {
    const elapsedMs = performance.now();
    if (elapsedMs - toldAtMs < progressEveryMs) return;
    toldAtMs = elapsedMs;
    onProgress({ bytes, totalBytes, rows: products + badRows.rows });
  };
  if (sheet) await readSheet(file, sheet, reading, take, tell);
  else await readText(file, reading, take, tell);
  const comparison = products > 0 ? merge.finish() : nothingRead;
  for (const conflict of codeBarcodesOf(writer, lines)) conflicts.add(conflict);
  const quickKeysGone = merge.gone(quickKeys);
  const badRowCount = badRows.rows;
  return {
    ...{ products, comparison, quickKeysGone, passedOver, removedByHand },
    rows: products + badRowCount + passedOver + removedByHand,
    ...{ badRowCount, badRows: badRows.all() },
    ...{
      remarks: [...conflicts.all(), ...remarks.all()],
      doubts: doubts.all(marks, reading),
    },
  };
}

const elevenDigits = /^\d{11}$/u;

/**
 * Returns the barcodes of the file's products that are codes of other products. Those that a person
 * gave were compared when they were given.
 */
function* codeBarcodesOf(writer: CatalogueWriter, lines: readonly number[]): Generator<Remark> {
  for (const { id, code, barcode, ownerCode, ownerDescription } of writer.codeBarcodes()) {
    const line = lines[id - 1];
    if (line === undefined) continue;
    const owner = { code: ownerCode, description: ownerDescription };
    yield { line, field: 'barcodes', problem: 'code_of', text: `${barcode} (${code})`, owner };
  }
}

type Tell = (bytes: number, totalBytes: number) => void;

async function readText(
  file: string,
  { delimiter, encoding }: Reading,
  take: (record: CsvRecord) => void,
  tell: Tell,
): Promise<void> {
  const csv = new CsvRecords(delimiter, take);
  const decoder = textDecoder(encoding);
  const { size: totalBytes } = await stat(file);
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
    const part = chunk as Buffer;
    await csv.write(decoder.decode(part));
    bytes += part.length;
    tell(bytes, totalBytes);
  }
  await csv.write(decoder.end());
  await csv.end();
}

async function readSheet(
  file: string,
  { rows, lastLine }: Sheet,
  { decimalMark, columns }: Reading,
  take: (record: CsvRecord) => void,
  tell: Tell,
): Promise<void> {
  const { size: totalBytes } = await stat(file);
  for (const row of rows) {
    take(sheetRecord(row, decimalMark ?? ',', columns.length));
    tell(Math.round((totalBytes * row.line) / lastLine), totalBytes);
  }
}

/**
 * Returns the barcodes that a row gives. A shop without codes of its own sells by barcode, so there
 * a code as long as a barcode is one.
 */
function barcodesIn({ columns }: Reading): (product: Product) => readonly string[] {
  if (columns.includes('barcodes')) return ({ barcodes }) => barcodes;
  return ({ code }) => (/^\d{13}$/.test(code) ? [code] : []);
}

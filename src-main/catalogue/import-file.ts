// Reads a whole catalogue file into a new catalogue, row by row: neither is ever in memory whole.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hasWrongCheckDigit } from '../contract/barcodes.ts';
import type {
  BadRow,
  ImportProgress,
  ImportReport,
  Product,
  Reading,
  WrongCheckDigit,
} from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { CsvRecords, type CsvRecord } from './import-csv.ts';
import { textDecoder } from './import-text.ts';
import { isBadRow, isBlank, rowReader } from './rows.ts';
import { CatalogueWriter } from './writer.ts';

export interface ImportJob {
  readonly file: string;
  /** Where the new catalogue is written. */
  readonly newFile: string;
  readonly reading: Reading;
  readonly nowMs: number;
}

const maxReportedRows = 1000;
const chunkBytes = 64 * 1024;
const progressEveryMs = 100;

/** Errors: `catalogue_unreadable` where no row is a product; then there is no new catalogue. */
export async function importFile(
  { file, newFile, reading, nowMs }: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): Promise<Result<ImportReport>> {
  const writer = new CatalogueWriter(newFile);
  try {
    const report = await readInto(writer, file, reading, onProgress);
    if (report.products === 0) {
      writer.abandon();
      return err({ code: 'catalogue_unreadable' });
    }
    writer.finish(nowMs);
    return ok(report);
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

async function readInto(
  writer: CatalogueWriter,
  file: string,
  reading: Reading,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const read = rowReader(reading);
  let products = 0;
  let badRowCount = 0;
  const badRows: BadRow[] = [];
  let wrongCheckDigitCount = 0;
  const wrongCheckDigits: WrongCheckDigit[] = [];
  const barcodesOf = barcodesIn(reading);
  let isHeaderDue = reading.hasHeader;

  const take = (record: CsvRecord): void => {
    if (isBlank(record)) return;
    if (isHeaderDue) {
      isHeaderDue = false;
      return;
    }
    let outcome = read(record);
    if (!isBadRow(outcome)) {
      const taken = writer.add(outcome);
      if (taken === null) {
        products += 1;
        for (const barcode of barcodesOf(outcome).filter(hasWrongCheckDigit)) {
          wrongCheckDigitCount += 1;
          if (wrongCheckDigits.length < maxReportedRows) {
            wrongCheckDigits.push({ line: record.line, code: outcome.code, barcode });
          }
        }
        return;
      }
      const field = taken === 'code' ? 'code' : 'barcodes';
      const text = taken === 'code' ? outcome.code : outcome.barcodes.join(' ');
      outcome = { line: record.line, field, problem: 'taken', text };
    }
    badRowCount += 1;
    if (badRows.length < maxReportedRows) badRows.push(outcome);
  };

  const csv = new CsvRecords(reading.delimiter, take);
  const decoder = textDecoder(reading.encoding);
  const { size: totalBytes } = await stat(file);
  let bytes = 0;
  let toldAtMs = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
    const part = chunk as Buffer;
    await csv.write(decoder.decode(part));
    bytes += part.length;
    const elapsedMs = performance.now();
    if (elapsedMs - toldAtMs >= progressEveryMs) {
      toldAtMs = elapsedMs;
      onProgress({ bytes, totalBytes, rows: products + badRowCount });
    }
  }
  await csv.write(decoder.end());
  await csv.end();
  return { products, badRowCount, badRows, wrongCheckDigitCount, wrongCheckDigits };
}

/** A shop without codes of its own sells by barcode: a code that is as long as one is one. */
function barcodesIn({ columns }: Reading): (product: Product) => readonly string[] {
  if (columns.includes('barcodes')) return ({ barcodes }) => barcodes;
  return ({ code }) => (/^\d{13}$/.test(code) ? [code] : []);
}

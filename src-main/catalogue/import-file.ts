// Reads a whole catalogue file into a new catalogue, row by row. Neither is ever whole in memory.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hasWrongCheckDigit } from '../contract/barcodes.ts';
import type {
  BadRow,
  CodeBarcode,
  ImportProgress,
  ImportReport,
  Product,
  Reading,
  WithheldBarcode,
  WrongCheckDigit,
} from '../contract/catalogue.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { ImportMerge } from './import-merge.ts';
import { withoutTrouble } from '../spreadsheet/trouble.ts';
import { OldCatalogue } from './old-catalogue.ts';
import { CsvRecords, type CsvRecord } from './import-csv.ts';
import { readSheet } from './import-sheet.ts';
import { textDecoder } from './import-text.ts';
import { isBadRow, isBlank, rowReader } from './import-row.ts';
import { CatalogueWriter } from './writer.ts';

export interface ImportJob {
  readonly file: string;
  /** Where the new catalogue is written. */
  readonly newFile: string;
  /** The catalogue in use. */
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
  readonly nowMs: number;
}

const nothingRead = { added: 0, changed: 0, removed: 0, kept: 0, differences: [] };
const maxReportedRows = 1000;
const chunkBytes = 64 * 1024;
const progressEveryMs = 100;

/**
 * Errors: `catalogue_unreadable` if no row is a product, and those of a spreadsheet. There is no
 * new catalogue then.
 */
export function importFile(
  job: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): Promise<Result<ImportReport>> {
  return withoutTrouble(() => importInto(job, onProgress));
}

async function importInto(
  job: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): Promise<Result<ImportReport>> {
  const { newFile, oldFile, nowMs } = job;
  const writer = new CatalogueWriter(newFile);
  const old = OldCatalogue.open(oldFile);
  try {
    const report = await readInto(writer, old, job, onProgress);
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
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportReport> {
  const read = rowReader(reading);
  const source = writer.source({ kind: 'file', name, atMs: nowMs });
  const merge = new ImportMerge(writer, old, keepsEdits, source, replacesAll);
  let products = 0;
  let badRowCount = 0;
  const badRows: BadRow[] = [];
  let wrongCheckDigitCount = 0;
  const wrongCheckDigits: WrongCheckDigit[] = [];
  let withheldBarcodeCount = 0;
  const withheldBarcodes: WithheldBarcode[] = [];
  const barcodesOf = barcodesIn(reading);
  /** The line of each product, in the order in which they are written. */
  const lines: number[] = [];
  let isHeaderDue = reading.hasHeader;

  const take = (record: CsvRecord): void => {
    if (record.line < reading.firstLine || isBlank(record)) return;
    if (isHeaderDue) {
      isHeaderDue = false;
      return;
    }
    let outcome = read(record);
    if (!isBadRow(outcome)) {
      const taken = merge.add(outcome);
      if (taken === 'left_out') return;
      if (taken === null) {
        products += 1;
        lines.push(record.line);
        for (const withheld of merge.withheld) {
          withheldBarcodeCount += 1;
          if (withheldBarcodes.length < maxReportedRows)
            withheldBarcodes.push({ line: record.line, ...withheld });
        }
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

  let toldAtMs = 0;
  const tell = (bytes: number, totalBytes: number): void => {
    const elapsedMs = performance.now();
    if (elapsedMs - toldAtMs < progressEveryMs) return;
    toldAtMs = elapsedMs;
    onProgress({ bytes, totalBytes, rows: products + badRowCount });
  };
  if (reading.sheet === null) await readText(file, reading, take, tell);
  else await readSheet(file, reading.sheet, reading, take, tell);
  const comparison = products > 0 ? merge.finish() : nothingRead;
  const quickKeysGone = merge.gone(quickKeys);
  return {
    ...{ products, comparison, quickKeysGone, badRowCount, badRows },
    ...{ wrongCheckDigitCount, wrongCheckDigits },
    ...{ withheldBarcodeCount, withheldBarcodes, ...codeBarcodesOf(writer, lines) },
  };
}

/**
 * Reports barcodes of the file's products that are codes of other products. Those that a person
 * gave were compared when they were given.
 */
function codeBarcodesOf(
  writer: CatalogueWriter,
  lines: readonly number[],
): Pick<ImportReport, 'codeBarcodeCount' | 'codeBarcodes'> {
  let codeBarcodeCount = 0;
  const codeBarcodes: CodeBarcode[] = [];
  for (const { id, code, barcode, ownerCode, ownerDescription } of writer.codeBarcodes()) {
    const line = lines[id - 1];
    if (line === undefined) continue;
    codeBarcodeCount += 1;
    if (codeBarcodes.length === maxReportedRows) continue;
    const owner = { code: ownerCode, description: ownerDescription };
    codeBarcodes.push({ line, code, barcode, owner });
  }
  return { codeBarcodeCount, codeBarcodes };
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

/**
 * Returns the barcodes that a row gives. A shop without codes of its own sells by barcode, so there
 * a code as long as a barcode is one.
 */
function barcodesIn({ columns }: Reading): (product: Product) => readonly string[] {
  if (columns.includes('barcodes')) return ({ barcodes }) => barcodes;
  return ({ code }) => (/^\d{13}$/.test(code) ? [code] : []);
}

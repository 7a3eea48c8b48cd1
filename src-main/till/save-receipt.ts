// Saves a receipt as a PDF file.
import { join } from 'node:path';
import type { ReceiptSource } from '../contract/receipt-source.ts';
import type { Result } from '../contract/errors.ts';
import { receiptPageOf } from '../receipt/page.ts';
import { fileNameOf } from '../store/new-file.ts';
import { saveReceiptPdf } from '../receipt/output.ts';
import { forgetPrint, notePrint } from '../store/receipt-prints.ts';
import type { TillParts } from './parts.ts';
import { findReceipt } from './receipts.ts';

/**
 * Notes what leaves the till beforehand, so that of two at a time one is the first, and the other a
 * copy.
 */
export async function saveReceipt(
  till: TillParts,
  source: ReceiptSource,
  folder: string,
): Promise<Result<{ readonly file: string }>> {
  const { db, environment } = till;
  const { language = environment.language(), paper = '80' } = source;
  const found = await findReceipt(till, source, { language, by: till.whoIsAtIt });
  if (!found.ok) return found;
  const { model, documentId, title } = found.value;
  const printed = { docKey: title, ourReference: model.reference };
  const noted =
    documentId === null ? null : notePrint(db, { ...printed, documentId }, till.clock.nowMs());
  const page = await receiptPageOf({ ...model, ...(noted && { copy: noted.isCopy }) }, paper);
  const path = join(folder, fileNameOf([title], 'pdf'));
  const saved = await saveReceiptPdf(environment.openHiddenWindow, page, path, paper);
  if (!saved.ok && noted && db.open) forgetPrint(db, noted.printId);
  return saved;
}

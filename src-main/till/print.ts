// Print jobs between the till and the printer: made from a receipt, printed by whatever printer is
// set up, on request and by themselves.
import type { ReceiptSource } from '../contract/receipt-source.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { PrintError, PrintJob } from '../contract/print-jobs.ts';
import { sellerOf } from '../contract/sales.ts';
import { notSent, type PrintOutcome } from '../printing/outcome.ts';
import { printOn, type Printable } from '../printing/print-on.ts';
import { dayPageOf, receiptPageOf } from '../receipt/page.ts';
import { giftOf, type ReceiptModel } from '../receipt/model.ts';
import { encodeDayPaper, encodeReceipt } from '../printing/thermal/encode.ts';
import {
  becomesReceipt,
  makePrintJob,
  readDayPaper,
  type NewPrintJob,
} from '../store/print-jobs.ts';
import { readSaleDetail } from '../store/sales.ts';
import { dayPaperModel } from './day-paper.ts';
import type { TillParts } from './parts.ts';
import { findReceipt, type FoundReceipt } from './receipts.ts';

/** A driver may spool for long, and some never say that they have. */
const driverTimeoutMs = 60_000;

/** Puts the receipt into the queue. Undefined for an automatic one that is not needed. */
function startPrinting(
  till: TillParts,
  { model, documentId, reference, title }: FoundReceipt,
  how: Pick<NewPrintJob, 'language' | 'isAutomatic' | 'askedBy' | 'otherPaper'>,
): PrintJob | undefined {
  const atMs = till.clock.nowMs();
  const job = makePrintJob(till.db, { atMs, documentId, reference, title, ...how });
  if (job) {
    // A slip may have become a receipt when its turn comes.
    if (model.kind === 'receipt' && !job.isGift)
      till.newestReceipt = { jobId: job.jobId, receipt: model };
    till.environment.jobChanged(job);
  }
  // A return has had its job since its commit.
  till.printQueue.wake();
  return job;
}

/**
 * Prints for a sale at the counter or a return, once, in the name of the person who sold: it may be
 * confirmed when somebody else is at the till, or nobody. A sale that gives no paper, such as a
 * cancelled one, is left alone. Any other failure is told.
 */
export async function printByItself(till: TillParts, reference: string): Promise<void> {
  if (!till.db.open) return;
  const sale = readSaleDetail(till.db, reference);
  if (!sale?.payment && !sale?.returned) return;
  const language = till.environment.language();
  const askedBy = sellerOf(sale)?.name ?? till.profile.userName;
  const foundReceipt = await findReceipt(
    till,
    { kind: 'sale', reference },
    { language, by: askedBy },
  );
  if (foundReceipt.ok)
    startPrinting(till, foundReceipt.value, { language, askedBy, isAutomatic: true });
  else if (foundReceipt.error.code !== 'not_finalized') {
    till.environment.withdraw(foundReceipt.error.code);
    till.environment.notify(foundReceipt.error);
  }
}

export async function askToPrint(
  till: TillParts,
  source: ReceiptSource,
  isGift = false,
): Promise<Result<PrintJob>> {
  const { language = till.environment.language() } = source;
  const askedBy = till.whoIsAtIt;
  const foundReceipt = await findReceipt(till, source, { language, by: askedBy });
  if (!foundReceipt.ok) return foundReceipt;
  const gift = isGift ? giftOf(foundReceipt.value.model) : null;
  if (gift?.ok === false) return gift;
  const job = startPrinting(till, foundReceipt.value, {
    ...{ language, askedBy, isAutomatic: false },
    ...(isGift && { otherPaper: { kind: 'gift' } }),
  });
  return job ? ok(job) : err({ code: 'not_found' });
}

/** Prints a receipt without prices. Errors: `not_finalized`, and those of finding the receipt. */
export const printGift = (till: TillParts, source: ReceiptSource): Promise<Result<PrintJob>> =>
  askToPrint(till, source, true);

/** Handles a person's decision about a job. Error: `print_job_moved_on`. */
export function jobDecided(
  { environment, labelQueue, printQueue }: TillParts,
  job: PrintJob | undefined,
): Result<PrintJob> {
  if (!job) return err({ code: 'print_job_moved_on' });
  environment.jobChanged(job);
  if (job.isLabels) labelQueue.wake();
  else printQueue.wake();
  return ok(job);
}

export async function printJob(
  till: TillParts,
  job: PrintJob,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  const printable = await printableOf(till, job);
  if (!printable.ok) return notSent(printErrorOf(printable.error));
  const { printing, openHiddenWindow } = till.environment;
  return printOn(printing().printer, printable.value, {
    ...{ openHiddenWindow, defaultPaper: '80', timeoutMs: driverTimeoutMs, signal },
  });
}

async function printableOf(till: TillParts, job: PrintJob): Promise<Result<Printable>> {
  if (job.isDayPaper) {
    const model = dayPaperModel(till, readDayPaper(till.db, job.jobId), job);
    if (!model.ok) return model;
    return ok({
      bytes: (thermal) => encodeDayPaper(model.value, thermal),
      page: (paper) => dayPageOf(model.value, paper),
    });
  }
  const foundReceipt = await receiptOf(till, job);
  const receipt = foundReceipt.ok && job.isGift ? giftOf(foundReceipt.value) : foundReceipt;
  if (!receipt.ok) return receipt;
  return ok({
    bytes: (thermal) => encodeReceipt(receipt.value, thermal),
    page: (paper) => receiptPageOf(receipt.value, paper),
  });
}

/** Returns the receipt as the job has it, or that of a sale that was confirmed since. */
async function receiptOf(till: TillParts, job: PrintJob): Promise<Result<ReceiptModel>> {
  const known = till.newestReceipt;
  till.newestReceipt = null;
  if (known?.jobId === job.jobId) return ok({ ...known.receipt, copy: job.isCopy });
  const { language, isCopy, reference, askedBy: by } = job;
  const source: ReceiptSource =
    reference === null
      ? { kind: 'document', id: job.documentId ?? 0, language }
      : { kind: 'sale', reference, language };
  const foundReceipt = await findReceipt(till, source, { language, by, isCopy });
  if (!foundReceipt.ok) return foundReceipt;
  const { model, documentId, title } = foundReceipt.value;
  // A service may have begun its ids anew.
  if (reference === null && title !== job.title) return err({ code: 'not_found' });
  if (documentId === job.documentId) return ok(model);
  // A document has no slip.
  if (documentId === null || job.documentId !== null) return err({ code: 'not_finalized' });
  const atMs = till.clock.nowMs();
  const changed = becomesReceipt(till.db, job.jobId, { documentId, title, atMs });
  return ok({ ...model, copy: changed.isCopy });
}

const printErrorOf = (error: AppError): PrintError =>
  error.code === 'not_finalized' || error.code === 'receipt_settings_damaged'
    ? error
    : { code: 'receipt_unavailable' };

// The receipts of the open till: for a sale of its own or any document, first print or copy.
import { isFinalized, type DocumentDetail } from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { ReceiptSource } from '../contract/receipt-source.ts';
import type { Language } from '../contract/languages.ts';
import {
  receiptOfDocument,
  receiptOfSale,
  type ReceiptModel,
  type ReceiptOptions,
} from '../receipt/model.ts';
import {
  countPrints,
  type PrintedDocument,
  forgetPrint,
  notePrint,
} from '../store/receipt-prints.ts';
import { readReceiptSettings } from '../store/receipt-settings.ts';
import { readSaleDetail, readSaleDocument } from '../store/sales.ts';
import type { TillParts, ExtendedDocument } from './parts.ts';
import { deadline, systemClock } from '../clock.ts';
import { isSameDocument } from '../contract/sales.ts';
import { join } from 'node:path';
import { receiptPageOf } from '../receipt/page.ts';
import { fileNameOf } from '../store/new-file.ts';
import { saveReceiptPdf } from '../receipt/output.ts';

export interface FoundReceipt {
  readonly model: ReceiptModel;
  /** Null for a provisional slip. */
  readonly documentId: number | null;
  /** The reference of the sale, if it is one of the till's own. */
  readonly reference: string | null;
  /** The document's key, or the reference of a slip. */
  readonly title: string;
}

export interface ReceiptVariant {
  readonly language: Language;
  /** The name of the person who prints it. */
  readonly by: string;
  /** If absent, earlier prints decide whether it is a copy. */
  readonly isCopy?: boolean;
}

/** Finds the receipt in the language of the variant, whatever the source says. */
export async function findReceipt(
  till: TillParts,
  source: ReceiptSource,
  variant: ReceiptVariant,
): Promise<Result<FoundReceipt>> {
  if (source.kind === 'sale') return receiptOfOwn(till, source.reference, variant);

  const own = till.documents.ownSale(source.id);
  const ownDocument = own?.state === 'confirmed' && readSaleDocument(till.db, own.reference);
  // A draft may have been finalized since.
  if (ownDocument && isFinalized(ownDocument)) return receiptOfOwn(till, own.reference, variant);
  const document = await till.documents.getAnswered(source.id);
  if (!document.ok) return document;
  const { docKey, ourReference } = document.value.detail;
  const options = optionsFor(till, { documentId: source.id, docKey, ourReference }, variant);
  if (!options.ok) return options;
  const model = receiptOfDocument(document.value, options.value);
  if (!model.ok) return model;
  return ok({ model: model.value, documentId: source.id, reference: null, title: docKey });
}

async function receiptOfOwn(
  till: TillParts,
  reference: string,
  variant: ReceiptVariant,
): Promise<Result<FoundReceipt>> {
  const sale = readSaleDetail(till.db, reference);
  if (!sale) return err({ code: 'not_found' });
  const known = readSaleDocument(till.db, reference) ?? null;
  const document = known && (await withMarks(till, known));
  const { documentId } = sale;
  const docKey = document?.docKey ?? '';
  const printed = documentId === null ? null : { documentId, docKey, ourReference: reference };
  const options = optionsFor(till, printed, variant);
  if (!options.ok) return options;
  const foundReceipt = receiptOfSale(sale, document, options.value);
  if (!foundReceipt.ok) return foundReceipt;
  const model = foundReceipt.value;
  const isReceipt = model.kind === 'receipt';
  return ok({
    model,
    documentId: isReceipt ? documentId : null,
    reference,
    title: isReceipt ? model.docKey : reference,
  });
}

function optionsFor(
  till: TillParts,
  printed: PrintedDocument | null,
  { language, by, isCopy }: ReceiptVariant,
): Result<ReceiptOptions> {
  const settings = readReceiptSettings(till.db);
  if (!settings.ok) return settings;
  return ok({
    language,
    practice: till.profile.kind !== 'service',
    copy: isCopy ?? (printed !== null && countPrints(till.db, printed) > 0),
    shop: { ...till.profile, userName: by },
    settings: settings.value,
  });
}

/** What the till must have so that the service can be asked. */
interface Asked {
  readonly profile: Pick<TillParts['profile'], 'kind'>;
  readonly outbox: Pick<TillParts['outbox'], 'connection'>;
  readonly getDocument: TillParts['getDocument'];
  readonly answeredMarks: TillParts['answeredMarks'];
}

/** The longest wait for the service, as a customer waits for the paper. */
const longestWaitMs = 3_000;
/**
 * How long the service is not asked again after a wait in vain. One paper is made in several steps,
 * and the later ones should not wait as well.
 */
const quietMs = 10_000;

/** Returns the document as it is if the service cannot be asked. Practice has no marks. */
export async function withMarks(
  till: Asked,
  document: DocumentDetail,
  nowMs: () => number = () => performance.now(),
): Promise<DocumentDetail> {
  if (document.marks || till.profile.kind === 'practice') return document;
  const known = till.answeredMarks;
  let answer = known.get(document.id);
  if (!answer || ('silentAtMs' in answer && nowMs() - answer.silentAtMs >= quietMs)) {
    if (till.outbox.connection === 'offline') return document;
    answer = (await ask(till, document.id)) ?? { silentAtMs: nowMs() };
    known.set(document.id, answer);
  }
  if ('silentAtMs' in answer || !isSameDocument(answer, document)) return document;
  const { marks, taxes } = answer;
  return { ...document, ...(marks && { marks }), ...(taxes.length > 0 && { taxes }) };
}

async function ask(till: Asked, id: number): Promise<ExtendedDocument | undefined> {
  const over = new AbortController();
  try {
    const signal = deadline(systemClock, longestWaitMs, over.signal);
    const answer = await till.getDocument(id, signal);
    return answer.ok ? answer.value : undefined;
  } finally {
    over.abort();
  }
}

/** Notes what leaves the till beforehand, so that of two at a time one is a copy. */
export async function saveReceipt(
  till: TillParts,
  source: ReceiptSource,
  folder: string,
): Promise<Result<{ readonly file: string }>> {
  const { db, environment } = till;
  const { language = environment.language(), paper = '80' } = source;
  const askedBy = till.whoIsAtIt;
  const foundReceipt = await findReceipt(till, source, { language, by: askedBy });
  if (!foundReceipt.ok) return foundReceipt;
  const { model, documentId, title } = foundReceipt.value;
  const printed = { docKey: title, ourReference: model.reference };
  const asking = { askedBy, atMs: till.clock.nowMs() };
  const noted = documentId === null ? null : notePrint(db, { ...printed, documentId }, asking);
  const page = await receiptPageOf({ ...model, ...(noted && { copy: noted.isCopy }) }, paper);
  const path = join(folder, fileNameOf([title], 'pdf'));
  const saved = await saveReceiptPdf(environment.openHiddenWindow, page, path, paper);
  if (!saved.ok && noted && db.open) forgetPrint(db, noted.printId);
  return saved;
}

// Receipts: the page of one for the screen, and on its way to a file or a printer.
import { join } from 'node:path';
import * as v from 'valibot';
import {
  languages,
  receiptPath,
  receiptSourceSchema,
  type Language,
  type ReceiptSource,
} from '../contract/api.ts';
import { isFinalized } from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Handlers } from '../ipc.ts';
import { noReceiptHtml, receiptHtml } from '../receipt/html.ts';
import { receiptOfDocument, receiptOfSale, type ReceiptModel } from '../receipt/model.ts';
import { saveReceiptPdf } from '../receipt/output.ts';
import { countPrints, forgetPrint, notePrint } from '../store/receipt-prints.ts';
import { findSaleByDocument, readSaleDetail, readSaleDocument } from '../store/sales.ts';
import type { Till } from '../till.ts';
import { appOrigin } from '../window.ts';
import { openTill, type Context } from './context.ts';
import { testPageHtml, testPagePath } from './test-page.ts';

export interface FoundReceipt {
  readonly model: ReceiptModel;
  readonly source: ReceiptSource;
  /** Null for a provisional slip. */
  readonly documentId: number | null;
  /** Of one of our sales. */
  readonly reference: string | null;
  /** The document's key, or the reference of a slip. */
  readonly title: string;
}

export interface ReceiptLook {
  readonly language: Language;
  /** Where it is not decided yet, what has been printed before tells. */
  readonly isCopy?: boolean;
}

export async function findReceipt(
  context: Context,
  till: Till,
  source: ReceiptSource,
  look: ReceiptLook,
): Promise<Result<FoundReceipt>> {
  if (source.kind === 'sale') return receiptOfOwn(context, till, source.reference, look);

  const own = findSaleByDocument(till.db, source.id);
  // A draft may have been finalized since.
  if (own?.state === 'confirmed' && isFinalizedAt(till, own.reference))
    return receiptOfOwn(context, till, own.reference, look);
  const document = await till.getDocument(source.id);
  if (!document.ok) return document;
  const model = receiptOfDocument(document.value, optionsFor(context, till, source.id, look));
  if (!model.ok) return model;
  const title = document.value.docKey;
  return ok({ model: model.value, source, documentId: source.id, reference: null, title });
}

function isFinalizedAt({ db }: Till, reference: string): boolean {
  const document = readSaleDocument(db, reference);
  return document !== undefined && isFinalized(document);
}

function receiptOfOwn(
  context: Context,
  till: Till,
  reference: string,
  look: ReceiptLook,
): Result<FoundReceipt> {
  const sale = readSaleDetail(till.db, reference);
  if (!sale) return err({ code: 'not_found' });
  const document = readSaleDocument(till.db, reference) ?? null;
  const found = receiptOfSale(sale, document, optionsFor(context, till, sale.documentId, look));
  if (!found.ok) return found;
  const model = found.value;
  const isReceipt = model.kind === 'receipt';
  return ok({
    model,
    source: { kind: 'sale', reference },
    documentId: isReceipt ? sale.documentId : null,
    reference,
    title: isReceipt ? model.docKey : reference,
  });
}

const optionsFor = (
  context: Context,
  till: Till,
  documentId: number | null,
  { language, isCopy }: ReceiptLook,
) => ({
  language,
  practice: till.profile.kind !== 'service',
  copy: isCopy ?? (documentId !== null && countPrints(till.db, documentId) > 0),
  shop: till.profile,
});

/** `/receipt/sale/REFERENCE` or `/receipt/document/ID`, as `receiptPath` makes them. */
function sourceOf(path: string): ReceiptSource | undefined {
  const [, , kind, name = ''] = path.split('/');
  const source = kind === 'sale' ? { kind, reference: name } : { kind, id: Number(name) };
  const parsed = v.safeParse(receiptSourceSchema, source);
  return parsed.success ? parsed.output : undefined;
}

/** Where a receipt's page is found that has to be what a print job or a file says that it is. */
export const addressOf = (
  source: ReceiptSource,
  { language, isCopy }: Required<ReceiptLook>,
): string =>
  `${appOrigin}${receiptPath(source).slice(1)}?language=${language}&copy=${isCopy ? '1' : '0'}`;

function lookOf(context: Context, parameters: URLSearchParams): ReceiptLook {
  const asked = parameters.get('language');
  const copy = parameters.get('copy');
  return {
    language: languages.find((language) => language === asked) ?? context.language(),
    ...(copy !== null && { isCopy: copy === '1' }),
  };
}

/** The HTML page at a receipt's address: where there is no receipt it says why. Undefined for no such address. */
export async function receiptPage(context: Context, url: URL): Promise<string | undefined> {
  if (url.pathname === testPagePath) return testPageHtml(context.language());
  const source = sourceOf(url.pathname);
  if (!source) return undefined;
  const till = openTill(context);
  const found = till.ok
    ? await findReceipt(context, till.value, source, lookOf(context, url.searchParams))
    : till;
  return found.ok ? receiptHtml(found.value.model) : noReceiptHtml(context.language(), found.error);
}

export function receiptHandlers(
  context: Context,
): Pick<Handlers, 'receipt.savePdf' | 'receipt.showFolder'> {
  /** What leaves the till is noted before, so that of two at a time one is the first, and the other a copy. */
  const savePdf = async (
    till: Till,
    { model, source, documentId }: FoundReceipt,
  ): Promise<Result<{ readonly file: string }>> => {
    const name = model.kind === 'receipt' ? model.docKey : model.reference;
    const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}.pdf`;
    const nowMs = context.now().getTime();
    const noted = documentId === null ? null : notePrint(till.db, documentId, nowMs);
    const look = { language: context.language(), isCopy: noted?.isCopy ?? false };
    const saved = await saveReceiptPdf(
      context.openHiddenWindow,
      addressOf(source, look),
      join(context.receiptFolder(), file),
    );
    if (!saved.ok && noted) forgetPrint(till.db, noted.printId);
    return saved;
  };

  return {
    'receipt.savePdf': async (source) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const language = context.language();
      const found = await findReceipt(context, till.value, source, { language });
      return found.ok ? savePdf(till.value, found.value) : found;
    },
    'receipt.showFolder': async () => {
      const error = await context.showFolder(context.receiptFolder());
      return error ? err(error) : ok(null);
    },
  };
}

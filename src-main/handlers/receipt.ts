// Receipts: the page of one for the screen, and on its way to a file or a printer.
import { join } from 'node:path';
import * as v from 'valibot';
import {
  receiptPath,
  receiptSourceSchema,
  type ReceiptSource,
} from '../contract/receipt-source.ts';
import type { Language } from '../contract/settings.ts';
import { isFinalized } from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Handlers } from '../ipc.ts';
import { noReceiptHtml, receiptHtml } from '../receipt/html.ts';
import {
  receiptOfDocument,
  receiptOfSale,
  type ReceiptModel,
  type ReceiptOptions,
} from '../receipt/model.ts';
import { saveReceiptPdf } from '../receipt/output.ts';
import { readPng } from '../receipt/png.ts';
import { countPrints, forgetPrint, notePrint } from '../store/receipt-prints.ts';
import { readReceiptSettings, writeReceiptSettings } from '../store/receipt-settings.ts';
import { findSaleByDocument, readSaleDetail, readSaleDocument } from '../store/sales.ts';
import type { Till } from '../till/till.ts';
import { appOrigin } from '../address.ts';
import { openTill, whoIsAtTheTill, type Context } from './context.ts';
import { testPage } from './test-page.ts';
import { withMarks } from './with-marks.ts';

export interface FoundReceipt {
  readonly model: ReceiptModel;
  /** Null for a provisional slip. */
  readonly documentId: number | null;
  /** Of one of our sales. */
  readonly reference: string | null;
  /** The document's key, or the reference of a slip. */
  readonly title: string;
}

export interface ReceiptLook {
  readonly language: Language;
  /** Who prints it. */
  readonly by: string;
  /** Where it is not decided yet, what has been printed before tells. */
  readonly isCopy?: boolean;
}

/** In the language that the look has, whatever the source says. */
export async function findReceipt(
  till: Till,
  source: ReceiptSource,
  look: ReceiptLook,
): Promise<Result<FoundReceipt>> {
  if (source.kind === 'sale') return receiptOfOwn(till, source.reference, look);

  const own = findSaleByDocument(till.db, source.id);
  // A draft may have been finalized since.
  if (own?.state === 'confirmed' && isFinalizedAt(till, own.reference))
    return receiptOfOwn(till, own.reference, look);
  const document = await till.documents.getAnswered(source.id);
  if (!document.ok) return document;
  const options = optionsFor(till, source.id, look);
  if (!options.ok) return options;
  const model = receiptOfDocument(document.value, options.value);
  if (!model.ok) return model;
  const title = document.value.detail.docKey;
  return ok({ model: model.value, documentId: source.id, reference: null, title });
}

function isFinalizedAt({ db }: Till, reference: string): boolean {
  const document = readSaleDocument(db, reference);
  return document !== undefined && isFinalized(document);
}

async function receiptOfOwn(
  till: Till,
  reference: string,
  look: ReceiptLook,
): Promise<Result<FoundReceipt>> {
  const sale = readSaleDetail(till.db, reference);
  if (!sale) return err({ code: 'not_found' });
  const known = readSaleDocument(till.db, reference) ?? null;
  const document = known && (await withMarks(till, known));
  const options = optionsFor(till, sale.documentId, look);
  if (!options.ok) return options;
  const found = receiptOfSale(sale, document, options.value);
  if (!found.ok) return found;
  const model = found.value;
  const isReceipt = model.kind === 'receipt';
  return ok({
    model,
    documentId: isReceipt ? sale.documentId : null,
    reference,
    title: isReceipt ? model.docKey : reference,
  });
}

function optionsFor(
  till: Till,
  documentId: number | null,
  { language, by, isCopy }: ReceiptLook,
): Result<ReceiptOptions> {
  const settings = readReceiptSettings(till.db);
  if (!settings.ok) return settings;
  return ok({
    language,
    practice: till.profile.kind !== 'service',
    copy: isCopy ?? (documentId !== null && countPrints(till.db, documentId) > 0),
    shop: { ...till.profile, userName: by },
    settings: settings.value,
  });
}

/** Where a page is found that is a first print or a copy, and by whom, as was decided for it. */
export function addressOf(
  source: ReceiptSource,
  { isCopy, by }: { readonly isCopy: boolean; readonly by: string },
): string {
  const url = new URL(receiptPath(source), appOrigin);
  url.searchParams.set('copy', isCopy ? '1' : '0');
  url.searchParams.set('by', by);
  return url.href;
}

/** `/receipt/sale/REFERENCE` or `/receipt/document/ID` with what was chosen, as `receiptPath` makes them. */
function sourceOf(url: URL): ReceiptSource | undefined {
  const [, , kind, name = ''] = url.pathname.split('/');
  const choices = new Map(url.searchParams);
  choices.delete('copy');
  choices.delete('by');
  const source = kind === 'sale' ? { kind, reference: name } : { kind, id: Number(name) };
  const parsed = v.safeParse(receiptSourceSchema, {
    ...source,
    ...Object.fromEntries(choices),
  });
  return parsed.success ? parsed.output : undefined;
}

/** The HTML page at a receipt's path: where there is no receipt it says why. Undefined for no such path. */
export async function receiptPage(context: Context, path: string): Promise<string | undefined> {
  const url = new URL(path, appOrigin);
  const source = sourceOf(url);
  if (!source) return testPage(context.language(), url);
  const { language = context.language(), paper = '80' } = source;
  const copy = url.searchParams.get('copy');
  const till = openTill(context);
  const by = url.searchParams.get('by') ?? whoIsAtTheTill(context);
  const look = { language, by, ...(copy !== null && { isCopy: copy === '1' }) };
  const found = till.ok ? await findReceipt(till.value, source, look) : till;
  if (!found.ok) return noReceiptHtml(language, found.error);
  const { codeDrawer: draw } = await import('../receipt/draw-codes.ts');
  return receiptHtml(found.value.model, { paper, draw });
}

export function receiptHandlers(
  context: Context,
): Pick<
  Handlers,
  'receipt.settings' | 'receipt.changeSettings' | 'receipt.savePdf' | 'receipt.showFolder'
> {
  return {
    'receipt.settings': () => {
      const till = openTill(context);
      return till.ok ? readReceiptSettings(till.value.db) : till;
    },
    'receipt.changeSettings': (settings) => {
      const till = openTill(context);
      if (!till.ok) return till;
      if (settings.logo && !readPng(settings.logo)) {
        return err({ code: 'invalid_value', field: 'logo' });
      }
      writeReceiptSettings(till.value.db, settings);
      context.withdraw('receipt_settings_damaged');
      return ok(null);
    },
    'receipt.savePdf': (source) => savePdf(context, source),
    'receipt.showFolder': async () => {
      const error = await context.showFolder(context.receiptFolder());
      return error ? err(error) : ok(null);
    },
  };
}

/** What leaves the till is noted before, so that of two at a time one is the first, and the other a copy. */
async function savePdf(
  context: Context,
  source: ReceiptSource,
): Promise<Result<{ readonly file: string }>> {
  const till = openTill(context);
  if (!till.ok) return till;
  const { language = context.language(), paper = '80' } = source;
  const by = whoIsAtTheTill(context);
  const found = await findReceipt(till.value, source, { language, by });
  if (!found.ok) return found;
  const { db } = till.value;
  const { model, documentId } = found.value;
  const name = model.kind === 'receipt' ? model.docKey : model.reference;
  const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}.pdf`;
  const noted = documentId === null ? null : notePrint(db, documentId, context.now().getTime());
  const url = addressOf({ ...source, language }, { isCopy: noted?.isCopy ?? false, by });
  const path = join(context.receiptFolder(), file);
  const saved = await saveReceiptPdf(context.openHiddenWindow, url, path, paper);
  if (!saved.ok && noted && db.open) forgetPrint(db, noted.printId);
  return saved;
}

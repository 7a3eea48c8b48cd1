// Receipts: the page of one for the screen, and on its way to a file or a printer.
import { join } from 'node:path';
import * as v from 'valibot';
import {
  receiptPath,
  receiptSourceSchema,
  type Language,
  type ReceiptSource,
} from '../contract/api.ts';
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
import { printReceipt, saveReceiptPdf } from '../receipt/output.ts';
import { readPng } from '../receipt/png.ts';
import { countPrints, notePrint } from '../store/receipt-prints.ts';
import { readReceiptSettings, writeReceiptSettings } from '../store/receipt-settings.ts';
import { findSaleByDocument, readSaleDetail, readSaleDocument } from '../store/sales.ts';
import type { Till } from '../till.ts';
import { appOrigin } from '../window.ts';
import { openTill, whoIsAtTheTill, type Context } from './context.ts';
import { withMarks } from './with-marks.ts';

interface FoundReceipt {
  readonly model: ReceiptModel;
  /** Null for a provisional slip. */
  readonly documentId: number | null;
}

async function findReceipt(context: Context, source: ReceiptSource): Promise<Result<FoundReceipt>> {
  const till = openTill(context);
  if (!till.ok) return till;
  const { language = context.language() } = source;
  if (source.kind === 'sale') return receiptOfOwn(context, till.value, source.reference, language);

  const own = findSaleByDocument(till.value.db, source.id);
  // A draft may have been finalized since.
  const isFinal = own && isFinalizedAt(till.value, own.reference);
  if (own?.state === 'confirmed' && isFinal)
    return receiptOfOwn(context, till.value, own.reference, language);
  const document = await till.value.getDocument(source.id);
  if (!document.ok) return document;
  const model = receiptOfDocument(
    document.value,
    optionsFor(context, till.value, source.id, language),
  );
  return model.ok ? ok({ model: model.value, documentId: source.id }) : model;
}

function isFinalizedAt({ db }: Till, reference: string): boolean {
  const document = readSaleDocument(db, reference);
  return document !== undefined && isFinalized(document);
}

async function receiptOfOwn(
  context: Context,
  till: Till,
  reference: string,
  language: Language,
): Promise<Result<FoundReceipt>> {
  const sale = readSaleDetail(till.db, reference);
  if (!sale) return err({ code: 'not_found' });
  const known = readSaleDocument(till.db, reference) ?? null;
  const document = known && (await withMarks(till, known));
  const model = receiptOfSale(sale, document, optionsFor(context, till, sale.documentId, language));
  if (!model.ok) return model;
  const documentId = model.value.kind === 'receipt' ? sale.documentId : null;
  return ok({ model: model.value, documentId });
}

const optionsFor = (
  context: Context,
  till: Till,
  documentId: number | null,
  language: Language,
): ReceiptOptions => ({
  language,
  practice: till.profile.kind !== 'service',
  copy: documentId !== null && countPrints(till.db, documentId) > 0,
  shop: { ...till.profile, userName: whoIsAtTheTill(context) },
  settings: readReceiptSettings(till.db),
});

/** `/receipt/sale/REFERENCE` or `/receipt/document/ID` with what was chosen, as `receiptPath` makes them. */
function sourceOf(path: string): ReceiptSource | undefined {
  const { pathname, searchParams } = new URL(path, appOrigin);
  const [, , kind, name = ''] = pathname.split('/');
  const source = kind === 'sale' ? { kind, reference: name } : { kind, id: Number(name) };
  const parsed = v.safeParse(receiptSourceSchema, {
    ...source,
    ...Object.fromEntries(searchParams),
  });
  return parsed.success ? parsed.output : undefined;
}

/** The HTML page at a receipt's path: where there is no receipt it says why. Undefined for no such path. */
export async function receiptPage(context: Context, path: string): Promise<string | undefined> {
  const source = sourceOf(path);
  if (!source) return undefined;
  const found = await findReceipt(context, source);
  if (!found.ok) return noReceiptHtml(source.language ?? context.language(), found.error);
  const { codeDrawer: draw } = await import('../receipt/draw-codes.ts');
  return receiptHtml(found.value.model, { paper: source.paper ?? '80', draw });
}

export function receiptHandlers(
  context: Context,
): Pick<
  Handlers,
  | 'receipt.settings'
  | 'receipt.changeSettings'
  | 'receipt.savePdf'
  | 'receipt.print'
  | 'receipt.showFolder'
> {
  /** Whatever leaves the till is noted, so that the next one is marked as a copy. */
  const produce = async <Value>(
    source: ReceiptSource,
    output: (found: FoundReceipt, url: string) => Promise<Result<Value>>,
  ): Promise<Result<Value>> => {
    const found = await findReceipt(context, source);
    if (!found.ok) return found;
    const result = await output(found.value, appOrigin + receiptPath(source).slice(1));
    const till = openTill(context);
    if (result.ok && till.ok && found.value.documentId !== null) {
      notePrint(till.value.db, found.value.documentId, context.now().getTime());
    }
    return result;
  };

  return {
    'receipt.settings': () => {
      const till = openTill(context);
      return till.ok ? ok(readReceiptSettings(till.value.db)) : till;
    },
    'receipt.changeSettings': (settings) => {
      const till = openTill(context);
      if (!till.ok) return till;
      if (settings.logo && !readPng(settings.logo)) {
        return err({ code: 'invalid_value', field: 'logo' });
      }
      writeReceiptSettings(till.value.db, settings);
      return ok(null);
    },
    'receipt.savePdf': (source) =>
      produce(source, ({ model }, url) => {
        const name = model.kind === 'receipt' ? model.docKey : model.reference;
        const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}.pdf`;
        const path = join(context.receiptFolder(), file);
        return saveReceiptPdf(context.openHiddenWindow, url, path, source.paper ?? '80');
      }),
    'receipt.print': (source) =>
      produce(source, (_found, url) =>
        printReceipt(context.openHiddenWindow, url, {
          paper: source.paper ?? '80',
        }),
      ),
    'receipt.showFolder': async () => {
      const error = await context.showFolder(context.receiptFolder());
      return error ? err(error) : ok(null);
    },
  };
}

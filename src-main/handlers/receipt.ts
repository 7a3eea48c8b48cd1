// Receipts: the page of one for the screen, and on its way to a file or a printer.
import { join } from 'node:path';
import * as v from 'valibot';
import { receiptPath, receiptSourceSchema, type ReceiptSource } from '../contract/api.ts';
import { isFinalized } from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Handlers } from '../ipc.ts';
import { noReceiptHtml, receiptHtml } from '../receipt/html.ts';
import { receiptOfDocument, receiptOfSale, type ReceiptModel } from '../receipt/model.ts';
import { printReceipt, saveReceiptPdf } from '../receipt/output.ts';
import { countPrints, notePrint } from '../store/receipt-prints.ts';
import { findSaleByDocument, readSaleDetail, readSaleDocument } from '../store/sales.ts';
import type { Till } from '../till.ts';
import { appOrigin } from '../window.ts';
import { openTill, whoIsAtTheTill, type Context } from './context.ts';

interface FoundReceipt {
  readonly model: ReceiptModel;
  /** Null for a provisional slip. */
  readonly documentId: number | null;
}

async function findReceipt(context: Context, source: ReceiptSource): Promise<Result<FoundReceipt>> {
  const till = openTill(context);
  if (!till.ok) return till;
  if (source.kind === 'sale') return receiptOfOwn(context, till.value, source.reference);

  const own = findSaleByDocument(till.value.db, source.id);
  // A draft may have been finalized since.
  const isFinal = own && isFinalizedAt(till.value, own.reference);
  if (own?.state === 'confirmed' && isFinal)
    return receiptOfOwn(context, till.value, own.reference);
  const document = await till.value.getDocument(source.id);
  if (!document.ok) return document;
  const model = receiptOfDocument(document.value, optionsFor(context, till.value, source.id));
  return model.ok ? ok({ model: model.value, documentId: source.id }) : model;
}

function isFinalizedAt({ db }: Till, reference: string): boolean {
  const document = readSaleDocument(db, reference);
  return document !== undefined && isFinalized(document);
}

function receiptOfOwn(context: Context, till: Till, reference: string): Result<FoundReceipt> {
  const sale = readSaleDetail(till.db, reference);
  if (!sale) return err({ code: 'not_found' });
  const document = readSaleDocument(till.db, reference) ?? null;
  const model = receiptOfSale(sale, document, optionsFor(context, till, sale.documentId));
  if (!model.ok) return model;
  const documentId = model.value.kind === 'receipt' ? sale.documentId : null;
  return ok({ model: model.value, documentId });
}

const optionsFor = (context: Context, till: Till, documentId: number | null) => ({
  language: context.language(),
  practice: till.profile.kind !== 'service',
  copy: documentId !== null && countPrints(till.db, documentId) > 0,
  shop: { ...till.profile, userName: whoIsAtTheTill(context) },
});

/** `/receipt/sale/REFERENCE` or `/receipt/document/ID`, as `receiptPath` makes them. */
function sourceOf(path: string): ReceiptSource | undefined {
  const [, , kind, name = ''] = path.split('/');
  const source = kind === 'sale' ? { kind, reference: name } : { kind, id: Number(name) };
  const parsed = v.safeParse(receiptSourceSchema, source);
  return parsed.success ? parsed.output : undefined;
}

/** The HTML page at a receipt's path: where there is no receipt it says why. Undefined for no such path. */
export async function receiptPage(context: Context, path: string): Promise<string | undefined> {
  const source = sourceOf(path);
  if (!source) return undefined;
  const found = await findReceipt(context, source);
  return found.ok ? receiptHtml(found.value.model) : noReceiptHtml(context.language(), found.error);
}

export function receiptHandlers(
  context: Context,
): Pick<Handlers, 'receipt.savePdf' | 'receipt.print' | 'receipt.showFolder'> {
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
    'receipt.savePdf': (source) =>
      produce(source, ({ model }, url) => {
        const name = model.kind === 'receipt' ? model.docKey : model.reference;
        const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100)}.pdf`;
        return saveReceiptPdf(context.openHiddenWindow, url, join(context.receiptFolder(), file));
      }),
    'receipt.print': (source) =>
      produce(source, (_found, url) => printReceipt(context.openHiddenWindow, url)),
    'receipt.showFolder': async () => {
      const error = await context.showFolder(context.receiptFolder());
      return error ? err(error) : ok(null);
    },
  };
}

// Receipts: the page of one for the screen, and on its way to a file or a printer.
import { join } from 'node:path';
import * as v from 'valibot';
import { receiptSourceSchema, type ReceiptSource } from '../contract/receipt-source.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { noReceiptHtml, receiptHtml } from '../receipt/html.ts';
import { saveReceiptPdf } from '../receipt/output.ts';
import { readPng } from '../receipt/png.ts';
import { forgetPrint, notePrint } from '../store/receipt-prints.ts';
import { readReceiptSettings, writeReceiptSettings } from '../store/receipt-settings.ts';
import type { Till } from '../till/till.ts';
import { appOrigin } from '../address.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';
import { addressOf, findReceipt } from '../till/receipts.ts';
import { askToPrint } from '../till/print.ts';
import { testPage } from './test-page.ts';

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
  const { till } = context.session;
  const by = url.searchParams.get('by') ?? till?.whoIsAtIt ?? '';
  const look = { language, by, ...(copy !== null && { isCopy: copy === '1' }) };
  const found = till
    ? await findReceipt(till, source, look)
    : err({ code: 'not_signed_in' as const });
  if (!found.ok) return noReceiptHtml(language, found.error);
  const { codeDrawer: draw } = await import('../receipt/draw-codes.ts');
  return receiptHtml(found.value.model, { paper, draw });
}

export function receiptHandlers(context: Context): HandlersOf<'receipt'> {
  return {
    'receipt.settings': (_, till) => readReceiptSettings(till.db),
    'receipt.changeSettings': (settings, till) => {
      if (settings.logo && !readPng(settings.logo)) {
        return err({ code: 'invalid_value', field: 'logo' });
      }
      writeReceiptSettings(till.db, settings);
      context.withdraw('receipt_settings_damaged');
      return ok(null);
    },
    'receipt.savePdf': (source, till) => savePdf(context, till, source),
    'receipt.print': (source, till) => askToPrint(till, source),
    'receipt.showFolder': async () => {
      const error = await context.showFolder(context.receiptFolder());
      return error ? err(error) : ok(null);
    },
  };
}

/** What leaves the till is noted before, so that of two at a time one is the first, and the other a copy. */
async function savePdf(
  context: Context,
  till: Till,
  source: ReceiptSource,
): Promise<Result<{ readonly file: string }>> {
  const { language = context.language(), paper = '80' } = source;
  const by = till.whoIsAtIt;
  const found = await findReceipt(till, source, { language, by });
  if (!found.ok) return found;
  const { db } = till;
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

// What is shown and printed of receipts, by its address: what a hidden window prints, a preview of
// labels, a receipt for the screen.
import * as v from 'valibot';
import { receiptSourceSchema, type ReceiptSource } from '../contract/receipt-source.ts';
import type { Language } from '../contract/languages.ts';
import { noReceiptHtml } from '../receipt/html.ts';
import { receiptPageOf } from '../receipt/page.ts';
import { findReceipt } from '../till/receipts.ts';
import type { TillParts } from '../till/parts.ts';
import type { HiddenPages } from './hidden-pages.ts';
import type { PaperPreviews } from './paper-previews.ts';

/** Reads `/receipt/sale/REFERENCE` or `/receipt/document/ID`, as `receiptPath` makes them. */
function sourceOf({ pathname, searchParams }: URL): ReceiptSource | undefined {
  const [, , kind, name = ''] = pathname.split('/');
  const source = kind === 'sale' ? { kind, reference: name } : { kind, id: Number(name) };
  const parsed = v.safeParse(receiptSourceSchema, {
    ...source,
    ...Object.fromEntries(searchParams),
  });
  return parsed.success ? parsed.output : undefined;
}

export interface ReceiptPages {
  readonly hiddenPages: Pick<HiddenPages, 'take'>;
  readonly paperPreviews: Pick<PaperPreviews, 'at'>;
  readonly till: () => TillParts | null;
  readonly language: () => Language;
  /** Returns whether nobody is at the till who may see it. */
  readonly isLockedOrSwitching: () => boolean;
}

/** Returns the page for paper or screen at that address; undefined if nobody may see one. */
export async function pageAt(
  url: URL,
  { hiddenPages, paperPreviews, till, language, isLockedOrSwitching }: ReceiptPages,
): Promise<string | undefined> {
  const hidden = hiddenPages.take(url.pathname);
  if (hidden !== undefined) return hidden;
  if (isLockedOrSwitching()) return undefined;
  const page = paperPreviews.at(url.pathname) ?? (await receiptPage(url, till(), language()));
  // The service may have been asked meanwhile, and the till locked.
  return isLockedOrSwitching() ? undefined : page;
}

/** Returns a page, also where there is no receipt. Undefined if the address is not a receipt's. */
async function receiptPage(
  url: URL,
  till: TillParts | null,
  usual: Language,
): Promise<string | undefined> {
  const source = sourceOf(url);
  if (!source) return undefined;
  const { language = usual, paper = '80' } = source;
  if (!till) return noReceiptHtml(language, { code: 'not_signed_in' });
  const receipt = await findReceipt(till, source, { language, by: till.whoIsAtIt });
  return receipt.ok
    ? receiptPageOf(receipt.value.model, paper)
    : noReceiptHtml(language, receipt.error);
}

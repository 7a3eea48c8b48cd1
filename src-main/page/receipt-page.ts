// The page of a receipt for the screen, by its address.
import * as v from 'valibot';
import { receiptSourceSchema, type ReceiptSource } from '../contract/receipt-source.ts';
import type { Language } from '../contract/settings.ts';
import { noReceiptHtml } from '../receipt/html.ts';
import { receiptPageOf } from '../receipt/page.ts';
import { findReceipt } from '../till/receipts.ts';
import type { TillParts } from '../till/parts.ts';

/**
 * `/receipt/sale/REFERENCE` or `/receipt/document/ID` with what was chosen, as `receiptPath` makes
 * them.
 */
function sourceOf({ pathname, searchParams }: URL): ReceiptSource | undefined {
  const [, , kind, name = ''] = pathname.split('/');
  const source = kind === 'sale' ? { kind, reference: name } : { kind, id: Number(name) };
  const parsed = v.safeParse(receiptSourceSchema, {
    ...source,
    ...Object.fromEntries(searchParams),
  });
  return parsed.success ? parsed.output : undefined;
}

/** Where there is no receipt it says why. Undefined for no such address. */
export async function receiptPage(
  url: URL,
  till: TillParts | null,
  usual: Language,
): Promise<string | undefined> {
  const source = sourceOf(url);
  if (!source) return undefined;
  const { language = usual, paper = '80' } = source;
  if (!till) return noReceiptHtml(language, { code: 'not_signed_in' });
  const found = await findReceipt(till, source, { language, by: till.whoIsAtIt });
  return found.ok ? receiptPageOf(found.value.model, paper) : noReceiptHtml(language, found.error);
}

// Saves the sheet of command barcodes, with the till's own payment methods and quick keys.
import type { Result } from '../contract/errors.ts';
import { usualName } from '../contract/profiles.ts';
import { saveReceiptPdf } from '../receipt/output.ts';
import { commandSheetOf } from '../receipt/page.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import { readQuickKeyPages } from '../store/quick-key-pages.ts';
import type { TillParts } from './parts.ts';
import { quickKeyPages } from './quick-keys.ts';

/** Saves it beside `file` if there is one already. Errors: those of writing a file. */
export async function saveCommandSheet(
  { db, catalogue, environment, profile }: TillParts,
  file: string,
): Promise<Result<{ readonly file: string }>> {
  const page = await commandSheetOf({
    language: environment.language(),
    owner: usualName(profile),
    methods: readPaymentMethods(db),
    products: quickKeyPages(readQuickKeyPages(db), catalogue).flatMap(({ keys }) =>
      keys.flatMap((key) => key?.product ?? []),
    ),
  });
  return saveReceiptPdf(environment.openHiddenWindow, page, file, 'A4');
}

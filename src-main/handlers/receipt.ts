// Receipts: what the company has them say, and how they reach a file or a printer.
import { err, ok } from '../contract/errors.ts';
import { readPng } from '../receipt/png.ts';
import { readReceiptSettings, writeReceiptSettings } from '../store/receipt-settings.ts';
import { askToPrint } from '../till/print.ts';
import { saveReceipt } from '../till/save-receipt.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function receiptHandlers(context: Context): HandlersOf<'receipt'> {
  return {
    'receipt.settings': (_, till) => readReceiptSettings(till.db),
    'receipt.changeSettings': (settings, till) => {
      if (settings.logo && !readPng(settings.logo)) {
        return err({ code: 'invalid_value', field: 'logo' });
      }
      writeReceiptSettings(till.db, settings);
      till.environment.withdraw('receipt_settings_damaged');
      return ok(null);
    },
    'receipt.savePdf': (source, till) => saveReceipt(till, source, context.receiptFolder()),
    'receipt.print': (source, till) => askToPrint(till, source),
    'receipt.showFolder': async () => {
      const error = await context.showFolder(context.receiptFolder());
      return error ? err(error) : ok(null);
    },
  };
}

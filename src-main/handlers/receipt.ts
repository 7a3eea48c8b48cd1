// Receipts: what the company has them say, and how they reach a file or a printer.
import { err, ok } from '../contract/errors.ts';
import { readPng } from '../receipt/png.ts';
import { readReceiptSettings, writeReceiptSettings } from '../store/receipt-settings.ts';
import { askToPrint, printGift } from '../till/print.ts';
import { saveReceipt } from '../till/receipts.ts';
import { type Context, besideKiosk } from './context.ts';
import { forEverybody, type Requests } from './request.ts';

export function receiptRequests(context: Context): Requests<'receipt'> {
  return {
    'receipt.settings': forEverybody((_, till) => readReceiptSettings(till.db)),
    'receipt.changeSettings': {
      actions: 'change_settings',
      words: (_, { says }) => [says.receiptTexts],
      tells: (display) => display.changed(),
      run: (settings, till) => {
        if (settings.logo && !readPng(settings.logo)) {
          return err({ code: 'invalid_value', field: 'logo' });
        }
        writeReceiptSettings(till.db, settings);
        till.environment.withdraw('receipt_settings_damaged');
        return ok(null);
      },
    },
    'receipt.savePdf': forEverybody((source, till) =>
      saveReceipt(till, source, context.receiptFolder()),
    ),
    'receipt.print': forEverybody((source, till) => askToPrint(till, source)),
    'receipt.printGift': forEverybody((source, till) => printGift(till, source)),
    'receipt.showFolder': {
      changesNothing: true,
      till: false,
      actions: () => besideKiosk(context),
      words: (_, { says }) => [says.showFolder],
      run: async () => {
        const error = await context.showFolder(context.receiptFolder());
        return error ? err(error) : ok(null);
      },
    },
  };
}

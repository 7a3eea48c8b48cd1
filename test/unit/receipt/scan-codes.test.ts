import { expect, test } from 'vitest';
import { printerLanguages } from '../../../src-main/contract/printing.ts';
import { receiptOfSale } from '../../../src-main/receipt/model.ts';
import { encodeReceipt } from '../../../src-main/printing/thermal/encode.ts';
import { decode } from '../../printer/decode.ts';
import { thermalWith } from '../../printer/rolls.ts';
import { must } from '../../must.ts';
import { document, options, sale } from './sample-receipts.ts';

// In bars, Epson's printers read {A to {C and {1 to {4 as commands, and Star's read a percent sign
// and what follows it as one.
test.each([
  ['FS 2025/71', 'code128'],
  ['FS 50%0/71', 'qr'],
  ['FS {A/71', 'qr'],
] as const)('the key %s is scanned as it is', (docKey, kind) => {
  const model = must(receiptOfSale(sale(), document({ docKey }), options));
  for (const language of printerLanguages) {
    const thermal = thermalWith({ language, width: 80, columns: 48 });
    const { printed } = decode(language, encodeReceipt(model, thermal));
    expect(printed).toContainEqual(expect.objectContaining({ kind, data: docKey }));
  }
});

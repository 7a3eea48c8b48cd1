// The receipt without prices, for goods that are given away.
import { expect, test } from 'vitest';
import { papers } from '../../../src-main/contract/printing.ts';
import { encodeReceipt } from '../../../src-main/printing/thermal/encode.ts';
import { codeDrawer as draw } from '../../../src-main/receipt/draw-codes.ts';
import { receiptHtml } from '../../../src-main/receipt/html.ts';
import { giftOf, receiptOfSale, type ReceiptModel } from '../../../src-main/receipt/model.ts';
import { decode } from '../../printer/decode.ts';
import { rolls, rowsOf, thermalWith } from '../../printer/rolls.ts';
import { must } from '../../must.ts';
import { document, line, loweredLines, options, sale } from './sample-receipts.ts';
import { shopSettings } from './shop-settings.ts';

const lines = [line('Pão alentejano 500 g', 2_000, 1_750_000), ...loweredLines];

function gift(): ReceiptModel {
  const settings = { ...shopSettings, footerText: 'Trocas até 30 dias' };
  const receipt = receiptOfSale(
    sale({ lines, tendered: 5_000, taxNumber: '510234674' }),
    document({ party: { name: 'Ana Luz', fiscalNumber: '510234674' }, footerText: 'Embrulhar' }),
    { ...options, settings, copy: true },
  );
  return must(giftOf(must(receipt)));
}

function check(text: string) {
  for (const word of [
    ...['Talão de oferta', 'não serve de fatura', 'Pão alentejano 500 g', '2', '30 dias'],
  ])
    expect(text).toContain(word);
  // No price, no discount, no buyer, no tax, and no second copy of anything.
  expect(text).not.toMatch(/€|\d[.,]\d\d\b|IVA|Total|Troco|510234674|Ana Luz|2\.ª via|Embrulhar/);
}

test.each(papers)('the page for %s says what, and not for how much', (paper) => {
  const page = receiptHtml(gift(), { paper, draw });
  expect(page).toContain('<svg');
  const body = page.slice(page.indexOf('<main')).replace(/<svg[^]*?<\/svg>/g, '');
  check(
    body
      .replace(/<[^>]*>/g, ' ')
      .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
      .replace(/\s+/g, ' '),
  );
});

test.each(rolls)('a roll of $width mm with $columns columns says the same', (roll) => {
  const rows = rowsOf(decode('esc-pos', encodeReceipt(gift(), thermalWith(roll))));
  check(rows.join(' ').replace(/\s+/g, ' '));
});

test('a slip and a credit note have none', () => {
  const slip = receiptOfSale(sale({ state: 'queued' }), null, options);
  expect(slip.ok && giftOf(slip.value)).toMatchObject({ error: { code: 'not_finalized' } });
});

test('a slip has the text of its sale', () => {
  const particulars = { footerText: 'Encomenda 17' } as never;
  const slip = must(receiptOfSale(sale({ state: 'queued', particulars }), null, options));
  expect(receiptHtml(slip, { paper: '80', draw })).toContain('Encomenda 17');
});

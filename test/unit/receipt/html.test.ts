import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { documentDetailSchema, type DocumentDetail } from '../../../src-main/contract/documents.ts';
import { cents } from '../../../src-main/contract/money.ts';
import type { SaleDetail } from '../../../src-main/contract/sales.ts';
import { codeDrawer } from '../../../src-main/receipt/draw-codes.ts';
import { noReceiptHtml, receiptHtml } from '../../../src-main/receipt/html.ts';
import {
  receiptOfDocument,
  receiptOfSale,
  type ReceiptModel,
  type ReceiptOptions,
} from '../../../src-main/receipt/model.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import { sampleParticulars } from '../../sample-sale.ts';
import { must } from '../../must.ts';
import { document, line, loweredLines, marks, opened, options, sale } from './sample-receipts.ts';

const english: ReceiptOptions = { ...options, language: 'en' };

const html = (result: Result<ReceiptModel>): string =>
  receiptHtml(must(result), { paper: '80', draw: codeDrawer });

const saleHtml = (
  sold: SaleDetail,
  issued: DocumentDetail | null,
  receiptOptions = options,
): string => html(receiptOfSale(sold, issued, receiptOptions));

/** Returns what is read, with one space for markup or spaces; Intl uses several kinds of space. */
const textOf = (page: string): string =>
  page.replace(/<[^>]*>/g, ' ').replace(/[\s\u00A0\u202F]+/gu, ' ');

const { quantity } = line('', 24_000, 0);
const farinha = [{ code: 'A1', description: 'Farinha', quantity, unitPrice: null }];

describe('a receipt', () => {
  test('reads in Portuguese as Portuguese amounts and dates are written', () => {
    const page = saleHtml(
      sale({ discount: 1050, tendered: 200_000 }),
      document({ totalCents: cents(123_456) }),
    );
    expect(page).toContain('<html lang="pt-PT" dir="ltr">');
    expect(page).toContain('<title>Talão FS 2025/71</title>');
    const text = textOf(page);
    expect(text).toContain('Fatura simplificada FS 2025/71');
    expect(text).toContain('Data 21/11/2025 14:03:25 ');
    expect(text).toContain('Queijo da Serra 0,345 × 18,90 6,52');
    expect(text).toContain('Subtotal 12,12 Desconto 10,5% −1,27');
    expect(text).toContain('Total 1234,56 €');
    expect(text).toContain('Numerário Pago 10,85');
    expect(text).toContain('Valor entregue 2000,00 Troco 1989,15');
  });

  test('shows a rounding above the total', () => {
    const particulars = { ...sampleParticulars, roundCents: cents(-5) };
    const note = { ...sale(), payment: null, particulars };
    expect(textOf(saleHtml(note, document()))).toContain('Arredondamento -0,05 Total');
    expect(textOf(saleHtml(sale(), document()))).not.toContain('Arredondamento');
  });

  test('reads in English as English amounts and dates are written', () => {
    const page = saleHtml(sale(), document({ totalCents: cents(123_456) }), english);
    expect(page).toContain('<html lang="en" dir="ltr">');
    const text = textOf(page);
    expect(text).toContain('Queijo da Serra 0.345 × 18.90 6.52');
    expect(text).toContain('Total €1,234.56');
    expect(text).toContain('Printed at Caixa 1 by Ana Martins');
  });

  test.each([
    [options, 'Queijo <da> Ilha 1,5 kg × 9,00 13,50 Desconto 10% (antes 10,00)'],
    [english, 'Queijo <da> Ilha 1.5 kg × 9.00 13.50 Discount 10% (was 10.00)'],
  ])(
    'shows the unit, and a lowered price as the discount that it is',
    (receiptOptions, expected) => {
      for (const state of ['confirmed', 'queued'] as const) {
        const soldSale = sale({ lines: loweredLines, state });
        const text = textOf(saleHtml(soldSale, document(), receiptOptions)).replaceAll(
          /&#60;|&#62;/g,
          (code) => (code === '&#60;' ? '<' : '>'),
        );
        expect(text).toContain(expected);
        expect(text).toMatch(/Pastel de nata 3 × 1[.,]30 3[.,]90/);
      }
    },
  );

  test('shows net and taxes only where the service gave them', () => {
    expect(textOf(saleHtml(sale(), document()))).toContain('Total sem IVA 10,36 IVA 1,76');
    const without = textOf(saleHtml(sale(), document({ netCents: null, taxesCents: null })));
    expect(without).not.toContain('Total sem IVA');
    expect(without).not.toContain('mposto');
  });

  test('says that the total is the document’s if the service worked out another', () => {
    const note = 'Este é o total do documento emitido.';
    expect(textOf(saleHtml(sale(), document()))).not.toContain(note);
    const differing = textOf(saleHtml(sale(), document({ totalCents: cents(1213) })));
    expect(differing).toContain(note);
    expect(differing).toContain('Pago 12,12 Diferença para o documento -0,01');
  });

  test('is marked as a second copy, and as training paper, only when it is one', () => {
    const plain = textOf(saleHtml(sale(), document(), english));
    expect(plain).not.toContain('2.ª via');
    expect(plain).not.toContain('formação');
    const givenOptions = { ...english, copy: true, practice: true };
    const marked = textOf(saleHtml(sale(), document(), givenOptions));
    expect(marked).toContain('2.ª via Second copy');
    expect(marked).toContain('Documento emitido para fins de formação');
    expect(marked).toContain('Document issued for training purposes');
    const portuguese = textOf(saleHtml(sale(), document(), { ...givenOptions, language: 'pt-PT' }));
    expect(portuguese).toContain('2.ª via');
    expect(portuguese).toContain('Documento emitido para fins de formação');
    expect(portuguese).not.toMatch(/Second copy|Document issued/);
  });

  test.each<[what: string, taxes: readonly object[], portuguese: string, english: string]>([
    [
      'rate, base and tax',
      [{ name: '', rate: 2300, baseCents: 2621, amountCents: 603 }],
      'Total sem IVA 10,36 Imposto 23% sobre 26,21 6,03 IVA 1,76',
      'Net 10.36 Tax 23% on 26.21 6.03 Total tax 1.76',
    ],
    [
      'a name and a rate',
      [{ name: 'IVA', rate: 2300, amountCents: 603 }],
      'IVA 23% 6,03',
      'IVA 23% 6.03',
    ],
    [
      'a rate in the name',
      [{ name: 'IVA 23,0 %', rate: 2300, amountCents: 603 }],
      'IVA 23,0 % 6,03',
      'IVA 23,0 % 6.03',
    ],
    [
      'one tax that is all of it, once',
      [{ name: 'IVA', rate: 2300, amountCents: 176 }],
      'Total sem IVA 10,36 IVA 23% 1,76 Pagamento',
      'Net 10.36 IVA 23% 1.76 Payment',
    ],
  ])('says which number is which: %s', (_, taxes, portuguese, inEnglish) => {
    const taxed = document({ taxes: v.parse(documentDetailSchema.entries.taxes, taxes) });
    const sentenceOf = (receiptOptions: ReceiptOptions) =>
      textOf(saleHtml(sale(), taxed, receiptOptions))
        .replaceAll(/ (?=%)/g, '')
        .replaceAll('  ', ' ');
    expect(sentenceOf(options)).toContain(portuguese.replaceAll(/ (?=%)/g, ''));
    expect(sentenceOf(english)).toContain(inEnglish.replaceAll(/ (?=%)/g, ''));
  });

  test.each([
    ['a number without a name', { name: '', amountCents: 603 }],
    ['a number for a name', { name: '23', amountCents: 603 }],
    ['a name that says another rate', { name: 'IVA 6 %', rate: 2300, amountCents: 603 }],
    ['no tax', { name: 'IVA', rate: 2300, baseCents: 2621, amountCents: null }],
  ])('leaves out a row of %s', (_, tax) => {
    const taxed = document({ taxes: v.parse(documentDetailSchema.entries.taxes, [tax]) });
    const text = textOf(saleHtml(sale(), taxed));
    expect(text).toContain('Total sem IVA 10,36 IVA 1,76');
    expect(text).not.toMatch(/6,03|26,21/);
  });

  test('shows the texts of the document in its lines', () => {
    const page = saleHtml(
      sale(),
      document({ headerText: 'Rua das Flores 12\r\nLisboa', footerText: 'Até <breve>' }),
    );
    expect(page).toContain('<bdi>Rua das Flores 12</bdi><br><bdi>Lisboa</bdi>');
    expect(page).toContain('Até &#60;breve&#62;');
  });

  test.each([
    ['could not show its lines', opened({ lineCount: 3 }), true],
    ['shows lines that cannot be recognised, and counts none', opened(), true],
    ['shows a part of its lines', opened({ lineCount: 3, lines: farinha }), true],
    ['shows all its lines', opened({ lineCount: 1, lines: farinha }), false],
    [
      'shows more lines than it counts, such as notes',
      opened({ lineCount: 0, lines: farinha }),
      false,
    ],
    ['says that it has none', opened({ lineCount: 0 }), false],
    ['counts none of a payment, which has no net total', opened({ netCents: null }), false],
  ])('says that lines are missing where the service %s', (_, document, isSaid) => {
    const page = textOf(html(receiptOfDocument(document, options)));
    expect(page.includes('O serviço não mostrou todas as linhas deste documento.')).toBe(isSaid);
    expect(page.includes('Farinha')).toBe(document.detail.lines.length > 0);
  });

  test('of a stock document has neither customer nor payment nor thanks', () => {
    const page = html(
      receiptOfDocument(
        opened({
          party: null,
          lines: farinha,
        }),
        options,
      ),
    );
    const text = textOf(page);
    expect(text).toContain('Farinha 24 ');
    for (const absent of ['Cliente', 'NIF', 'Pagamento', 'Obrigado']) {
      expect(text).not.toContain(absent);
    }
  });

  test('shows a date that is none as it came', () => {
    expect(textOf(saleHtml(sale(), document({ date: 'hoje' })))).toContain('Data hoje 14:03:25');
  });
});

describe('fiscal marks', () => {
  test('stand as the service sent them, the law’s sentence around a bare number', () => {
    const page = saleHtml(sale(), document({ marks }), english);
    const text = textOf(page);
    expect(text).toContain('ATCUD: ABCD1234-71');
    expect(text).toContain('aBcD -Processado por programa certificado n.º 1234 /AT');
    expect(text).not.toContain('official document');
    expect(page.split('<svg ')).toHaveLength(3);
  });

  test('in the service’s own sentence are not said twice', () => {
    const certificate = 'aBcD-Processado por programa certificado n.º 1234/AT';
    const text = textOf(saleHtml(sale(), document({ marks: { ...marks, certificate } })));
    expect(text.split('aBcD')).toHaveLength(2);
    const bare = certificate.slice('aBcD-'.length);
    const whole = textOf(saleHtml(sale(), document({ marks: { ...marks, certificate: bare } })));
    expect(whole).toContain(certificate);
  });

  test('that are lacking are told in the company’s words, else in the till’s', () => {
    const lacking = textOf(saleHtml(sale(), document()));
    expect(lacking).toContain('o documento oficial é o PDF do serviço');
    expect(lacking).not.toMatch(/ATCUD|certificado/);
    const settings = { ...options.settings, withoutMarksText: 'Peça a fatura por correio' };
    const own = textOf(saleHtml(sale(), document(), { ...options, settings }));
    expect(own).toContain('Peça a fatura por correio');
    expect(own).not.toContain('documento oficial');
  });
});

describe('what is scanned', () => {
  const codes = (docKey: string, paper: '80' | '58' = '80') =>
    receiptHtml(receiptOf(docKey), { paper, draw: { key: (data) => `[${data}]`, qr: () => '' } });
  const receiptOf = (docKey: string): ReceiptModel =>
    must(receiptOfSale(sale(), document({ docKey }), options));

  test('is the key exactly, or nothing where the key cannot be printed as it is', () => {
    expect(codes('FS 2025/71')).toContain(
      '<div class="code" aria-hidden="true">[FS 2025/71]</div>',
    );
    expect(codes('FS\t2025/71')).not.toContain('class="code"');
    expect(codes('F'.repeat(400))).not.toContain('class="code"');
  });

  test('is bars where they fit the paper, else a QR code', () => {
    const ratio = (docKey: string, paper: '80' | '58') => {
      const svg = codeDrawer.key(docKey, paper) ?? '';
      const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg) ?? [];
      return Number(width) / Number(height);
    };
    expect(ratio('FS 2025/71', '58')).toBeGreaterThan(3);
    expect(ratio('FS 2025SERIE/71', '80')).toBeGreaterThan(3);
    expect(ratio('FS 2025SERIE/71', '58')).toBe(1);
    expect(ratio('FS {2025}/71', '80')).toBe(1);
    expect(codeDrawer.key('FS São/71', '80')).toBeUndefined();
  });
});

describe('a provisional slip', () => {
  const queued = sale({ state: 'queued', tendered: 2000 });

  test.each([options, english])(
    'says in both languages that it is no invoice',
    (receiptOptions) => {
      const text = textOf(saleHtml(queued, null, receiptOptions));
      expect(text).toContain('Este documento não serve de fatura This document is not an invoice');
      expect(text).toContain('CF-7K2M-9QXZ-4T0A');
      expect(text).not.toContain('Fatura simplificada');
    },
  );

  test('shows when the sale was saved by the clock of this computer', () => {
    const committedAtMs = new Date(2025, 10, 21, 14, 3, 22).getTime();
    const text = textOf(saleHtml(sale({ state: 'queued', committedAtMs }), null));
    expect(text).toContain('Data 21/11/2025 14:03:22 ');
  });

  test('names the customer who was chosen', () => {
    const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };
    const text = textOf(saleHtml(sale({ state: 'queued', customer }), null));
    expect(text).toContain('Cliente Padaria Sol, Lda. NIF 509442013');
  });
});

describe('text of others', () => {
  const named = (description: string): string =>
    saleHtml(sale({ lines: [line(description, 1000, 1_000_000)] }), document());

  test('is never markup', () => {
    const page = named(`<script>alert("1")</script><img src=x onerror='x'> & co`);
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
    expect(page).toContain(
      '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#60;img src=x onerror=&#39;x&#39;&#62; &#38; co',
    );
  });

  test('is never markup in the title either', () => {
    const page = saleHtml(sale(), document({ docKey: '</title><script>' }));
    expect(page).toContain('<title>Talão &#60;/title&#62;&#60;script&#62;</title>');
  });

  test('cannot reorder what stands around it', () => {
    const page = named('\u202Eexe\u2069\u2066\u202A.png');
    expect(page).toContain('<bdi>exe.png</bdi>');
  });

  test('stays on its line and within well-formed Unicode', () => {
    expect(named('a\u0000\u0007\n\u2028b \uD800')).toContain('<bdi>a b \uFFFD</bdi>');
  });

  test('of ten thousand characters is cut short', () => {
    const page = saleHtml(sale(), document({ documentName: '😀'.repeat(10_000) }));
    expect(page).toContain(`<bdi>${'😀'.repeat(300)}…</bdi>`);
  });

  test('of a thousand lines is cut short', () => {
    const page = saleHtml(sale(), document({ footerText: 'x\n'.repeat(1000) }));
    expect(page.split('<bdi>x</bdi>')).toHaveLength(21);
  });
});

test('a page has no script and no inline style', () => {
  for (const page of [
    saleHtml(sale(), document(), { ...options, practice: true, copy: true }),
    saleHtml(sale({ state: 'queued' }), null),
    noReceiptHtml('en', { code: 'not_finalized' }),
  ]) {
    expect(page).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect(page).toContain('<link rel="stylesheet" href="/receipt.css">');
  }
});

test('where there is no receipt the page says why', () => {
  const page = noReceiptHtml('en', { code: 'not_finalized' });
  expect(textOf(page)).toContain('The document is not finalized, so there is no receipt for it.');
});

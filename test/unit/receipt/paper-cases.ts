// The receipts that are compared with pictures of paper that a person has checked.
import * as v from 'valibot';
import type { Result } from '../../../src-main/contract/errors.ts';
import { cents, percentSchema, unitPriceSchema } from '../../../src-main/contract/money.ts';
import {
  receiptOfDocument,
  receiptOfSale,
  type ReceiptModel,
} from '../../../src-main/receipt/model.ts';
import { document, line, loweredLines, marks, opened, options, sale } from './sample-receipts.ts';
import { shopSettings } from './shop-settings.ts';

const practice = { ...options, practice: true };
const savedAtMs = new Date(2025, 10, 21, 14, 3, 22).getTime();

/** Capitals, small letters, and the signs that are usual on receipts. */
export const portugueseLetters = 'ÁÀÂÃÇÉÊÍÓÔÕÚÜ áàâãçéêíóôõúü ªº «» €';

const sixtyLines = Array.from({ length: 60 }, (_, index) =>
  line(`Produto ${index + 1}`, 1000 * ((index % 3) + 1), 990_000 + index * 10_000),
);
const longNames = [
  line(
    'Queijo de ovelha curado da Serra da Estrela com denominação de origem protegida',
    1000,
    1_000_000,
  ),
  line(`Anticonstitucionalissimamente${'e'.repeat(60)}`, 99_999_999, 99_999_999_999),
  line('Pão', 1000, 1_234_567),
];
const weighed = [
  { ...line('Maçã de Alcobaça', 1_235, 1_890_000), unit: 'kg' },
  { ...line('Azeite a granel', 750, 7_500_000), unit: 'l' },
];
const discounted = {
  lines: [
    ...loweredLines,
    { ...line('Café em grão', 2000, 8_000_000), listPrice: v.parse(unitPriceSchema, 9_500_000) },
  ],
  discount: v.parse(percentSchema, 1_250),
  tendered: 5000,
};

export const paperCases: Readonly<Record<string, Result<ReceiptModel>>> = {
  'plain sale': receiptOfSale(sale({ tendered: 2000 }), document(), options),
  'sixty lines': receiptOfSale(sale({ lines: sixtyLines }), document(), options),
  'long names': receiptOfSale(
    sale({ lines: longNames }),
    document({
      party: {
        name: 'Associação Recreativa e Cultural dos Amigos do Bairro de São João',
        fiscalNumber: '509442013',
      },
    }),
    options,
  ),
  'weighed goods': receiptOfSale(sale({ lines: weighed }), document(), options),
  discounts: receiptOfSale(sale(discounted), document({ totalCents: cents(2_923) }), options),
  'every letter': receiptOfSale(
    sale({ lines: [line(portugueseLetters, 1000, 1_000_000)] }),
    document({ documentName: portugueseLetters, footerText: portugueseLetters }),
    { ...options, shop: { ...options.shop, companyName: portugueseLetters } },
  ),
  reprint: receiptOfSale(sale(), document(), { ...options, copy: true, language: 'en' }),
  'practice receipt': receiptOfSale(sale(), document(), practice),
  'provisional slip': receiptOfSale(
    sale({ state: 'queued', committedAtMs: savedAtMs, taxNumber: '509442013' }),
    null,
    practice,
  ),
  'stock document': receiptOfDocument(
    opened({
      documentName: 'Entrada de stock',
      docKey: 'EST 2025/3',
      party: null,
      ourReference: '',
      totalCents: cents(0),
      netCents: null,
      taxesCents: null,
      lines: [
        {
          code: 'A1',
          description: 'Farinha de trigo T65, saco de 25 kg',
          quantity: line('', 24_000, 0).quantity,
          unitPrice: null,
        },
      ],
    }),
    options,
  ),
  'all that a shop and the service add': receiptOfSale(
    sale({ tendered: 2000 }),
    document({
      marks,
      taxes: [
        { name: 'IVA 23%', amountCents: cents(120) },
        {
          name: '',
          rate: v.parse(percentSchema, 600),
          baseCents: cents(933),
          amountCents: cents(56),
        },
        // Nobody can tell what this tax is.
        { name: '13', amountCents: cents(1) },
      ],
      headerText: 'Encomenda 42\r\nLevantada ao balcão',
      footerText: 'Obrigado pela preferência',
    }),
    { ...options, settings: shopSettings },
  ),
};

/** @throws if the case gives no receipt. */
export function caseModel(name: string): ReceiptModel {
  const model = paperCases[name];
  if (!model?.ok) throw new Error(model?.error.code ?? name);
  return model.value;
}

import { describe, expect, test } from 'vitest';
import type { DocumentDetail } from '../../../src-main/contract/documents.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { saleStates } from '../../../src-main/contract/outbox-states.ts';
import type { SaleDetail } from '../../../src-main/contract/sales.ts';
import {
  receiptOfDocument,
  receiptOfSale,
  type ProvisionalSlip,
  type Receipt,
} from '../../../src-main/receipt/model.ts';
import { sampleParticulars } from '../../sample-sale.ts';
import {
  document,
  fewLines,
  line,
  loweredLines,
  marks,
  opened,
  options,
  sale,
} from './sample-receipts.ts';

function receipt(sold: SaleDetail, issued: DocumentDetail): Receipt {
  const result = receiptOfSale(sold, issued, options);
  if (!result.ok || result.value.kind !== 'receipt') throw new Error(JSON.stringify(result));
  return result.value;
}

function slip(sold: SaleDetail): ProvisionalSlip {
  const result = receiptOfSale(sold, null, options);
  if (!result.ok || result.value.kind !== 'provisional') throw new Error(JSON.stringify(result));
  return result.value;
}

const notFinalized = { id: 1200, code: 'P', description: 'Em preparação' };

describe('a confirmed sale', () => {
  test('takes what identifies its receipt, the totals and the taxes from the service', () => {
    expect(receipt(sale(), document())).toMatchObject({
      documentName: 'Fatura simplificada',
      docKey: 'FS 2025/71',
      date: '2025-11-21',
      time: '14:03:25.481000',
      customer: { name: 'Consumidor final', fiscalNumber: '999999990' },
      totalCents: 1212,
      netCents: 1036,
      taxesCents: 176,
      totalDiffers: false,
      reference: 'CF-7K2M-9QXZ-4T0A',
    });
  });

  test('takes lines, discount and payment from what was sent', () => {
    const { lines, discount, payment } = receipt(
      sale({ discount: 1050, tendered: 2000 }),
      document({ totalCents: cents(1085) }),
    );
    expect(lines.map(({ description, amountCents }) => [description, amountCents])).toEqual([
      ['Café expresso', 170],
      ['Pastel de nata', 390],
      ['Queijo da Serra', 652],
    ]);
    expect(discount).toEqual({ linesCents: 1212, percent: 1050, discountCents: 127 });
    expect(payment).toEqual({
      method: 'Numerário',
      tenderedCents: 2000,
      changeCents: 915,
      paidCents: null,
    });
  });

  test('shows the total of the service where it differs, and gives change of what was said', () => {
    const { totalCents, totalDiffers, payment } = receipt(
      sale({ tendered: 1500 }),
      document({ totalCents: cents(1210) }),
    );
    expect({ totalCents, totalDiffers, change: payment?.changeCents }).toEqual({
      totalCents: 1210,
      totalDiffers: true,
      change: 288,
    });
  });

  test('has the text that was sent once, whether the service answers with it or not', () => {
    const soldSale = sale({ particulars: { ...sampleParticulars, footerText: 'Obra 12' } });
    const textOf = (footerText: string) => receipt(soldSale, document({ footerText })).footerText;
    expect(textOf('Obra 12')).toBe('Obra 12');
    expect(textOf('Obra 12\nIBAN PT50')).toBe('Obra 12\nIBAN PT50');
    expect(textOf('IBAN PT50')).toBe('Obra 12\nIBAN PT50');
    expect(receipt(sale(), document({ footerText: 'IBAN PT50' })).footerText).toBe('IBAN PT50');
  });

  test('names the customer by the tax number that was sent if the answer names none', () => {
    const { customer } = receipt(sale({ taxNumber: '509442013' }), document({ party: null }));
    expect(customer).toEqual({ name: '', fiscalNumber: '509442013' });
  });

  test('names the chosen customer if the answer names none', () => {
    const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };
    expect(receipt(sale({ customer }), document({ party: null })).customer).toEqual({
      name: 'Padaria Sol, Lda.',
      fiscalNumber: '509442013',
    });
    expect(receipt(sale(), document({ party: null })).customer).toEqual({
      name: '',
      fiscalNumber: '',
    });
  });

  test('has units, and list prices where the price was lowered', () => {
    const { lines } = receipt(sale({ lines: loweredLines }), document());
    expect(lines.map(({ unit, unitPrice, listPrice }) => ({ unit, unitPrice, listPrice }))).toEqual(
      [
        { unit: 'kg', unitPrice: 9_000_000, listPrice: 10_000_000 },
        { unit: '', unitPrice: 1_300_000, listPrice: null },
      ],
    );
  });

  test('has no receipt without a document, nor for one that is not finalized', () => {
    const refusal = { ok: false, error: { code: 'not_finalized' } };
    expect(receiptOfSale(sale(), null, options)).toEqual(refusal);
    expect(receiptOfSale(sale(), document({ status: notFinalized }), options)).toEqual(refusal);
  });
});

describe('a sale that is not confirmed', () => {
  const states = saleStates.filter((state) => state !== 'confirmed' && state !== 'cancelled');

  test.each(states)('gives the provisional slip while %s, whatever document is known', (state) => {
    const result = receiptOfSale(sale({ state }), document(), options);
    expect(result).toMatchObject({ ok: true, value: { kind: 'provisional' } });
    expect(JSON.stringify(result)).not.toContain('FS 2025/71');
  });

  test('shows its reference, the moment it was saved, lines, total and payment', () => {
    expect(slip(sale({ state: 'queued', tendered: 1500, taxNumber: '509442013' }))).toMatchObject({
      reference: 'CF-7K2M-9QXZ-4T0A',
      savedAtMs: Date.UTC(2025, 10, 21, 14, 3, 22),
      customer: { name: '', fiscalNumber: '509442013' },
      lines: fewLines.map(({ description, quantity, unitPrice }) => ({
        description,
        quantity,
        unitPrice,
      })),
      totalCents: 1212,
      payment: { method: 'Numerário', tenderedCents: 1500, changeCents: 288 },
    });
  });

  test('names nobody for a final consumer', () => {
    expect(slip(sale({ state: 'queued' })).customer).toBeNull();
  });

  test('has no paper once it is cancelled', () => {
    expect(receiptOfSale(sale({ state: 'cancelled' }), document(), options)).toEqual({
      ok: false,
      error: { code: 'not_finalized' },
    });
  });
});

describe('a document of others', () => {
  const { quantity, unitPrice } = line('', 12_500, 1_150_000);
  const stockEntry = opened({
    documentName: 'Entrada de stock',
    docKey: 'EST 2025/4',
    ourReference: '',
    party: null,
    lines: [
      { code: 'A1', description: 'Farinha', quantity, unitPrice },
      { code: 'A2', description: '', quantity: null, unitPrice: null },
    ],
  });

  test('shows its lines as far as they were recognised, and works out no amount of theirs', () => {
    const result = receiptOfDocument(stockEntry, options);
    expect(result).toMatchObject({
      ok: true,
      value: {
        kind: 'receipt',
        docKey: 'EST 2025/4',
        customer: null,
        payment: null,
        discount: null,
        lines: [
          { description: 'Farinha', quantity: 12_500, unitPrice: 1_150_000, amountCents: null },
          { description: 'A2', quantity: null, unitPrice: null, amountCents: null },
        ],
      },
    });
  });

  test('has a receipt only when it is finalized', () => {
    expect(receiptOfDocument(opened({ status: notFinalized }), options)).toEqual({
      ok: false,
      error: { code: 'not_finalized' },
    });
  });
});

describe('a document that was not sold at the counter', () => {
  const note: SaleDetail = { ...sale(), payment: null, particulars: sampleParticulars };
  const dearer = { totalCents: cents(1491) };

  test('has no payment on its receipt', () => {
    expect(receipt(note, document()).payment).toBeNull();
    expect(slip({ ...note, state: 'queued' }).payment).toBeNull();
  });

  test('comes to a total that is compared only where its prices were said to be with tax', () => {
    expect(receipt(note, document(dearer))).toMatchObject({
      totalCents: 1491,
      totalDiffers: false,
    });
    const withTax = { ...note, particulars: { ...sampleParticulars, isTaxIncluded: true } };
    expect(receipt(withTax, document(dearer)).totalDiffers).toBe(true);
  });

  test('has no customer if it is for nobody, such as a stock entry', () => {
    expect(receipt(note, document({ party: null })).customer).toBeNull();
    expect(receipt(sale(), document({ party: null })).customer).not.toBeNull();
  });

  test('names a customer by the service’s id where nobody knows the name', () => {
    const customer = { partyId: 31, name: '', fiscalNumber: '' };
    expect(slip({ ...note, state: 'queued', customer }).customer?.name).toBe('#31');
  });
});

describe('fiscal marks', () => {
  const refusing = {
    ...options,
    settings: { ...options.settings, withoutMarks: 'refuse' },
  } as const;
  const refusal = { ok: false, error: { code: 'no_fiscal_marks' } };

  test('come from the service, and are said to be missing if it has not sent both', () => {
    expect(receipt(sale(), document({ marks }))).toMatchObject({ marks, lacksMarks: false });
    expect(receipt(sale(), document())).toMatchObject({ marks: null, lacksMarks: true });
    for (const half of [
      { ...marks, atcud: '' },
      { ...marks, qrText: '' },
    ]) {
      expect(receipt(sale(), document({ marks: half }))).toMatchObject({
        marks: half,
        lacksMarks: true,
      });
    }
  });

  test('may be required by a company for every receipt', () => {
    expect(receiptOfSale(sale(), document(), refusing)).toEqual(refusal);
    expect(receiptOfDocument(opened(), refusing)).toEqual(refusal);
    expect(receiptOfDocument(opened({ party: null, partyId: 9 }), refusing)).toEqual(refusal);
    expect(receiptOfSale(sale(), document({ party: null }), refusing)).toEqual(refusal);
    expect(receiptOfSale(sale(), document({ marks }), refusing)).toMatchObject({ ok: true });
    expect(receiptOfSale(sale({ state: 'queued' }), null, refusing)).toMatchObject({ ok: true });
  });

  test('are not asked of a document that is for nobody', () => {
    expect(receiptOfDocument(opened({ party: null }), refusing)).toMatchObject({
      ok: true,
      value: { lacksMarks: false },
    });
  });
});

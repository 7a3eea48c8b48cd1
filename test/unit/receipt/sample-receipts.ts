// Sample sales and documents that receipts are made of.
import * as v from 'valibot';
import { emptyCart, totals, type Cart, type CartLine } from '../../../src-main/contract/cart.ts';
import { counterSale } from '../../../src-main/contract/new-document.ts';
import type {
  DocumentDetail,
  DocumentSummary,
  FiscalMarks,
} from '../../../src-main/contract/documents.ts';
import {
  cents,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import { defaultReceiptSettings } from '../../../src-main/contract/printing.ts';
import type { OpenedDocument, SaleDetail } from '../../../src-main/contract/sales.ts';
import type { ReceiptOptions } from '../../../src-main/receipt/model.ts';

export const options: ReceiptOptions = {
  language: 'pt-PT',
  practice: false,
  copy: false,
  shop: { companyName: 'Mercearia da Praça, Lda.', tillName: 'Caixa 1', userName: 'Ana Martins' },
  settings: defaultReceiptSettings,
};

/** The marks that a certified program prints, as a service might send them. */
export const marks: FiscalMarks = {
  atcud: 'ABCD1234-71',
  qrText:
    'A:509442013*B:999999990*C:PT*D:FS*E:N*F:20251121*G:FS 2025/71*H:ABCD1234-71*I1:PT*I7:10.36*I8:1.76*N:1.76*O:12.12*Q:aBcD*R:1234',
  hashExtract: 'aBcD',
  certificate: '1234',
};

/** The quantity is in thousandths, the unit price in millionths. */
export const line = (description: string, quantity: number, unitPrice: number): CartLine => ({
  lineId: crypto.randomUUID(),
  code: 'P1',
  description,
  quantity: v.parse(quantitySchema, quantity),
  unitPrice: v.parse(unitPriceSchema, unitPrice),
});

export const fewLines: readonly CartLine[] = [
  line('Café expresso', 2000, 850_000),
  line('Pastel de nata', 3000, 1_300_000),
  line('Queijo da Serra', 345, 18_900_000),
];

/** A sale of them under way. */
export const fewLinesCart: Cart = {
  ...emptyCart('00000000-0000-4000-8000-000000000001'),
  lines: [...fewLines],
};

/** A weighed product below its list price, and another at its list price. */
export const loweredLines: readonly CartLine[] = [
  {
    ...line('Queijo <da> Ilha', 1500, 9_000_000),
    listPrice: v.parse(unitPriceSchema, 10_000_000),
    unit: 'kg',
  },
  line('Pastel de nata', 3000, 1_300_000),
];

type SaleChange = Partial<Omit<SaleDetail, 'discount' | 'payment'>> & {
  readonly discount?: number;
  readonly tendered?: number;
};

/**
 * Returns a confirmed sale of the few lines, paid with the exact amount in cash, unless told
 * otherwise.
 */
export function sale({ discount = 0, tendered, ...change }: SaleChange = {}): SaleDetail {
  const percent = v.parse(percentSchema, discount);
  const { totalCents } = totals({ lines: [...(change.lines ?? fewLines)], discount: percent });
  const tenderedCents = cents(tendered ?? totalCents);
  return {
    reference: 'CF-7K2M-9QXZ-4T0A',
    committedAtMs: Date.UTC(2025, 10, 21, 14, 3, 22),
    totalCents,
    state: 'confirmed',
    documentId: 71,
    docKey: 'FS 2025/71',
    serviceTotalCents: totalCents,
    lastEvidence: { kind: 'committed' },
    nextStepAtMs: null,
    proof: 'none',
    doubtedAtMs: null,
    lines: fewLines,
    taxNumber: null,
    steps: [],
    former: [],
    particulars: null,
    requestedKind: change.particulars
      ? { kind: change.particulars.kind, finalize: change.particulars.finalize }
      : counterSale,
    ...change,
    discount: percent,
    payment: { method: { id: 1, label: 'Numerário' }, tenderedCents },
  };
}

/**
 * Returns what a list shows of a finalized simplified invoice with the total of the few lines,
 * unless told otherwise.
 */
export const summary = (change: Partial<DocumentSummary> = {}): DocumentSummary => ({
  ...{ id: 71, docKey: 'FS 2025/71', date: '2025-11-21', time: '14:03:25.481000' },
  ...{ ourReference: 'CF-7K2M-9QXZ-4T0A', totalCents: cents(1212), typeId: 2 },
  documentName: 'Fatura simplificada',
  nature: { id: 302, code: 'FS', description: 'Fatura simplificada' },
  status: { id: 1202, code: 'F', description: 'Finalizado' },
  party: { name: 'Consumidor final', fiscalNumber: '999999990' },
  ...change,
});

/** Returns the same document in full. */
export const document = (change: Partial<DocumentDetail> = {}): DocumentDetail => ({
  ...summary(),
  ...{ isTaxIncluded: true, netCents: cents(1036), taxesCents: cents(176) },
  ...{ headerText: '', footerText: '', lines: [], payments: [], taxes: [], others: [] },
  ...change,
});

/** Returns the same document as opened on its page, just answered by the service. */
export const opened = (change: Partial<DocumentDetail> = {}): OpenedDocument => ({
  detail: document(change),
  ...{ remembered: null, withoutLines: null, hasEarlierLines: false },
  ...{ sale: null, becomes: null, products: [] },
});

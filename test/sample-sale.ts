// Sales for tests and benchmarks, made as the till makes them.
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { totals, type Cart } from '../src-main/contract/cart.ts';
import {
  cents,
  noDiscount,
  quantitySchema,
  unitPriceSchema,
  zeroCents,
} from '../src-main/contract/money.ts';
import type { Particulars } from '../src-main/contract/new-document.ts';
import type { Payment } from '../src-main/contract/payment.ts';
import type { SimplifiedLimits } from '../src-main/contract/selling.ts';
import { newReference } from '../src-main/store/references.ts';
import { freezeDocument, freezeSale } from '../src-main/till/freeze.ts';
import type { NewSale } from '../src-main/store/sales.ts';

/** Products of the example catalogue, so that the practice service knows them. */
const codes = ['CAFE', 'GALAO', 'CAFE-DUPLO', 'DESCAF'] as const;

export function sampleCart(lines = 2): Cart {
  return {
    cartId: randomUUID(),
    lines: Array.from({ length: lines }, (_, index) => ({
      lineId: randomUUID(),
      code: codes[index % codes.length] ?? codes[0],
      description: `Product ${index + 1}`,
      quantity: v.parse(quantitySchema, 1000 * (index + 1)),
      unitPrice: v.parse(unitPriceSchema, 850_000),
    })),
    discount: noDiscount,
    taxNumber: null,
  };
}

export function samplePayment(cart: Cart): Payment {
  return { method: { id: 1, label: 'Numerário' }, tenderedCents: totals(cart).totalCents };
}

/** Allows a sample sale of many lines. */
export const noLimits: SimplifiedLimits = {
  privateCents: cents(99_999_999),
  otherCents: cents(99_999_999),
};

export function sampleSale(
  options: { lines?: number; now?: Date; installation?: string; reference?: string } = {},
): NewSale {
  const cart = sampleCart(options.lines);
  const frozen = freezeSale(cart, samplePayment(cart), {
    reference: options.reference ?? newReference(options.installation ?? 'TEST'),
    now: options.now ?? new Date(),
    limits: noLimits,
  });
  if (!frozen.ok) throw new Error(frozen.error.code);
  return frozen.value;
}

/** A finalized delivery note with nothing but its kind given. */
export const sampleParticulars: Particulars = {
  kind: { by: 'natureCode', code: 'GR' },
  name: '',
  finalize: true,
  roundCents: zeroCents,
  paymentMethod: null,
  forceCommunication: false,
  generateMbReference: false,
  headerText: '',
  footerText: '',
  print: false,
  email: false,
};

/** A document with every field that the API document names. */
export const everyParticular: Particulars = {
  ...{ kind: { by: 'documentTypeId', id: 11 }, name: 'Fatura de fornecedor', finalize: true },
  ...{ serieId: 4, date: '2028-02-29', time: '23:59:58', isTaxIncluded: false, partyClass: 1602 },
  ...{ warehouseId: 2, priceLineId: 3, salesmanId: 5, paymentTermId: 6, isTransport: false },
  ...{ documentReference: 'FT 17/2028', roundCents: cents(-999) },
  ...{ paymentMethod: { id: 7, label: 'Cheque' }, forceCommunication: true },
  ...{ generateMbReference: true, headerText: 'Primeira\nSegunda', footerText: 'Fim' },
  ...{ print: true, email: true },
};

export function sampleDocument(
  particulars: Partial<Particulars> = {},
  options: { now?: Date; reference?: string; taxNumber?: string } = {},
): NewSale {
  const cart = { ...sampleCart(), taxNumber: options.taxNumber ?? null };
  const document = { cart, particulars: { ...sampleParticulars, ...particulars } };
  const frozen = freezeDocument(document, {
    reference: options.reference ?? newReference('TEST'),
    now: options.now ?? new Date(),
    limits: noLimits,
  });
  if (!frozen.ok) throw new Error(frozen.error.code);
  return frozen.value;
}

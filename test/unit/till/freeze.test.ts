import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { totals } from '../../../src-main/contract/cart.ts';
import {
  cents,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import { referenceSchema } from '../../../src-main/contract/sales.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { newInstallation, newReference } from '../../../src-main/store/references.ts';
import { freezeSale } from '../../../src-main/till/freeze.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';

const now = new Date(2026, 2, 7, 9, 5, 3);
const reference = 'CF-TEST-0000-0001';
const options = { reference, now, limits: defaultSelling.limits };
const bodyOf = (frozen: ReturnType<typeof freezeSale>): unknown =>
  frozen.ok ? JSON.parse(frozen.value.body.toString('utf8')) : frozen.error;

describe('the frozen body', () => {
  it('is a finalized simplified invoice of what was sold, and no undocumented field', () => {
    const plain = sampleCart(2);
    const cart = {
      ...plain,
      discount: v.parse(percentSchema, 1_250),
      taxNumber: '501964843',
      lines: plain.lines.map((line, index) =>
        index > 0
          ? line
          : {
              ...line,
              quantity: v.parse(quantitySchema, 1_005),
              unitPrice: v.parse(unitPriceSchema, 1_234_567),
            },
      ),
    };
    expect(bodyOf(freezeSale(cart, samplePayment(cart), options))).toEqual({
      document_nature_code: 'FS',
      document_date: '2026-03-07',
      document_time: '09:05:03',
      is_tax_included: true,
      party_fiscal_number: '501964843',
      our_reference: reference,
      global_discount1: 12.5,
      details: [
        { code: 'CAFE', base_qty: 1.005, line_unit_value: 1.234567 },
        { code: 'GALAO', base_qty: 2, line_unit_value: 0.85 },
      ],
      payments: [{ payment_method_id: 1 }],
      finalize: true,
    });
  });

  it('names no customer and no discount where there is none', () => {
    const cart = sampleCart();
    const body = bodyOf(freezeSale(cart, samplePayment(cart), options));
    expect(body).not.toHaveProperty('party_fiscal_number');
    expect(body).not.toHaveProperty('global_discount1');
  });
});

it('a chosen customer is named only by the service’s id', () => {
  const customer = { partyId: 31, name: 'Padaria Sol, Lda.', fiscalNumber: '509442013' };
  const cart = { ...sampleCart(), taxNumber: '509442013', customer };
  const body = bodyOf(freezeSale(cart, samplePayment(cart), options));
  expect(body).toMatchObject({ party_id: 31 });
  expect(body).not.toHaveProperty('party_fiscal_number');
});

describe('a sale is refused', () => {
  const cart = sampleCart();
  const payment = samplePayment(cart);
  const free = { ...cart, discount: v.parse(percentSchema, 10_000) };
  const short = { ...payment, tenderedCents: cents(totals(cart).totalCents - 1) };

  it.each([
    ['without lines', { ...cart, lines: [] }, payment, 'cart_empty'],
    ['for nothing', free, payment, 'total_not_positive'],
    ['for too little money', cart, short, 'tendered_too_little'],
  ])('%s', (_name, ofCart, ofPayment, code) => {
    expect(freezeSale(ofCart, ofPayment, options)).toEqual({ ok: false, error: { code } });
  });

  it('for more than a drawer can hold, whatever the limit', () => {
    const dear = {
      quantity: v.parse(quantitySchema, 1_000_000),
      unitPrice: v.parse(unitPriceSchema, 1_000_000_000),
    };
    const ofCart = { ...cart, lines: cart.lines.map((line) => ({ ...line, ...dear })) };
    const limits = { privateCents: cents(1e15), otherCents: cents(1e15) };
    expect(freezeSale(ofCart, samplePayment(ofCart), { ...options, limits })).toEqual({
      ok: false,
      error: { code: 'invalid_value', field: 'total' },
    });
  });

  it('above the limit of a simplified invoice for its buyer, and not at it', () => {
    const company = { ...cart, taxNumber: '501964843' };
    const { totalCents } = totals(cart);
    const limits = { privateCents: totalCents, otherCents: cents(totalCents - 1) };
    expect(freezeSale(cart, payment, { ...options, limits }).ok).toBe(true);
    expect(freezeSale(company, payment, { ...options, limits })).toEqual({
      ok: false,
      error: { code: 'over_simplified_limit', limitCents: totalCents - 1 },
    });
  });
});

it('references are of one form, begin with the installation, and do not repeat', () => {
  const installation = newInstallation();
  const references = Array.from({ length: 2_000 }, () => newReference(installation));
  for (const one of references) {
    expect(v.is(referenceSchema, one)).toBe(true);
    expect(one.startsWith(`CF-${installation}-`)).toBe(true);
  }
  expect(new Set(references).size).toBe(references.length);
});

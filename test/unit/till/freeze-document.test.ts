import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cents, percentSchema } from '../../../src-main/contract/money.ts';
import type { Particulars } from '../../../src-main/contract/new-document.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { freezeDocument } from '../../../src-main/till/freeze.ts';
import { everyParticular, sampleCart, sampleParticulars } from '../../sample-sale.ts';
import { must } from '../../must.ts';

const now = new Date(2026, 2, 7, 9, 5, 3);
const reference = 'CF-TEST-0000-0001';
const options = { reference, now, limits: defaultSelling.limits };
const cart = sampleCart(1);
const details = [{ code: 'CAFE', base_qty: 1, line_unit_value: 0.85 }];

const freeze = (change: Partial<Particulars> = {}) =>
  freezeDocument({ cart, particulars: { ...sampleParticulars, ...change } }, options);

const frozen = (change: Partial<Particulars> = {}) => must(freeze(change));
const bodyOf = (change: Partial<Particulars> = {}): unknown =>
  JSON.parse(frozen(change).body.toString('utf8'));

describe('the frozen body of a document', () => {
  it('names nothing that was left to the service', () => {
    expect(bodyOf()).toEqual({
      document_nature_code: 'GR',
      document_date: '2026-03-07',
      document_time: '09:05:03',
      our_reference: reference,
      details,
      finalize: true,
    });
  });

  it('has every field of the API document', () => {
    const everything = freezeDocument(
      { cart: { ...cart, taxNumber: '501964843' }, particulars: everyParticular },
      options,
    );
    expect(everything.ok && JSON.parse(everything.value.body.toString('utf8'))).toEqual({
      document_id: 11,
      document_serie_id: 4,
      document_date: '2028-02-29',
      document_time: '23:59:58',
      is_tax_included: false,
      party_class: 1602,
      party_fiscal_number: '501964843',
      warehouse_id: 2,
      price_line_id: 3,
      our_reference: reference,
      document_reference: 'FT 17/2028',
      salesman_id: 5,
      payment_term_id: 6,
      details,
      total_round_amount: -9.99,
      payments: [{ payment_method_id: 7 }],
      finalize: true,
      is_transport_document: false,
      force_communication: true,
      generate_mb_reference: true,
      header_text: 'Primeira\nSegunda',
      footer_text: 'Fim',
      print: true,
      email: true,
    });
  });

  it.each([
    ['says nothing where the service decides', false, undefined],
    ['orders it', true, true],
    ['says no', 'no', false],
  ] as const)('%s: communication and bank reference', (_, order, sent) => {
    const body = bodyOf({ forceCommunication: order, generateMbReference: order });
    const flag = sent === undefined ? {} : { force_communication: sent };
    const reference = sent === undefined ? {} : { generate_mb_reference: sent };
    expect(body).toEqual({ ...(bodyOf() as object), ...flag, ...reference });
  });

  it.each([
    ['an id alone', { partyId: 31, name: '', fiscalNumber: '' }, null, { party_id: 31 }],
    [
      'an id and a number typed beside it',
      { partyId: 31, name: '', fiscalNumber: '' },
      '509442013',
      { party_id: 31, party_fiscal_number: '509442013' },
    ],
    [
      'a customer who was chosen, whose number the service has',
      { partyId: 31, name: 'Padaria Sol', fiscalNumber: '509442013' },
      '509442013',
      { party_id: 31 },
    ],
  ] as const)('names its party: %s', (_, customer, taxNumber, named) => {
    const document = { cart: { ...cart, customer, taxNumber }, particulars: sampleParticulars };
    const result = freezeDocument(document, options);
    const body: unknown = result.ok ? JSON.parse(result.value.body.toString('utf8')) : null;
    expect(body).toEqual({ ...(bodyOf() as object), ...named });
  });

  it.each<[string, Partial<Particulars>, object, absent?: string]>([
    [
      'of another day has that day, and not the present time',
      { date: '2026-01-31' },
      { document_date: '2026-01-31' },
      'document_time',
    ],
    [
      'asks for a nature by its number',
      { kind: { by: 'natureId', id: 353 } },
      { document_nature_id: 353 },
      'document_nature_code',
    ],
    ['of a draft says so', { finalize: false }, { finalize: false }],
  ])('%s', (_, change, named, absent = 'party_id') => {
    const body = bodyOf(change);
    expect(body).toMatchObject(named);
    expect(body).not.toHaveProperty(absent);
  });
});

it('its total has the rounding in it', () => {
  const change = { kind: { by: 'documentTypeId', id: 11 }, roundCents: cents(-5) } as const;
  expect(frozen(change).totalCents).toBe(80);
});

it('what breaks a rule is not frozen', () => {
  expect(freeze({ serieId: 4 })).toEqual({
    ok: false,
    error: { code: 'document_rule', rule: 'serie_needs_document_type' },
  });
});

it.each([
  { by: 'natureCode', code: 'FS' },
  { by: 'natureId', id: 302 },
] as const)('a simplified invoice ($by) has its limit', (kind) => {
  const limits = { privateCents: cents(84), otherCents: cents(84) };
  const paymentMethod = { id: 1, label: 'Numerário' };
  const particulars = { ...sampleParticulars, kind, paymentMethod };
  expect(freezeDocument({ cart, particulars }, { ...options, limits })).toEqual({
    ok: false,
    error: { code: 'over_simplified_limit', limitCents: 84 },
  });
  const note = { cart, particulars: sampleParticulars };
  expect(freezeDocument(note, { ...options, limits })).toMatchObject({ ok: true });
});

it('a simplified invoice for nothing is refused, and its draft is not', () => {
  const free = { ...cart, discount: v.parse(percentSchema, 10_000) };
  const particulars = {
    ...sampleParticulars,
    kind: { by: 'natureCode', code: 'FS' } as const,
    paymentMethod: { id: 1, label: 'Numerário' },
  };
  expect(freezeDocument({ cart: free, particulars }, options)).toEqual({
    ok: false,
    error: { code: 'total_not_positive' },
  });
  const draft = { ...particulars, finalize: false };
  expect(freezeDocument({ cart: free, particulars: draft }, options)).toMatchObject({ ok: true });
});

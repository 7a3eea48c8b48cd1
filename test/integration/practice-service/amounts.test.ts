// What a document adds up to, and how it is read again: service-api, Document, Limits and Get a
// document.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { fieldsOf, sale, startRig, type Rig } from './rig.ts';
import { percentToApi, quantityToApi, unitPriceToApi } from '../../../src-main/contract/money.ts';
import { totalVectors } from '../../unit/contract/total-vectors.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const created = (fields: object) => rig.created(sale(fields));

describe('Resources, Document: amounts', () => {
  it('with tax included the total is the sum of the lines', async () => {
    // 1.60 at 13 % contains 0.18, and 1.75 at 6 % contains 0.10.
    expect(await created({})).toMatchObject({
      is_tax_included: true,
      line_details_count: 2,
      lines_total_quantity: 3,
      total_gross_amount: 3.35,
      total_net_amount: 3.07,
      total_taxes_amount: 0.28,
      total_amount: 3.35,
      total_document_amount: 3.35,
    });
  });

  it('is_tax_included false puts the tax on top', async () => {
    // 1.60 at 13 % adds 0.21, and 1.75 at 6 % adds 0.11.
    expect(await created({ is_tax_included: false })).toMatchObject({
      is_tax_included: false,
      total_net_amount: 3.35,
      total_taxes_amount: 0.32,
      total_amount: 3.67,
    });
  });

  it('without is_tax_included the configuration of the document applies', async () => {
    expect((await created({})).is_tax_included).toBe(true);
    const entry = await created({ document_nature_id: 502 });
    expect(entry).toMatchObject({ is_tax_included: false, total_taxes_amount: 0 });
  });

  it('global_discount1 is taken on the sum and rounded half-up', async () => {
    expect(await created({ global_discount1: 10 })).toMatchObject({
      global_discount1: 10,
      total_gross_amount: 3.35,
      total_global_discount: 0.34,
      total_line_discount: 0,
      total_amount: 3.01,
    });
    expect((await created({ global_discount1: 100 })).total_amount).toBe(0);
  });

  it('the amount owed is the total, unless it was paid or the document is no sale', async () => {
    expect((await created({})).total_due_amount).toBe(0);
    const unpaid = { document_nature_code: 'FT', payments: [] };
    expect((await created(unpaid)).total_due_amount).toBe(3.35);
    expect((await created({ document_nature_id: 353, payments: [] })).total_due_amount).toBe(0);
  });

  it('a document is valued when its lines have values', async () => {
    const details = [{ code: 'CAFE', base_qty: 3, line_unit_value: 0 }];
    expect((await created({ document_nature_id: 321, details })).is_valued).toBe(false);
    expect((await created({ document_nature_id: 321 })).is_valued).toBe(true);
  });
});

describe('Limits', () => {
  it('global_discount1 is between 0 and 100', async () => {
    for (const global_discount1 of [-0.01, 100.01]) {
      expect(fieldsOf(await rig.create(sale({ global_discount1 })))).toEqual(['global_discount1']);
    }
  });

  const purchase = {
    document_nature_code: 'VFT',
    document_reference: 'FT 1',
    party_fiscal_number: '514409827',
    payments: [],
  };

  it('total_round_amount is available on purchase documents', async () => {
    const json = await created({ ...purchase, total_round_amount: -0.02 });
    expect(json).toMatchObject({
      total_amount: 3.67,
      total_round_amount: -0.02,
      total_document_amount: 3.65,
      total_due_amount: 3.65,
    });
    expect(fieldsOf(await rig.create(sale({ total_round_amount: 0.01 })))).toEqual([
      'total_round_amount',
    ]);
  });

  it('total_round_amount is between -9.99 and 9.99', async () => {
    for (const total_round_amount of [-10, 9.991]) {
      const reply = await rig.create(sale({ ...purchase, total_round_amount }));
      expect(fieldsOf(reply)).toEqual(['total_round_amount']);
    }
    const json = await created({ ...purchase, total_round_amount: 9.99 });
    expect(json.total_round_amount).toBe(9.99);
  });
});

describe('Endpoints, Get a document', () => {
  it('returns what create returned, with exactly the documented fields', async () => {
    const made = await created({ our_reference: 'OUTRA VEZ', salesman_id: 101 });
    const got = await rig.get(`/documents/${Number(made.id)}/`, rig.token);
    expect(got).toMatchObject({ status: 200, json: made });
    expect(Object.keys(got.json).sort()).toEqual(documentFields.toSorted());
  });

  it('extended adds the lines, payments and taxes', async () => {
    const made = await created({ payments: [{ payment_method_id: 2 }], global_discount1: 10 });
    const path = `/documents/${Number(made.id)}/`;
    const { json } = await rig.get(`${path}?extended=true`, rig.token);
    expect(json).toEqual({
      ...made,
      details: [
        {
          line_number: 1,
          code: 'CAFE',
          description: 'Café expresso',
          unit: 'un',
          base_qty: 2,
          line_unit_value: 0.8,
          tax_rate: 13,
          line_total: 1.6,
        },
        {
          line_number: 2,
          code: 'PAO-ALENT',
          description: 'Pão alentejano 500 g',
          unit: 'un',
          base_qty: 1,
          line_unit_value: 1.75,
          tax_rate: 6,
          line_total: 1.75,
        },
      ],
      payments: [
        { payment_method_id: 2, payment_method: { code: 'MB', description: 'Multibanco' } },
      ],
      taxes: [
        { tax_rate: 6, net_amount: 1.48, tax_amount: 0.09, total_amount: 1.57 },
        { tax_rate: 13, net_amount: 1.27, tax_amount: 0.17, total_amount: 1.44 },
      ],
    });
    expect((await rig.get(`${path}?extended=false`, rig.token)).json).toEqual(made);
  });

  it('extended has to be a boolean', async () => {
    const { id } = await created({});
    const reply = await rig.get(`/documents/${Number(id)}/?extended=maybe`, rig.token);
    expect(fieldsOf(reply)).toEqual(['extended']);
  });
});

/** Resources, Document, in its order. */
const documentFields = `id doc_key document_date document_time document_number document_reference
  our_reference module_origin party_id party line_details_count lines_total_quantity is_valued
  is_tax_included total_gross_amount global_discount1 total_global_discount total_line_discount
  total_net_amount total_taxes_amount total_amount total_document_amount total_round_amount
  total_due_amount due_date is_converted header_text footer_text number_of_prints
  is_transport_document obs document_nature_id document_nature document_id document
  document_serie_id document_serie document_status_id document_status at_report_status_id
  at_report_status warehouse_id warehouse salesman_id salesman payment_term_id payment_term
  payment_method_id payment_method origin_document_header_id origin_document_header`.split(/\s+/);

test('the service answers the recorded totals', async () => {
  for (const { lines, discount, answered } of totalVectors) {
    const details = lines.map(({ code, quantity, unitPrice }) => ({
      ...{ code, base_qty: quantityToApi(quantity), line_unit_value: unitPriceToApi(unitPrice) },
    }));
    const terms = { is_tax_included: true, global_discount1: percentToApi(discount) };
    expect(await created({ ...terms, details })).toMatchObject(answered);
  }
});

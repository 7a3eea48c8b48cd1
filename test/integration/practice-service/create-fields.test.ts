// What the fields of a new document do: service-api, Create a document.
import { withdrawnCode } from '../../../src-main/practice-service/reference.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { sale, startOfTests, startRig, type Rig } from './rig.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const line = { code: 'CAFE', base_qty: 1, line_unit_value: 0.8 };
const purchase = {
  document_nature_code: 'VFT',
  document_reference: 'FT 77/2026',
  party_fiscal_number: '514409827',
  details: [line],
  finalize: true,
};

describe('Endpoints, Create a document: party', () => {
  it('is the final consumer when nobody is named', async () => {
    expect((await rig.created(sale())).party).toEqual({
      class: 1601,
      code: 1,
      name: 'Consumidor final',
      commercial_name: '',
      fiscal_number: '999999990',
      street1: '',
      street2: '',
      zip_code: '',
      zip_locale: '',
    });
  });

  it('party_fiscal_number finds a party, or creates one that is found from then on', async () => {
    const known = await rig.created(sale({ party_fiscal_number: '505182947' }));
    expect(known.party).toMatchObject({ name: 'Pensão Boa Vista, Lda.', zip_locale: 'Porto' });
    const made = await rig.created(sale({ party_fiscal_number: '123456789' }));
    expect(made.party?.fiscal_number).toBe('123456789');
    expect((await rig.created(sale({ party_fiscal_number: '123456789' }))).party_id).toBe(
      made.party_id,
    );
    expect((await rig.created(sale({ party_id: made.party_id }))).party).toEqual(made.party);
  });

  it('an unknown party_id is refused, and so is one of another company', async () => {
    const { username, password } = practiceAccount;
    const token = await rig.signIn({ username, password, company_code: 'CAIS' });
    const { party_id } = await rig.created(sale({ party_fiscal_number: '227801458' }), token);
    expect(await rig.refusedFields(sale({ party_id: 9999 }))).toEqual(['party_id']);
    expect(await rig.refusedFields(sale({ party_id }))).toEqual(['party_id']);
  });

  it('a tax number that is not the one of party_id is refused', async () => {
    const { party_id } = await rig.created(sale({ party_fiscal_number: '505182947' }));
    expect(await rig.refusedFields(sale({ party_id, party_fiscal_number: '227801458' }))).toEqual([
      'party_fiscal_number',
    ]);
  });

  it('party_class is deduced from the nature unless supplied', async () => {
    const supplier = await rig.created(purchase);
    expect(supplier.party).toMatchObject({ class: 1602, name: 'Torrefação do Tejo, S.A.' });
    const { party_id } = supplier;
    expect(await rig.refusedFields(sale({ party_id }))).toEqual(['party_id']);
    expect((await rig.created(sale({ party_id, party_class: 1602 }))).party_id).toBe(party_id);
    expect(await rig.refusedFields(sale({ party_class: 1699 }))).toEqual(['party_class']);
  });

  it('is null for stock documents', async () => {
    const json = await rig.created(
      sale({ document_nature_id: 502, party_fiscal_number: '123456789' }),
    );
    expect(json).toMatchObject({ party_id: null, party: null });
  });
});

describe('Endpoints, Create a document: dates', () => {
  const when = { document_date: '2026-01-05', document_time: '07:08:09' };

  it('signed documents ignore the supplied date and time', async () => {
    for (const nature of [302, 321, 353]) {
      expect(await rig.created(sale({ ...when, document_nature_id: nature }))).toMatchObject({
        document_date: '2026-03-16',
        document_time: '10:30:00.250000',
      });
    }
  });

  it('other documents take them', async () => {
    expect(await rig.created(sale({ ...when, document_nature_id: 502 }))).toMatchObject({
      document_date: '2026-01-05',
      document_time: '07:08:09.000000',
    });
    expect((await rig.created({ ...purchase, ...when })).document_date).toBe('2026-01-05');
  });

  it('the service dates by the clock in Lisbon', async () => {
    rig.setNow('2026-07-01T23:30:00Z');
    expect(await rig.created(sale())).toMatchObject({
      document_date: '2026-07-02',
      document_time: '00:30:00.000000',
    });
    rig.setNow(startOfTests);
  });

  it('payment_term_id moves the due date', async () => {
    const json = await rig.created(sale({ document_nature_code: 'FT', payment_term_id: 2 }));
    expect(json).toMatchObject({ due_date: '2026-04-15', payment_term: { code: '30D' } });
  });
});

describe('Endpoints, Create a document: lines, payments and other records', () => {
  it('a product that was withdrawn is refused by its place in details', async () => {
    const details = [line, { ...line, code: withdrawnCode }];
    expect(await rig.refusedFields(sale({ details }))).toEqual(['details[1].code']);
  });

  it('a trainee’s own product is taken at the usual rate, the second time as well', async () => {
    const own = { code: 'MEU-QUEIJO', base_qty: 1.5, line_unit_value: 12.3 };
    expect((await rig.created(sale({ details: [own, line, own] }))).total_amount).toBe(37.7);
    expect((await rig.created(sale({ details: [own] }))).total_amount).toBe(18.45);
  });

  it('DIV stands for anything without a code of its own', async () => {
    const details = [{ code: 'DIV', base_qty: 1, line_unit_value: 12.34 }];
    expect((await rig.created(sale({ details }))).total_amount).toBe(12.34);
  });

  it.each([
    ['base_qty', { base_qty: 0 }],
    ['base_qty', { base_qty: -1 }],
    ['line_unit_value', { line_unit_value: -0.01 }],
    ['line_unit_value', { line_unit_value: 1e12 }],
  ])('%s has to be within its range', async (field, change) => {
    const details = [{ ...line, ...change }];
    expect(await rig.refusedFields(sale({ details }))).toEqual([`details[0].${field}`]);
  });

  it('a total beyond exact numbers is refused', async () => {
    const details = [{ code: 'CAFE', base_qty: 1e9, line_unit_value: 1e9 }];
    expect(await rig.refusedFields(sale({ details }))).toEqual(['details']);
  });

  it('an unknown payment method is refused by its place in payments', async () => {
    const payments = [{ payment_method_id: 1 }, { payment_method_id: 99 }];
    expect(await rig.refusedFields(sale({ payments }))).toEqual(['payments[1].payment_method_id']);
  });

  it('the payment method shows', async () => {
    const json = await rig.created(sale({ payments: [{ payment_method_id: 3 }] }));
    expect(json).toMatchObject({
      payment_method_id: 3,
      payment_method: { description: 'MB WAY' },
      document: { ask_payment_onclose: true },
    });
  });

  it('every unknown record is named at once', async () => {
    const unknown = {
      warehouse_id: 999,
      salesman_id: 999,
      payment_term_id: 999,
      price_line_id: 999,
      document_nature_id: 999,
    };
    const fields = await rig.refusedFields(
      sale({ ...unknown, details: [{ ...line, code: withdrawnCode }] }),
    );
    expect(fields.sort()).toEqual([...Object.keys(unknown), 'details[0].code'].sort());
  });

  it('known ones are taken', async () => {
    const known = { warehouse_id: 102, salesman_id: 102, payment_term_id: 1, price_line_id: 1 };
    expect(await rig.created(sale(known))).toMatchObject({
      warehouse: { code: 2, description: 'Armazém' },
      salesman: { code: 2, salesman_name: 'Rui Balcão' },
    });
  });
});

describe('Endpoints, Create a document: texts and marks', () => {
  it('keeps our_reference, the header and the footer verbatim', async () => {
    const texts = {
      our_reference: '  Ç-ã "1" \\ \u{1f956} ',
      header_text: 'Em cima\nem duas linhas',
      footer_text: 'Em baixo',
    };
    expect(await rig.created(sale(texts))).toMatchObject(texts);
  });

  it('document_reference is mandatory on purchase documents', async () => {
    expect(await rig.refusedFields({ ...purchase, document_reference: undefined })).toEqual([
      'document_reference',
    ]);
    expect((await rig.created(purchase)).document_reference).toBe('FT 77/2026');
  });

  it('a purchase names its supplier', async () => {
    expect(await rig.refusedFields({ ...purchase, party_fiscal_number: undefined })).toEqual([
      'party_id',
    ]);
  });

  it('print takes effect only on a finalized document', async () => {
    expect((await rig.created(sale({ print: true }))).number_of_prints).toBe(1);
    expect((await rig.created(sale({ print: true, finalize: false }))).number_of_prints).toBe(0);
    expect((await rig.created(sale())).number_of_prints).toBe(0);
  });

  it('email and generate_mb_reference are accepted where nothing is configured for them', async () => {
    const json = await rig.created(
      sale({ email: true, generate_mb_reference: true, finalize: false }),
    );
    expect(json.document_status_id).toBe(1203);
    expect(await rig.refusedFields(sale({ email: 1, generate_mb_reference: 'x' }))).toEqual([
      'generate_mb_reference',
      'email',
    ]);
  });

  it('is_transport_document marks a document, and a guide is always marked', async () => {
    expect((await rig.created(sale({ is_transport_document: true }))).is_transport_document).toBe(
      true,
    );
    expect((await rig.created(sale({ document_nature_code: 'GT' }))).is_transport_document).toBe(
      true,
    );
    expect((await rig.created(sale())).is_transport_document).toBe(false);
  });

  it('force_communication reports a finalized document; transport documents are always reported', async () => {
    const reported = async (fields: object) =>
      (await rig.created(sale(fields))).at_report_status?.code;
    expect(await reported({})).toBe('NA');
    expect(await reported({ force_communication: true })).toBe('C');
    expect(await reported({ force_communication: true, finalize: false })).toBe('PC');
    expect(await reported({ document_nature_code: 'GT' })).toBe('C');
  });
});

describe('Errors, a refused request', () => {
  it('leaves no trace: no document and no party', async () => {
    const body = sale({
      our_reference: 'SEM-RASTO',
      party_fiscal_number: '289654731',
      details: [{ ...line, code: withdrawnCode }],
    });
    expect((await rig.create(body)).status).toBe(400);
    for (const term of ['SEM-RASTO', '289654731']) {
      expect((await rig.get(`/documents/?search=${term}`, rig.token)).json.count).toBe(0);
    }
    const next = await rig.created(sale({ party_fiscal_number: '289654731' }));
    const after = await rig.created(sale({ party_fiscal_number: '289654732' }));
    expect(Number(after.party?.code)).toBe(Number(next.party?.code) + 1);
  });

  it('two equal requests that are not refused make two documents', async () => {
    const body = sale({ our_reference: 'DUAS-VEZES' });
    const [first, second] = [await rig.created(body), await rig.created(body)];
    expect(second.id).not.toBe(first.id);
    const found = await rig.get('/documents/?search=DUAS-VEZES', rig.token);
    expect(found.json.count).toBe(2);
  });
});

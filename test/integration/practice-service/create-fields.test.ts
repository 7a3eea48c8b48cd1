// What the fields of a new document do: service-api, Create a document.
import { withdrawnCode } from '../../../src-main/practice-service/reference.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
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

const when = { document_date: '2026-01-05', document_time: '07:08:09' };
const texts = {
  our_reference: '  Ç-ã "1" \\ \u{1f956} ',
  header_text: 'Em cima\nem duas linhas',
  footer_text: 'Em baixo',
};
const known = { warehouse_id: 102, salesman_id: 102, payment_term_id: 1, price_line_id: 1 };
/** A trainee's own product is taken at the usual rate, the second time as well. */
const own = { code: 'MEU-QUEIJO', base_qty: 1.5, line_unit_value: 12.3 };
const forced = { force_communication: true };

test.each<[string, object, object]>([
  ...[302, 321, 353].map((document_nature_id): [string, object, object] => [
    `a signed document (${document_nature_id}) ignores the supplied date and time`,
    { ...when, document_nature_id },
    { document_date: '2026-03-16', document_time: '10:30:00.250000' },
  ]),
  [
    'another document takes them',
    { ...when, document_nature_id: 502 },
    { document_date: '2026-01-05', document_time: '07:08:09.000000' },
  ],
  ['a purchase takes the date', { ...purchase, ...when }, { document_date: '2026-01-05' }],
  [
    'payment_term_id moves the due date',
    { document_nature_code: 'FT', payment_term_id: 2 },
    { due_date: '2026-04-15', payment_term: { code: '30D' } },
  ],
  ['an own product', { details: [own, line, own] }, { total_amount: 37.7 }],
  ['an own product again', { details: [own] }, { total_amount: 18.45 }],
  [
    'DIV stands for anything without a code of its own',
    { details: [{ code: 'DIV', base_qty: 1, line_unit_value: 12.34 }] },
    { total_amount: 12.34 },
  ],
  [
    'the payment method shows',
    { payments: [{ payment_method_id: 3 }] },
    {
      payment_method_id: 3,
      ...{ payment_method: { description: 'MB WAY' }, document: { ask_payment_onclose: true } },
    },
  ],
  [
    'known records are taken',
    known,
    {
      warehouse: { code: 2, description: 'Armazém' },
      salesman: { code: 2, salesman_name: 'Rui Balcão' },
    },
  ],
  ['texts are kept verbatim', texts, texts],
  ['a purchase has its reference', purchase, { document_reference: 'FT 77/2026' }],
  ['print takes effect', { print: true }, { number_of_prints: 1 }],
  ['but not on a draft', { print: true, finalize: false }, { number_of_prints: 0 }],
  ['without it nothing is printed', {}, { number_of_prints: 0, is_transport_document: false }],
  [
    'email and generate_mb_reference are accepted where nothing is configured for them',
    { email: true, generate_mb_reference: true, finalize: false },
    { document_status_id: 1203 },
  ],
  ['a document is marked', { is_transport_document: true }, { is_transport_document: true }],
  [
    'a guide is always marked, and always reported',
    { document_nature_code: 'GT' },
    { is_transport_document: true, at_report_status: { code: 'C' } },
  ],
  ['others are not reported', {}, { at_report_status: { code: 'NA' } }],
  ['unless that is forced', forced, { at_report_status: { code: 'C' } }],
  ['a draft waits', { ...forced, finalize: false }, { at_report_status: { code: 'PC' } }],
])('Endpoints, Create a document: %s', async (_what, fields, expected) => {
  expect(await rig.created(sale(fields))).toMatchObject(expected);
});

test('the service dates by the clock in Lisbon', async () => {
  rig.setNow('2026-07-01T23:30:00Z');
  const at = { document_date: '2026-07-02', document_time: '00:30:00.000000' };
  expect(await rig.created(sale())).toMatchObject(at);
  rig.setNow(startOfTests);
});

const unknown = {
  ...{ warehouse_id: 999, salesman_id: 999, payment_term_id: 999, price_line_id: 999 },
  document_nature_id: 999,
};
const withdrawn = { details: [line, { ...line, code: withdrawnCode }] };

test.each<[string, object, readonly string[]]>([
  ['a product that was withdrawn, by its place', withdrawn, ['details[1].code']],
  ...(
    [
      ['base_qty', 0],
      ['base_qty', -1],
      ['line_unit_value', -0.01],
      ['line_unit_value', 1e12],
    ] as const
  ).map(([field, value]): [string, object, string[]] => [
    `${field} ${value}`,
    { details: [{ ...line, [field]: value }] },
    [`details[0].${field}`],
  ]),
  [
    'a total beyond exact numbers',
    { details: [{ code: 'CAFE', base_qty: 1e9, line_unit_value: 1e9 }] },
    ['details'],
  ],
  [
    'an unknown payment method, by its place',
    { payments: [{ payment_method_id: 1 }, { payment_method_id: 99 }] },
    ['payments[1].payment_method_id'],
  ],
  [
    'every unknown record, at once',
    { ...unknown, ...withdrawn },
    [...Object.keys(unknown), 'details[1].code'],
  ],
  [
    'a purchase without its reference',
    { ...purchase, document_reference: undefined },
    ['document_reference'],
  ],
  [
    'a purchase without its supplier',
    { ...purchase, party_fiscal_number: undefined },
    ['party_id'],
  ],
  [
    'orders that are no booleans',
    { email: 1, generate_mb_reference: 'x' },
    ['generate_mb_reference', 'email'],
  ],
])('Endpoints, Create a document, refuses %s', async (_what, fields, refused) => {
  expect((await rig.refusedFields(sale(fields))).sort()).toEqual(refused.toSorted());
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

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isReadable } from '../../../src-main/contract/documents.ts';
import {
  parseCreatedDocument,
  parseDocumentDetail,
  parseDocumentPage,
  parseDocumentSummary,
  parseErrorBody,
  parseLookUpPage,
} from '../../../src-main/service/responses.ts';
import { must } from '../../must.ts';
import { created, summary, withValue } from './documents.ts';

const invalid = (field: string) => ({ ok: false, error: { code: 'answer_invalid', field } });

const page = {
  limit: 2,
  offset: 4,
  count: 7,
  next: 'https://a/?offset=6',
  previous: null,
  results: [summary, structuredClone(summary)],
};

/**
 * Each field that the till reads of a document, with values that break the promises of the API
 * document.
 */
const read: [path: string, wrong: unknown[]][] = [
  ['id', ['12345', 1.5, 2 ** 53, Infinity, true, {}]],
  ['doc_key', [17, '', []]],
  ['document_date', [20260331, '31-03-2026', '2026-13-01', '2026-03-311', 'T2026-03-31', '']],
  ['our_reference', [1, false]],
  ['total_amount', ['12.30', Infinity, 1e17, [12.3]]],
  ['document', ['FS', 7]],
  ['document.document_name', [7]],
  ['document_nature_id', ['302', 302.5]],
  ['document_nature', ['FS']],
  ['document_nature.code', [302]],
  ['document_nature.description', [true]],
  ['document_status_id', ['1202']],
  ['document_status', [1202]],
  ['document_status.code', [{}]],
  ['document_status.description', [1]],
];
const readParty: [path: string, wrong: unknown[]][] = [['party', ['Consumidor final', 9]]];
const cases = (fields: typeof read) =>
  fields.flatMap(([path, wrong]) =>
    [undefined, ...(path === 'party' ? [] : [null]), ...wrong].map((value) => ({ path, value })),
  );

describe('a summary', () => {
  test('is read as documented', () => {
    expect(parseDocumentSummary(summary)).toEqual({
      ok: true,
      value: {
        id: 12_345,
        docKey: 'FS 2026/17',
        date: '2026-03-31',
        time: '18:45:12.345678',
        ourReference: 'CF-0123-4567-89AB',
        totalCents: 1230,
        documentName: 'Fatura simplificada',
        typeId: 7,
        serieId: 3,
        nature: { id: 302, code: 'FS', description: 'Fatura simplificada' },
        status: { id: 1202, code: 'F', description: 'Finalizado' },
        party: { name: 'Consumidor final', fiscalNumber: '999999990' },
      },
    });
  });

  test.each([null, undefined, [], true, 9.5])(
    'of a party without a readable name or number leaves them empty: %j',
    (value) => {
      const partyOf = (change: object) => {
        const party = { ...summary.party, ...change };
        const parsed = parseDocumentSummary({ ...summary, party });
        if (!parsed.ok) throw new Error(parsed.error.code);
        return parsed.value.party;
      };
      const { name, fiscal_number: fiscalNumber } = summary.party;
      expect(partyOf({ name: value })).toEqual({ name: '', fiscalNumber });
      expect(partyOf({ fiscal_number: value })).toEqual({ name, fiscalNumber: '' });
      // It may be anybody, and not the final consumer, who has neither.
      expect(partyOf({ name: value, fiscal_number: value })).toBeNull();
      expect(partyOf({ name: '', fiscal_number: '' })).toEqual({ name: '', fiscalNumber: '' });
    },
  );

  test.each([
    ['document_date', '2026-03-31T23:59:59Z', { date: '2026-03-31' }],
    ['document_date', '2026-03-31 00:00', { date: '2026-03-31' }],
    ['document_time', '18:45', { time: '18:45' }],
    ...[undefined, null, 184512, '6:45', '', {}].map(
      (value) => ['document_time', value, { time: '' }] as const,
    ),
    ...[undefined, null, '7', 7.5].map(
      (value) => ['document_id', value, { typeId: null }] as const,
    ),
    ['party.fiscal_number', 510_234_674, { party: { fiscalNumber: '510234674' } }],
    // A document of stock.
    ['party', null, { party: null }],
  ] as const)('whose %s is %s can be read', (path, value, expected) => {
    const parsed = parseDocumentSummary(withValue(summary, path, value));
    expect(parsed).toMatchObject({ ok: true, value: expected });
  });

  test.each(cases([...read, ...readParty]))('whose $path is $value names it', ({ path, value }) => {
    expect(parseDocumentSummary(withValue(summary, path, value))).toEqual(invalid(path));
  });

  test('may have more fields, and lack those that the till does not read', () => {
    const { id, doc_key, document_date, document_time, our_reference, total_amount } = summary;
    const {
      document,
      document_nature_id,
      document_nature,
      document_status_id,
      document_status,
      party,
    } = summary;
    const needed = {
      ...{ id, doc_key, document_date, document_time, our_reference, total_amount, party },
      ...{ document, document_nature_id, document_nature, document_status_id, document_status },
    };
    expect(parseDocumentSummary({ ...needed, brand_new: { a: [1] } })).toEqual(
      parseDocumentSummary({ ...summary, document_id: null, document_serie_id: null }),
    );
  });

  test.each([null, undefined, 7, 'text', true])(
    'that is %s is named as the answer itself',
    (body) => {
      expect(parseDocumentSummary(body)).toEqual(invalid('(answer)'));
    },
  );
});

describe('a page', () => {
  test('is read as documented', () => {
    expect(parseDocumentPage(page)).toMatchObject({
      ok: true,
      value: { count: 7, offset: 4, hasNext: true, results: [{ id: 12_345 }, { id: 12_345 }] },
    });
    const last = parseDocumentPage({ ...page, next: null, results: [] });
    expect(last).toEqual({ ok: true, value: { count: 7, offset: 4, hasNext: false, results: [] } });
  });

  test.each([
    ...cases([
      ['count', ['7', -1, 1.5]],
      ['offset', ['4', -1]],
      ['results', [{}, 'none']],
    ]),
    { path: 'next', value: false },
    { path: 'next', value: 6 },
  ])('whose $path is $value names it', ({ path, value }) => {
    expect(parseDocumentPage(withValue(page, path, value))).toEqual(invalid(path));
  });

  test.each([
    [7, false],
    [8, true],
  ])(
    'of %i documents that names no next one tells by its count whether there is more',
    (count, hasNext) => {
      const { next: _, ...rest } = { ...page, count, offset: 5 };
      for (const says of [{}, { next: '' }, { next: null }]) {
        expect(parseDocumentPage({ ...rest, ...says })).toMatchObject({ value: { hasNext } });
      }
    },
  );

  test('without rows is the last, whatever the list counts', () => {
    const empty = { ...page, next: null, results: [] };
    expect(parseDocumentPage(empty)).toMatchObject({ value: { count: 7, hasNext: false } });
  });

  test.each([
    ['total_amount', {}],
    ['doc_key', { docKey: '' }],
    ['document_status_id', {}],
    ['document_nature_id', {}],
    ['id', { id: null }],
  ])('shows the others beside one that lacks %s', (field, change) => {
    const parsed = parseDocumentPage(withValue(page, `results[1].${field}`, undefined));
    expect(parsed).toMatchObject({ ok: true, value: { count: 7, hasNext: true } });
    expect(parsed.ok && parsed.value.results).toEqual([
      expect.objectContaining({ id: 12_345, docKey: 'FS 2026/17' }),
      {
        ...{ unreadable: field, id: 12_345, docKey: 'FS 2026/17', date: '2026-03-31' },
        ...{ ourReference: 'CF-0123-4567-89AB', ...change },
      },
    ]);
  });

  test('is not hidden by one odd document on it', () => {
    const odd = {
      ...summary,
      party: undefined,
      our_reference: null,
      document: {},
      document_date: 'soon',
      document_time: 7,
      document_nature: { code: 'FS', description: null },
      document_status: null,
    };
    const { results } = must(parseDocumentPage({ ...page, results: [summary, odd] }));
    expect(results[1]).toMatchObject({
      id: 12_345,
      docKey: results[0]?.docKey,
      date: '',
      time: '',
      ourReference: '',
      documentName: '',
      nature: { code: '', description: '' },
      status: { code: '', description: '' },
      party: null,
    });
  });

  test.each([null, 7, 'x', []])('shows the others beside one that is %j', (row) => {
    const parsed = parseDocumentPage({ ...page, results: [row, summary] });
    const unreadable = { id: null, docKey: '', date: '', ourReference: '' };
    expect(parsed.ok && parsed.value.results).toEqual([
      { unreadable: row?.constructor === Array ? 'id' : 'results', ...unreadable },
      expect.objectContaining({ id: 12_345 }),
    ]);
  });
});

describe('a created document', () => {
  test('is read as documented', () => {
    const { ok, ...rest } = parseCreatedDocument(created) as { ok: true; value: object };
    expect(ok).toBe(true);
    expect(rest.value).toMatchObject({
      id: 12_345,
      docKey: 'FS 2026/17',
      ourReference: 'CF-0123-4567-89AB',
      totalCents: 1230,
      netCents: 1000,
      taxesCents: 230,
      headerText: 'Obrigado',
      footerText: 'Volte sempre',
      party: { name: 'Consumidor final', fiscalNumber: '999999990' },
      lines: [],
    });
  });

  test.each(cases(read))('whose $path is $value names it', ({ path, value }) => {
    expect(parseCreatedDocument(withValue(created, path, value))).toEqual(invalid(path));
  });

  test.each(
    cases([
      ...readParty,
      ['total_net_amount', ['10', 10.123]],
      ['total_taxes_amount', ['2.30', Infinity]],
      ['header_text', [7]],
      ['footer_text', [[]]],
      ['due_date', [0]],
      ['payment_method', [1]],
    ]),
  )('is recognised even where $path is $value', ({ path, value }) => {
    expect(parseCreatedDocument(withValue(created, path, value))).toMatchObject({
      ok: true,
      value: { id: 12_345, totalCents: 1230 },
    });
  });

  test('never shows an amount that is not one', () => {
    const parsed = parseCreatedDocument({
      ...created,
      total_net_amount: '10',
      total_taxes_amount: null,
    });
    expect(parsed).toMatchObject({ ok: true, value: { netCents: null, taxesCents: null } });
  });
});

describe('a fetched document', () => {
  const parse = (body: unknown) => parseDocumentDetail(body, 12_345);

  test.each(['id', 'doc_key', 'total_amount', 'document_status.code', 'document_nature_id'])(
    'without its %s names it',
    (path) => {
      expect(parse(withValue(created, path, undefined))).toEqual(invalid(path));
    },
  );

  test.each([
    ['another', 12_346],
    ['as text', '12345'],
    ['beyond 2^53', JSON.parse('12345678901234567890')],
  ])('whose id is %s than what was asked for names it', (_, id) => {
    expect(parse({ ...created, id: id as unknown })).toEqual(invalid('id'));
  });

  test('may lack what can be shown as empty', () => {
    const bare = [
      ...['document_date', 'document_time', 'our_reference', 'document', 'party'],
    ].reduce<object>((document, path) => withValue(document, path, undefined), created);
    expect(parse(bare)).toMatchObject({
      ok: true,
      value: { date: '', time: '', ourReference: '', documentName: '', party: null },
    });
  });

  test.each([
    ['document_date', '2026-02-31', 'date'],
    ['document_date', '03/04/2026', 'date'],
    ['document_date', 'x', 'date'],
    ['document_time', 'noon', 'time'],
  ])('whose %s is %s, which is none, shows it among the others', (name, value, place) => {
    const parsed = parse({ ...created, [name]: value });
    expect(parsed).toMatchObject({ ok: true, value: { [place]: '' } });
    expect(parsed.ok && parsed.value.others).toContainEqual({ name, value });
  });

  test('keeps the rest of it where a part is not as documented', () => {
    const parsed = parse({
      ...created,
      party: { name: 7, fiscal_number: ['999999990'] },
      header_text: { text: 'x' },
      total_taxes_amount: 'none',
      details: 'none',
    });
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        totalCents: 1230,
        taxesCents: null,
        party: null,
        headerText: '',
        footerText: 'Volte sempre',
      },
    });
    expect(parsed.ok && parsed.value.others).toEqual(
      expect.arrayContaining([
        { name: 'party.name', value: '7' },
        { name: 'party.fiscal_number[0]', value: '999999990' },
        { name: 'header_text.text', value: 'x' },
        { name: 'total_taxes_amount', value: 'none' },
        { name: 'details', value: 'none' },
      ]),
    );
  });

  test('shows each thing that came in one place', () => {
    const parsed = parse({
      ...created,
      payments: [{ payment_method: { description: 'Numerário' }, amount: 12.3 }],
      taxes: [{ rate: 23, tax_amount: 2.3 }],
    });
    const { payments, taxes, others } = parsed.ok ? parsed.value : {};
    expect([payments, taxes]).toEqual([
      [{ name: 'Numerário', amountCents: 1230 }],
      [{ name: '', rate: 2300, amountCents: 230 }],
    ]);
    const names = others?.map(({ name }) => name) ?? [];
    expect(names).toContain('party.street1');
    for (const name of ['doc_key', 'party.name', 'header_text', 'taxes[0].rate']) {
      expect(names).not.toContain(name);
    }
  });

  test('of 10 MB of text keeps what a screen has room for', () => {
    const long = 'w'.repeat(1_000_000);
    const parsed = parse({
      ...created,
      doc_key: long,
      document_time: `10:00:00${long}`,
      our_reference: long,
      document: { document_name: long },
      document_nature: { code: long, description: long },
      document_status: { code: long, description: long },
      party: { name: long, fiscal_number: long },
      header_text: long,
      footer_text: long,
    });
    expect(parsed.ok && parsed.value.docKey.endsWith('w…')).toBe(true);
    expect(JSON.stringify(parsed).length).toBeLessThan(20_000);
  });
});

describe('an error body', () => {
  test('is read as documented, and only what it documents', () => {
    const error = { field: 'details', message: 'Obrigatório', code: 'required' };
    expect(parseErrorBody({ errors: [{ ...error, extra: 1 }, error] })).toEqual([error, error]);
  });

  test('gives an empty text for each that is missing or none', () => {
    const empty = { field: '', message: '', code: '' };
    const errors = [{ field: 'a' }, { message: null, code: 7 }, {}, 'text', null, ['x']];
    expect(parseErrorBody({ errors })).toEqual([
      { ...empty, field: 'a' },
      empty,
      empty,
      empty,
      empty,
      empty,
    ]);
  });

  test.each([undefined, null, 'no', [], {}, { errors: null }, { errors: {} }, { detail: 'no' }])(
    'that is %j has no errors',
    (body) => {
      expect(parseErrorBody(body)).toEqual([]);
    },
  );

  test('is bounded in number and length', () => {
    const errors = parseErrorBody({ errors: Array(1000).fill({ message: 'x'.repeat(80) }) });
    expect(errors).toHaveLength(100);
    const [long] = parseErrorBody({ errors: [{ message: 'x'.repeat(10_000) }] });
    expect(long?.message).toHaveLength(500);
  });

  test('is small even if every error is long: the history of a sale keeps it at each attempt', () => {
    const long = 'x'.repeat(10_000);
    const error = { message: long, code: long, field: long };
    const errors = parseErrorBody({ errors: Array(1000).fill(error) });
    expect(errors.length).toBeGreaterThan(5);
    expect(JSON.stringify(errors).length).toBeLessThan(12_000);
  });
});

test.each([
  [
    { is_tax_included: true, global_discount1: 0 },
    { isTaxIncluded: true, discount: 0 },
  ],
  [
    { is_tax_included: false, global_discount1: 2.5 },
    { isTaxIncluded: false, discount: 250 },
  ],
  [{ is_tax_included: 'yes', global_discount1: null }, { isTaxIncluded: null }],
  [{ is_tax_included: undefined }, { isTaxIncluded: null }],
])('a document with %j says how its prices are meant', (fields, expected) => {
  expect(parseDocumentDetail({ ...created, ...fields }, 12_345)).toMatchObject({
    ok: true,
    value: expected,
  });
});

test('no JSON whatever makes a parser throw, and what it refuses it names', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      for (const parse of [
        parseDocumentSummary,
        parseDocumentPage,
        parseCreatedDocument,
        (json: unknown) => parseDocumentDetail(json, 1),
      ]) {
        const parsed = parse(body);
        if (!parsed.ok) expect(parsed.error).toMatchObject({ code: 'answer_invalid' });
      }
      expect(parseErrorBody(body)).toBeInstanceOf(Array);
    }),
  );
});

test('a document with any one field replaced by any JSON is read, or the field is named', () => {
  const paths = [...read, ...readParty].map(([path]) => path);
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
      const { results } = must(parseDocumentPage(withValue(page, `results[0].${path}`, value)));
      const [first, second, ...others] = results;
      expect(others).toEqual([]);
      expect(second).toHaveProperty('totalCents');
      if (first && !isReadable(first)) expect(first.unreadable).toContain(path);
    }),
  );
});

test('a fetched document with any one field replaced by any JSON is read, or the field is named', () => {
  const paths = [...read, ...readParty].map(([path]) => path);
  const more = ['details', 'payments', 'taxes', 'header_text', 'total_net_amount', 'new_field'];
  fc.assert(
    fc.property(fc.constantFrom(...paths, ...more), fc.jsonValue(), (path, value) => {
      const parsed = parseDocumentDetail(withValue(created, path, value), 12_345);
      if (parsed.ok) expect(parsed.value).toMatchObject({ id: 12_345 });
      else expect(parsed.error).toHaveProperty('field', expect.stringContaining(path));
    }),
  );
});

test('a list of more rows than any that was asked for is refused as a whole', () => {
  const results = Array.from({ length: 5_001 }, () => ({ id: 1 }));
  const page = { count: 1, offset: 0, next: null, results };
  const refusal = { ok: false, error: { code: 'answer_invalid', field: 'results' } };
  expect(parseDocumentPage(page)).toEqual(refusal);
  expect(parseLookUpPage(page)).toEqual(refusal);
  expect(parseLookUpPage({ ...page, results: results.slice(1) }).ok).toBe(true);
});

describe('a page of a look-up', () => {
  const row = { ...summary, our_reference: 'CF-0123-4567-89AB' };

  test('keeps every row, those that cannot be read in full by id and reference', () => {
    const odd = { id: 7, our_reference: 'other', total_amount: 'much' };
    expect(parseLookUpPage({ next: 'http://x/', results: [row, odd] })).toMatchObject({
      ok: true,
      value: {
        hasNext: true,
        rows: [
          { ourReference: 'CF-0123-4567-89AB', summary: { docKey: 'FS 2026/17' } },
          { id: 7, ourReference: 'other', summary: null },
        ],
      },
    });
  });

  test('keeps one without an id as 0, and one without a reference as nobody’s', () => {
    const odd = [
      { our_reference: 'x' },
      { id: 1, our_reference: null },
      { id: 2, our_reference: 7 },
    ];
    const likeness = { typeId: null, nature: { id: null, code: null }, totalCents: null };
    const unknown = { summary: null, likeness };
    expect(parseLookUpPage({ next: null, results: odd })).toEqual({
      ok: true,
      value: {
        hasNext: false,
        rows: [
          { id: 0, ourReference: 'x', ...unknown },
          { id: 1, ourReference: '', ...unknown },
          { id: 2, ourReference: '7', ...unknown },
        ],
      },
    });
  });

  test.each([{}, { our_reference: {} }, { our_reference: ['x'] }, { our_reference: true }])(
    'keeps that the reference of %j cannot be read',
    (fields) => {
      expect(parseLookUpPage({ next: null, results: [{ id: 1, ...fields }] })).toMatchObject({
        value: { rows: [{ id: 1, ourReference: '', isUnread: true }] },
      });
    },
  );

  test('does not take a page that says nothing of a next one for the last', () => {
    expect(parseLookUpPage({ results: [row] })).toMatchObject({ value: { hasNext: null } });
  });

  test.each([
    ['an empty text for a next one', { next: '' }, null],
    ['no next one, and more rows', { next: null, count: 2, offset: 0 }, null],
    ['no next one, and no more rows', { next: null, count: 2, offset: 1 }, false],
  ])('that says %s', (_, says, hasNext) => {
    expect(parseLookUpPage({ ...says, results: [row] })).toMatchObject({ value: { hasNext } });
  });

  test.each([
    ['next', { next: 5 }],
    ['results', { results: {} }],
  ])('without %s proves nothing', (field, change) => {
    const parsed = parseLookUpPage({ next: null, results: [], ...change });
    expect(parsed).toEqual({ ok: false, error: { code: 'answer_invalid', field } });
  });
});

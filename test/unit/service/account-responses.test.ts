import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseCompanies,
  parseDemoPlans,
  parseEarlierLogin,
  parseEarlierTokenInfo,
  parseLogin,
  parseTokenInfo,
} from '../../../src-main/service/account-responses.ts';
import { withValue } from './documents.ts';

const invalid = (field: string) => ({ ok: false, error: { code: 'answer_invalid', field } });

test('a token is taken as it is', () => {
  expect(parseLogin({ key: 'a1B2-._~+/=', extra: 1 })).toEqual({ ok: true, value: 'a1B2-._~+/=' });
});

test.each([undefined, null, '', ' ', 'a b', 'a\r\nX: 1', 'tóken', 7, {}, 'x'.repeat(4097)])(
  'a key that is %j is no token',
  (key) => {
    expect(parseLogin({ key })).toEqual(invalid('key'));
  },
);

/** service-api, Token information. */
const info = {
  updated_at: 1_774_900_000,
  version: '1.2',
  version_date: '2026-01-01',
  today_str: '2026-03-31',
  created: '2026-03-31T09:00:00Z',
  key: 'secret-token',
  user: { id: 1, first_name: 'Ana', last_name: 'Reis', full_name: 'Ana Reis', is_active: true },
  company: { id: 2, code: 'LOJA', company_name: 'Loja, Lda.' },
  location: { id: 8, description: 'Loja da Baixa' },
  terminal: 'Balcão',
  till: { id: 3, code: 5, description: 'Caixa 5' },
};

test('token information is read, and the token itself is not passed on', () => {
  expect(parseTokenInfo(info)).toEqual({
    ok: true,
    value: {
      userName: 'Ana Reis',
      userId: 1,
      companyCode: 'LOJA',
      companyName: 'Loja, Lda.',
      tillId: 3,
      tillCode: '5',
      tillName: 'Caixa 5',
      terminalName: 'Balcão',
      locationName: 'Loja da Baixa',
      interfaceVersion: '1.2',
      isDemo: false,
    },
  });
});

test.each<[change: object, expected: object]>([
  [{ till: 'Caixa 5', till_id: 3 }, { tillId: 3 }],
  [{ till: { id: '3' }, till_id: null }, { tillId: null }],
  [{ till: null, till_id: 'three' }, { tillId: null }],
  [{ till: 'Caixa 5' }, { tillCode: null, tillName: 'Caixa 5' }],
  [{ till: { code: 5 } }, { tillCode: '5', tillName: '5' }],
  [{ till: { name: 'Caixa' } }, { tillCode: null, tillName: 'Caixa' }],
  ...[{ toString: 1 }, 5, ['Caixa'], null, undefined].map((till): [object, object] => [
    { till },
    { tillCode: null, tillName: null },
  ]),
  ...[undefined, null, 7].map((version): [object, object] => [
    { version },
    { interfaceVersion: null },
  ]),
  ...[undefined, null, 0, -1, 1.5, '7', {}].map((id): [object, object] => [
    { user: { ...info.user, id } },
    { userId: null },
  ]),
])('token information with %j says %j', (change, expected) => {
  expect(parseTokenInfo({ ...info, ...change })).toMatchObject({ ok: true, value: expected });
});

test.each(['', '  ', 'x'.repeat(101), null, {}])('a company whose code is %j is none', (code) => {
  const company = { ...info.company, code };
  expect(parseTokenInfo({ ...info, company })).toEqual(invalid('company.code'));
});

/** service-api, Token information: of the earlier interface. */
const earlierInfo = {
  token: 'secret-token',
  id: 1,
  username: 'ana',
  full_name: 'Ana Reis',
  company_id: 2,
  company_code: 'LOJA',
  company_name: 'Loja, Lda.',
  location_id: 8,
  location: 'Loja da Baixa',
  terminal_id: 1,
  terminal: 'Balcão',
  till_id: 3,
  till: 'Caixa 5',
  permissions: {},
};

test('the earlier interface tells the same, but the till’s code', () => {
  expect(parseEarlierTokenInfo(earlierInfo)).toEqual({
    ok: true,
    value: {
      userName: 'Ana Reis',
      // The API document does not say that the flat id is the user's.
      userId: null,
      companyCode: 'LOJA',
      companyName: 'Loja, Lda.',
      tillId: 3,
      tillCode: null,
      tillName: 'Caixa 5',
      terminalName: 'Balcão',
      locationName: 'Loja da Baixa',
      interfaceVersion: null,
      isDemo: false,
    },
  });
  const { full_name, company_code } = earlierInfo;
  expect(parseEarlierTokenInfo({ full_name, company_code, till_id: 'x', till: {} })).toMatchObject({
    ok: true,
    value: { companyName: null, tillId: null, tillName: null, terminalName: null },
  });
});

test.each(['full_name', 'company_code'])(
  'without %s, the earlier interface’s answer is invalid',
  (field) => {
    expect(parseEarlierTokenInfo({ ...earlierInfo, [field]: null })).toEqual(invalid(field));
  },
);

test('the earlier interface’s token has another name', () => {
  expect(parseEarlierLogin({ token: 'a1' })).toEqual({ ok: true, value: 'a1' });
  expect(parseEarlierLogin({ key: 'a1' })).toEqual(invalid('token'));
});

test('plans are named by their description, or else by their code or id', () => {
  const plans = [
    { id: 3, code: 'RETAIL', description: 'Comércio' },
    { id: 4, code: 'BUSINESS', description: ' ' },
    { id: 5, code: null },
  ];
  expect(parseDemoPlans(plans)).toEqual({
    ok: true,
    value: [
      { id: 3, description: 'Comércio' },
      { id: 4, description: 'BUSINESS' },
      { id: 5, description: '5' },
    ],
  });
  expect(parseDemoPlans([{ code: 'RETAIL' }, { id: 1, code: 'A' }, null])).toEqual({
    ok: true,
    value: [{ id: 1, description: 'A' }],
  });
});

test.each([[[null]], [[{ code: {} }, 'x']]])(
  'plans of which none can be read are no plans: %j',
  (plans) => {
    expect(parseDemoPlans(plans)).toMatchObject({ error: { code: 'answer_invalid' } });
  },
);

test.each(['user', 'user.full_name', 'company', 'company.code'])(
  'token information whose %s is missing, null or of another type names it',
  (path) => {
    for (const value of [undefined, null, 7]) {
      expect(parseTokenInfo(withValue(info, path, value))).toEqual(invalid(path));
    }
  },
);

/** service-api, Company. */
const company = {
  id: 2,
  code: 'LOJA',
  company_name: 'Loja, Lda.',
  is_demo: false,
  tills: [{ id: 3, description: 'Caixa 5', code: 5, terminal_id: 1, terminal: 'Balcão' }],
  last_till_id: 3,
};

test('companies are read with their tills', () => {
  expect(parseCompanies([company])).toEqual({
    ok: true,
    value: [
      {
        code: 'LOJA',
        name: 'Loja, Lda.',
        isDemo: false,
        lastTillId: 3,
        tills: [{ id: 3, code: '5', name: 'Caixa 5', locationName: '', terminalName: 'Balcão' }],
      },
    ],
  });
});

test('companies and tills may lack everything: what cannot be read is empty', () => {
  expect(
    parseCompanies([{ code: 'LOJA' }, { code: 7, company_name: null, tills: [{ code: 'A' }] }]),
  ).toEqual({
    ok: true,
    value: [
      { code: 'LOJA', name: '', isDemo: false, lastTillId: null, tills: [] },
      {
        code: '7',
        name: '',
        isDemo: false,
        lastTillId: null,
        tills: [{ id: null, code: 'A', name: '', locationName: '', terminalName: '' }],
      },
    ],
  });
  expect(parseCompanies([company, { ...company, code: null }, 'x'])).toMatchObject({
    ok: true,
    value: [{ code: 'LOJA' }, { code: '', tills: [{ code: '5' }] }, { code: '', tills: [] }],
  });
  expect(parseCompanies([{ ...company, tills: [null, { code: {}, id: 3 }] }])).toMatchObject({
    ok: true,
    value: [
      {
        code: 'LOJA',
        tills: [
          { code: '', id: null },
          { code: '', id: 3 },
        ],
      },
    ],
  });
  expect(parseCompanies({})).toEqual(invalid('(answer)'));
});

test.each([null, {}, 'none', 0])('tills that are %j spoil no other company', (tills) => {
  expect(parseCompanies([company, { ...company, code: 'OUTRA', tills }])).toMatchObject({
    ok: true,
    value: [
      { code: 'LOJA', tills: [{ code: '5' }] },
      { code: 'OUTRA', tills: [{ id: null, code: '' }] },
    ],
  });
});

test('no JSON whatever makes a parser throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      for (const parse of [
        parseLogin,
        parseEarlierLogin,
        parseTokenInfo,
        parseEarlierTokenInfo,
        parseCompanies,
        parseDemoPlans,
      ]) {
        const parsed = parse(body);
        if (!parsed.ok) expect(parsed.error).toMatchObject({ code: 'answer_invalid' });
      }
    }),
  );
});

// Tests what the till makes of documents whose shape nobody knows.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLoosely } from '../../../src-main/service/lenient-document.ts';
import { textIn } from '../../../src-main/service/lenient-values.ts';
import { created } from './documents.ts';

const line = { code: 'CAFE', description: 'Café', base_qty: 2, line_unit_value: 0.65 };
const read = { code: 'CAFE', description: 'Café', quantity: 2000, unitPrice: 650_000 };
const nothing = { lines: [], payments: [], taxes: [], others: [] };
/** Reads a body of which no field has been read before. */
const loosely = (body: unknown) => readLoosely(body, {});

describe('lines', () => {
  test.each(['details', 'lines', 'document_details', 'document_lines', 'line_details'])(
    'are a list of objects under %s',
    (list) => {
      expect(loosely({ [list]: [line, line] })).toEqual({ ...nothing, lines: [read, read] });
    },
  );

  test('are found under other likely names of their fields too', () => {
    const other = { product_code: 'CAFE', product_name: 'Café', quantity: 2, unit_price: 0.65 };
    expect(loosely({ lines: [other] })).toEqual({ ...nothing, lines: [read] });
  });

  test.each([
    { denominacao: 'Café', code: 'CAFE' },
    { product: { code: 'CAFE', full_name: 'Café' } },
    { product: { code: 'CAFE', name: 'Café', full_name: 'Café expresso' } },
  ])('are named as in %j', (named) => {
    expect(loosely({ lines: [{ ...named, base_qty: 2, line_unit_value: 0.65 }] }).lines).toEqual([
      read,
    ]);
  });

  test('are not a text or a mixed list, which is shown among the others', () => {
    expect(loosely({ details: 'two coffees', lines: [line, 7] })).toEqual({
      ...nothing,
      others: [
        { name: 'details', value: 'two coffees' },
        { name: 'lines[0].code', value: 'CAFE' },
        { name: 'lines[0].description', value: 'Café' },
        { name: 'lines[0].base_qty', value: '2' },
        { name: 'lines[0].line_unit_value', value: '0.65' },
        { name: 'lines[1]', value: '7' },
      ],
    });
  });

  test.each([
    [-1, '-1'],
    [0, '0'],
    [0.0001, '0.0001'],
    [1e30, '≈ 1e+30'],
    [0.1 + 0.2, '0.30000000000000004'],
    ['two', 'two'],
  ])(
    'with a quantity of %s, which the till has no scale for, show it among the others',
    (quantity, value) => {
      const { lines, others } = loosely({ details: [{ ...line, base_qty: quantity, qty: 1 }] });
      const back = quantity === -1 && { backQuantity: 1000 };
      expect(lines).toEqual([{ ...read, quantity: null, ...back }]);
      expect(others).toEqual([
        { name: 'details[0].base_qty', value },
        { name: 'details[0].qty', value: '1' },
      ]);
    },
  );

  test.each([null, true, [], {}, ['CAFE'], { code: 'CAFE' }])(
    'have no code where it is %j',
    (code) => {
      expect(loosely({ details: [{ ...line, code }] }).lines).toEqual([{ ...read, code: '' }]);
    },
  );
});

describe('payments', () => {
  test.each(['payments', 'document_payments', 'payment_details', 'payment_lines'])(
    'are a list of objects under %s',
    (list) => {
      const payment = { payment_method: { code: 'NU', description: 'Numerário' }, amount: 12.3 };
      expect(loosely({ [list]: [payment] })).toEqual({
        ...nothing,
        payments: [{ name: 'Numerário', amountCents: 1230 }],
        others: [{ name: `${list}[0].payment_method.code`, value: 'NU' }],
      });
    },
  );

  test.each([
    { description: 'Cash', value: -0.07 },
    { name: 'Cash', total: -0.07 },
    { payment_method: { code: 'Cash' }, amount: -0.07 },
    { payment_method: 'of old', code: 'Cash', amount: -0.07 },
    { payment_method_name: 'Cash', payment_method_code: 'NU', amount: -0.07 },
    { payment_method_description: 'Cash', payment_method: 1, payment_method_amount: -0.07 },
    { forma_pagamento_descricao: 'Cash', valor: -0.07 },
    { payment_method: 'Cash', payment_method_code: 'NU', amount: -0.07 },
    { payment_method_code: 'Cash', amount: -0.07 },
  ])('are found under the names of %j', (payment) => {
    expect(loosely({ payments: [payment] }).payments).toEqual([{ name: 'Cash', amountCents: -7 }]);
  });

  test.each([
    ['a text', '12.30', '12.30'],
    ['a fraction of a cent', 0.001, '0.001'],
    ['too large', 1e300, '≈ 1e+300'],
    ['infinite', JSON.parse('1e400') as number, '≈ Infinity'],
  ])('whose amount is %s show it among the others', (_, amount, value) => {
    expect(loosely({ payments: [{ name: 'Cash', amount, total: 1 }] })).toEqual({
      ...nothing,
      payments: [{ name: 'Cash', amountCents: null }],
      others: [
        { name: 'payments[0].amount', value },
        { name: 'payments[0].total', value: '1' },
      ],
    });
  });

  test('of which nothing is recognised are left to the others', () => {
    expect(loosely({ payments: [{ payment_method_id: 1 }, { name: 'Cash' }] })).toEqual({
      ...nothing,
      payments: [{ name: 'Cash', amountCents: null }],
      others: [{ name: 'payments[0].payment_method_id', value: '1' }],
    });
  });
});

describe('taxes', () => {
  test.each(['taxes', 'document_taxes', 'tax_details', 'tax_lines'])(
    'are a list of objects under %s',
    (list) => {
      const tax = { tax: { description: 'IVA 23 %' }, tax_amount: 2.3 };
      expect(loosely({ [list]: [tax] })).toEqual({
        ...nothing,
        taxes: [{ name: 'IVA 23 %', amountCents: 230 }],
      });
    },
  );

  test.each([
    { description: 'IVA', amount: 2.3 },
    { name: 'IVA', value: 2.3 },
    { designacao: 'IVA', valor_iva: 2.3 },
    { tax: { code: 'IVA' }, tax_amount: 2.3 },
    { imposto: { designation: 'IVA' }, montante: 2.3 },
  ])('are found under the names of %j', (tax) => {
    const { taxes } = loosely({ taxes: [tax], total_taxes_amount: 2.3 });
    expect(taxes).toEqual([{ name: 'IVA', amountCents: 230 }]);
  });

  test.each([
    [{ description: 'IVA 23%', value: 10, rate: 23 }, { rate: 2300 }],
    [{ description: 'IVA 23%', amount: 2.3 }, {}],
  ])(
    'are not taken from %j where no sum of the document’s shows which number it is',
    (tax, expected) => {
      const { taxes, others } = loosely({ taxes: [tax] });
      expect(taxes).toEqual([{ name: 'IVA 23%', amountCents: null, ...expected }]);
      expect(others).toHaveLength(1);
    },
  );

  test.each([
    { tax_rate: 23, net_amount: 10, tax_amount: 2.3, total_amount: 12.3 },
    { taxa: '23%', incidencia: 10, imposto: 2.3 },
    { percentagem: 23, base: 10, iva: 2.3 },
    { iva: 23, valor_base: 10, valor_iva: 2.3 },
    { rate: 0.23, base: 10, amount: 2.3 },
    { vat: { rate: 23 }, taxable_amount: 10, vat_amount: 2.3 },
  ])('say which number is which in %j', (tax) => {
    expect(loosely({ taxes: [tax] }).taxes).toEqual([
      { name: '', rate: 2300, baseCents: 1000, amountCents: 230 },
    ]);
  });

  test.each([
    // The amounts do not fit the rate, or do not add up.
    [{ name: 'IVA', rate: 23, base: 10, amount: 12.3 }, {}],
    [{ name: 'IVA', rate: 10, base: 23, amount: 5 }, {}],
    [{ name: 'IVA', base: 10, tax_amount: 2.3, total: 20 }, {}],
    // Two fields that mean the same say different amounts.
    [{ name: 'IVA', tax_amount: 2.3, valor_iva: 2.4 }, {}],
    // The rate may be 0.23 % or 23 %.
    [{ name: 'IVA', rate: 0.23, tax_amount: 2.3 }, { amountCents: 230 }],
    // The value may be the taxed amount.
    [{ name: 'IVA', rate: 23, value: 10 }, { rate: 2300 }],
  ])('leave out what contradicts itself or may be two things in %j', (tax, expected) => {
    const { taxes, others } = loosely({ taxes: [tax], total_taxes_amount: 2.3 });
    expect(taxes).toEqual([{ name: 'IVA', amountCents: null, ...expected }]);
    expect(others.length).toBeGreaterThan(1);
  });

  test('do not take what is taxed, nor the total with it, for the tax', () => {
    expect(loosely({ taxes: [{ tax_rate: 23, net_amount: 10, total: 12.3 }] })).toEqual({
      ...nothing,
      taxes: [{ name: '', rate: 2300, baseCents: 1000, amountCents: null }],
      others: [{ name: 'taxes[0].total', value: '12.3' }],
    });
  });
});

describe('the others', () => {
  test('repeat nothing that has a place of its own, and keep their order and their paths', () => {
    const { others } = readLoosely({ ...created, is_last: false, list: [{ a: 1 }] }, created);
    expect(others).toEqual([
      { name: 'is_last', value: 'false' },
      { name: 'list[0].a', value: '1' },
    ]);
  });

  test('show what came in such a place and could not be used there', () => {
    const { others } = readLoosely(
      { header_text: 7, party: { name: 9, fiscal_number: '1' }, total_net_amount: '10' },
      { header_text: '', party: { name: '', fiscal_number: '1' }, total_net_amount: undefined },
    );
    expect(others).toEqual([
      { name: 'header_text', value: '7' },
      { name: 'party.name', value: '9' },
      { name: 'total_net_amount', value: '10' },
    ]);
  });

  test('show a field whose own name looks like a path to what has a place', () => {
    const body = { 'party.name': 'one', party: { name: 'Ana' } };
    expect(readLoosely(body, { party: { name: 'Ana' } }).others).toEqual([
      { name: 'party.name', value: 'one' },
    ]);
  });

  test('have no control characters to bring their own layout', () => {
    expect(loosely({ 'a\nb': 'one\r\ntwo\u0000three\u009bfour' }).others).toEqual([
      { name: 'a b', value: 'one two three four' },
    ]);
  });

  test('mark texts that are cut', () => {
    const [long] = loosely({ ['k'.repeat(121)]: 'v'.repeat(501) }).others;
    expect(long).toEqual({ name: `${'k'.repeat(119)}…`, value: `${'v'.repeat(499)}…` });
    const [exact] = loosely({ ['k'.repeat(120)]: 'v'.repeat(500) }).others;
    expect(exact).toEqual({ name: 'k'.repeat(120), value: 'v'.repeat(500) });
  });

  test('never end in half a character', () => {
    const [value] = loosely({ text: `${'v'.repeat(498)}😀 and more` }).others;
    expect(value?.value.isWellFormed()).toBe(true);
  });
});

const nestedArrays = (() => {
  let nested: unknown = 'deep';
  for (let depth = 0; depth < 1_000_000; depth += 1) nested = [nested];
  return nested;
})();
const markup = '<img src=x onerror=alert(1)>';
const directions = '\u202eesrever\u202c \u2066isolated\u2069 \u200fmark';

/** Bodies that no service should send, and what is shown of them. */
const surprises: [what: string, body: unknown, shown: object][] = [
  ['nothing', undefined, {}],
  ['null', null, {}],
  [
    'a list',
    [line],
    {
      others: [
        { name: '[0].code', value: 'CAFE' },
        { name: '[0].description', value: 'Café' },
        { name: '[0].base_qty', value: '2' },
        { name: '[0].line_unit_value', value: '0.65' },
      ],
    },
  ],
  ['a text', 'FS 2026/1', { others: [{ name: '', value: 'FS 2026/1' }] }],
  ['null lists', { details: null, payments: null, taxes: null }, {}],
  ['empty lists', { details: [], payments: [], taxes: [] }, {}],
  ['lists of null', { details: [null], payments: [null], taxes: [null] }, {}],
  [
    'an object where a list is due',
    { details: { code: 'A' } },
    { others: [{ name: 'details.code', value: 'A' }] },
  ],
  [
    'a list where an object is due',
    { payments: [[{ name: 'A' }]] },
    { others: [{ name: 'payments[0][0].name', value: 'A' }] },
  ],
  [
    'a million nested arrays',
    { nested: nestedArrays, details: [line], last: 1 },
    { lines: [read], others: [{ name: 'last', value: '1' }] },
  ],
  [
    'markup, which stays text',
    { details: [{ ...line, description: markup }], note: markup },
    { lines: [{ ...read, description: markup }], others: [{ name: 'note', value: markup }] },
  ],
  [
    'directional marks, which the screen has to isolate',
    { note: directions },
    { others: [{ name: 'note', value: directions }] },
  ],
  [
    'one field twice, of which the last counts',
    JSON.parse('{"details":[],"details":[{"code":"A","code":"B"}]}'),
    { lines: [{ code: 'B', description: '', quantity: null, unitPrice: null }] },
  ],
  [
    'a field named __proto__',
    JSON.parse('{"__proto__":{"code":"X"},"details":[{"__proto__":{"code":"X"}}]}'),
    {
      lines: [{ code: '', description: '', quantity: null, unitPrice: null }],
      others: [
        { name: '__proto__.code', value: 'X' },
        { name: 'details[0].__proto__.code', value: 'X' },
      ],
    },
  ],
  [
    'an id beyond 2^53, whose digits are not known',
    JSON.parse('{"salesman_id":12345678901234567890}'),
    { others: [{ name: 'salesman_id', value: '≈ 12345678901234567000' }] },
  ],
  [
    'a code beyond 2^53, which is not shown as a code',
    JSON.parse('{"details":[{"code":12345678901234567890}]}'),
    {
      lines: [{ code: '', description: '', quantity: null, unitPrice: null }],
      others: [{ name: 'details[0].code', value: '≈ 12345678901234567000' }],
    },
  ],
];

test.each(surprises)('%s', (_, body, expected) => {
  expect(loosely(body)).toEqual({ ...nothing, ...expected });
});

test('of 10 MB no more is kept than of any other body', () => {
  const word = 'w'.repeat(1_000_000);
  const many = Array.from({ length: 200_000 }, (_, index) => ({ name: `n${index}`, amount: 1 }));
  const loose = loosely({
    details: [{ code: word, description: word, base_qty: word, line_unit_value: word }],
    payments: many,
    taxes: many,
    [word]: word,
    more: Array<string>(300_000).fill('x'),
  });
  expect(loose.payments).toHaveLength(1000);
  expect(loose.others).toHaveLength(300);
  expect(JSON.stringify(loose).length).toBeLessThan(300_000);
});

test('what is read is bounded in number', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]));
  expect(loosely(many).others).toHaveLength(300);
  expect(loosely({ details: Array(5000).fill(line) as unknown }).lines).toHaveLength(1000);
});

test('no JSON whatever makes it throw or exceed its bounds', () => {
  const json = fc.jsonValue({ maxDepth: 8 });
  const rows = fc.array(
    fc.dictionary(
      fc.constantFrom('code', 'name', 'amount', 'base_qty', 'tax', 'payment_method', '__proto__'),
      fc.oneof(json, fc.dictionary(fc.constantFrom('code', 'description'), json)),
    ),
  );
  const list = fc.oneof(json, rows);
  fc.assert(
    fc.property(json, list, list, list, (body, details, payments, taxes) => {
      const loose = loosely({ body, details, payments, taxes });
      expect(loose.lines.length).toBeLessThanOrEqual(1000);
      for (const { name, amountCents } of loose.payments) {
        expect(name !== '' || amountCents !== null).toBe(true);
      }
      for (const { name, amountCents, rate, baseCents } of loose.taxes) {
        const isSaid = [amountCents ?? undefined, rate, baseCents].some((one) => one !== undefined);
        expect(name !== '' || isSaid).toBe(true);
      }
      for (const { name, value } of loose.others) expect(name + value).not.toMatch(/\p{Cc}/u);
    }),
  );
});

test('the first text or exact number of some fields is found', () => {
  expect(textIn({ a: '', b: 2 ** 53, c: 7, d: 'x' }, ['a', 'b', 'c', 'd'])).toBe('7');
  expect(textIn(['x'], ['0'])).toBeNull();
});

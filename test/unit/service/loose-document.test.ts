import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLoosely } from '../../../src-main/service/loose-document.ts';
import { created } from './documents.ts';

const line = { code: 'CAFE', description: 'Café', base_qty: 2, line_unit_value: 0.65 };
const read = { code: 'CAFE', description: 'Café', quantity: 2000, unitPrice: 650_000 };

test.each(['details', 'lines', 'document_details', 'document_lines', 'line_details'])(
  'a list of objects under %s is the lines',
  (list) => {
    expect(readLoosely({ [list]: [line, line] })).toEqual({ lines: [read, read], others: [] });
  },
);

test('lines are found under other likely names of their fields too', () => {
  const other = { product_code: 'CAFE', product_name: 'Café', quantity: 2, unit_price: 0.65 };
  expect(readLoosely({ lines: [other] }).lines).toEqual([read]);
});

test('what is no list of objects is not taken for lines, and shown among the others', () => {
  expect(readLoosely({ details: 'two coffees', lines: [line, 7] })).toEqual({
    lines: [],
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

test.each([-1, 0, 0.0001, 1e30, 0.1 + 0.2, 'two'])(
  'a quantity of %s, which the till has no scale for, is shown among the others instead',
  (quantity) => {
    const { lines, others } = readLoosely({ details: [{ ...line, base_qty: quantity }] });
    expect(lines).toEqual([{ ...read, quantity: null }]);
    expect(others).toEqual([{ name: 'details[0].base_qty', value: String(quantity) }]);
  },
);

test('what is shown in places of its own is not repeated, and the rest keeps its order and its path', () => {
  const { others } = readLoosely({
    ...created,
    payments: [{ payment_method: { code: 'NU' }, amount: 12.3 }],
    is_last: false,
  });
  const names = others.map(({ name }) => name);
  expect(names).not.toContain('doc_key');
  expect(names).not.toContain('party.name');
  expect(names).not.toContain('obs');
  expect(others).toContainEqual({ name: 'party.street1', value: 'Rua Direita 1' });
  expect(others.slice(-3)).toEqual([
    { name: 'payments[0].payment_method.code', value: 'NU' },
    { name: 'payments[0].amount', value: '12.3' },
    { name: 'is_last', value: 'false' },
  ]);
});

test('control characters cannot bring their own layout', () => {
  expect(readLoosely({ 'a\nb': 'one\r\ntwo\u0000three\u009bfour' }).others).toEqual([
    { name: 'a b', value: 'one two three four' },
  ]);
});

test('what is read is bounded in number, length and depth', () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index]));
  expect(readLoosely(many).others).toHaveLength(300);
  expect(readLoosely({ details: Array(5000).fill(line) as unknown }).lines).toHaveLength(1000);
  const [long] = readLoosely({ ['k'.repeat(10_000)]: 'v'.repeat(10_000) }).others;
  expect([long?.name.length, long?.value.length]).toEqual([120, 500]);
  const nested = JSON.parse('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)) as unknown;
  expect(readLoosely({ nested, last: 1 }).others).toEqual([{ name: 'last', value: '1' }]);
});

test('a field named __proto__ is a field like any other', () => {
  const body = JSON.parse(
    '{"__proto__":{"code":"X"},"details":[{"__proto__":{"code":"X"}}]}',
  ) as unknown;
  expect(readLoosely(body)).toEqual({
    lines: [{ code: '', description: '', quantity: null, unitPrice: null }],
    others: [
      { name: '__proto__.code', value: 'X' },
      { name: 'details[0].__proto__.code', value: 'X' },
    ],
  });
});

test('no JSON whatever makes it throw or exceed its bounds', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.jsonValue(), (body, details) => {
      const { lines, others } = readLoosely({ body, details });
      expect(lines.length).toBeLessThanOrEqual(1000);
      for (const { name, value } of others) expect(name + value).not.toMatch(/\p{Cc}/u);
    }),
  );
});

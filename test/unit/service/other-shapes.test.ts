// The till recognises a document whose fields have other names than those of creating one, and
// makes up nothing in it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DocumentLine } from '../../../src-main/contract/documents.ts';
import { readLoosely } from '../../../src-main/service/lenient-document.ts';
import { isLong } from '../../tier.ts';
import { otherShapes, expectedDocument } from './other-shapes.ts';

const loosely = (body: unknown) => readLoosely(body, {});
const linesOf = (rows: unknown): readonly DocumentLine[] => loosely({ details: rows }).lines;
const onlyLine = (row: object): DocumentLine | undefined => linesOf([row])[0];

describe.each(otherShapes)('$name', ({ body }) => {
  test('has its lines, payments and taxes', () => {
    const { lines, payments, taxes } = loosely(body);
    expect(lines).toMatchObject(expectedDocument.lines);
    expect(payments).toEqual(expectedDocument.payments);
    expect(taxes).toMatchObject([
      {
        rate: expectedDocument.rate,
        baseCents: expectedDocument.baseCents,
        amountCents: expectedDocument.amountCents,
      },
    ]);
  });

  test('says the same whatever the order of its fields', () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).reverse();
      return Object.fromEntries(entries.map(([name, inner]) => [name, turned(inner)]));
    };
    const { lines, payments, taxes } = loosely(turned(body));
    expect({ lines, payments, taxes }).toEqual({
      lines: loosely(body).lines,
      payments: expectedDocument.payments,
      taxes: loosely(body).taxes,
    });
  });
});

describe('a description', () => {
  const line = { code: 'A', base_qty: 1, line_unit_value: 1 };
  const other = { code: 'B', base_qty: 1, line_unit_value: 1 };

  test('is the text that differs from line to line, even if another field is named as one', () => {
    const rows = [
      { ...line, name: 'Linha', family: 'Bar', stands_for: 'Café' },
      { ...other, name: 'Linha', family: 'Loja', stands_for: 'Pão' },
    ];
    expect(linesOf(rows).map(({ description }) => description)).toEqual(['Café', 'Pão']);
  });

  test('is marked as guessed, and also shown among the others, if only its values say that it is one', () => {
    const rows = [
      { ...line, name: 'Linha', stands_for: 'Café' },
      { ...other, name: 'Linha', stands_for: 'Pão' },
      { code: 'C', base_qty: 1, line_unit_value: 1, name: 'Linha' },
    ];
    const { lines, others } = loosely({ details: rows });
    expect(lines.map(({ description, isNameGuessed }) => [description, isNameGuessed])).toEqual([
      ['Café', true],
      ['Pão', true],
      ['Linha', undefined],
    ]);
    expect(others).toContainEqual({ name: 'details[0].stands_for', value: 'Café' });
  });

  test('is never the code itself', () => {
    expect(onlyLine({ ...line, description: 'A' })?.description).toBe('');
    expect(onlyLine({ ...line, description: 'A', designacao: 'Café' })?.description).toBe('Café');
  });

  test('is none of two equally likely texts', () => {
    const rows = [
      { ...line, x: 'Café', y: 'Chávena' },
      { ...other, x: 'Pão', y: 'Saco' },
    ];
    expect(linesOf(rows).map(({ description }) => description)).toEqual(['', '']);
    expect(loosely({ details: rows }).others).toHaveLength(4);
  });

  test.each([
    '2026-03-31',
    'https://example.com/cafe',
    '0f8fad5b-d9cb-469f-a165-70867728950e',
    '12',
  ])('is not %s', (x) => {
    expect(onlyLine({ ...line, x })?.description).toBe('');
  });

  test.each([
    ...[
      ...['unit', 'unidade', 'armazem', 'tax_name', 'serial', 'notes', 'lote', 'operator'],
      'operador',
    ],
    ...['comment', 'comentario', 'employee', 'empregado', 'table', 'mesa', 'project', 'projeto'],
  ])('is not what stands under %s', (field) => {
    expect(onlyLine({ ...line, [field]: 'Qualquer coisa' })?.description).toBe('');
  });

  test('may be missing on a line where the others have one', () => {
    const rows = [{ ...line, designation: 'Café' }, other, { ...line, designation: 'Café' }];
    expect(linesOf(rows).map(({ description }) => description)).toEqual(['Café', '', 'Café']);
  });
});

describe('what a line says of itself or of its document is not the product’s', () => {
  test.each<[string, object]>([
    ['its code', { line_code: 1, product_code: 'A', product_name: 'Café' }],
    ['its reference', { line_ref: 'L1', article_ref: 'A', article_name: 'Café' }],
    ['the document’s code', { document_code: 'FS', codigo: 'A', nome: 'Café' }],
    ['the document’s name', { document_name: 'Fatura', product: { code: 'A', name: 'Café' } }],
    [
      'the document’s description',
      { doc_description: 'Fatura', item_code: 'A', item_name: 'Café' },
    ],
  ])('%s', (_, names) => {
    const row = { ...names, base_qty: 1, line_unit_value: 1 };
    for (const turned of [row, Object.fromEntries(Object.entries(row).toReversed())]) {
      expect(onlyLine(turned)).toMatchObject({ code: 'A', description: 'Café' });
    }
  });

  test.each([
    [{ line_code: 'A', line_description: 'Café' }],
    [{ detail_ref: 'A', document_line_name: 'Café' }],
  ])('but it is where nothing else is: %j', (names) => {
    const line = onlyLine({ ...names, base_qty: 1, line_unit_value: 1 });
    expect(line).toMatchObject({ code: 'A', description: 'Café' });
  });
});

describe('a number is left out where it may be another', () => {
  const line = { codigo: 'A', designacao: 'Café' };

  test.each<[why: string, row: object, told: object]>([
    ['two quantities', { quantidade: 2, qtd: 3, preco: 1 }, { quantity: null }],
    ['two prices', { quantidade: 2, preco: 1, pvp: 1.23 }, { unitPrice: null }],
    ['a price of all', { quantidade: 2, preco: 3, total: 3 }, { quantity: 2000, unitPrice: null }],
    ['a value of one or of all', { quantidade: 2, valor: 3 }, { unitPrice: null }],
    ['a value of all', { quantidade: 2, valor: 3, total: 3 }, { unitPrice: null }],
    ['no total that it comes to', { quantidade: 2, preco: 3, total: 9 }, { unitPrice: null }],
    ['a quantity below zero', { quantidade: -2, preco: 3 }, { quantity: null, backQuantity: 2000 }],
  ])('%s', (_, row, expected) => {
    const { lines, others } = loosely({ linhas: [{ ...line, ...row }] });
    expect(lines).toMatchObject([{ code: 'A', description: 'Café', ...expected }]);
    expect(others).not.toEqual([]);
  });

  test.each<[why: string, row: object]>([
    ['they agree', { quantidade: 2, preco: 3, total: 6 }],
    ['all say the same', { quantidade: 2, qtd: 2.0, preco: 3 }],
    ['a discount in percent', { quantidade: 2, preco: 3, desconto: 10, total: 5.4 }],
    ['a discount in money', { quantidade: 2, preco: 3, desconto: 1, total: 5 }],
    ['tax comes to it', { quantidade: 2, preco: 3, iva: 23, total: 7.38 }],
    ['tax is in it', { quantidade: 2, preco: 3, iva: 23, total: 4.88 }],
  ])('but not where %s', (_, row) => {
    expect(loosely({ linhas: [{ ...line, ...row }] }).lines).toMatchObject([
      { quantity: 2000, unitPrice: 3_000_000 },
    ]);
  });
});

describe('a list is not taken for the document’s', () => {
  test.each([
    ...['origin_lines', 'related_document_details', 'linhas_origem', 'document_history'],
    'print_options',
  ])('that stands under %s', (name) => {
    expect(loosely({ [name]: [{ code: 'A', quantity: 1, price: 1 }] }).lines).toEqual([]);
  });

  test('without anything that such a list has', () => {
    const rows = [{ description: 'x', colour: 'y' }];
    const { lines, payments, taxes } = loosely({ x: rows, itens: rows, pagamentos: rows });
    expect({ lines, payments, taxes }).toEqual({ lines: [], payments: [], taxes: [] });
  });

  test('twice', () => {
    const { lines, payments } = loosely({
      x: [{ method: 'a', amount: 1, quantity: 1, code: 'A' }],
    });
    expect([lines.length, payments.length]).toEqual([1, 0]);
  });
});

const words = [
  ...['code', 'codigo', 'artigo', 'product', 'description', 'designation', 'designacao', 'nome'],
  ...['item', 'quantity', 'qtd', 'base_qty', 'price', 'preco', 'line_unit_value', 'valor', 'total'],
  ...['taxa', 'iva', 'rate', 'base', 'amount', 'imposto', 'desconto', 'payment_method', 'tax'],
  ...['__proto__', 'constructor', 'toString', 'x1', 'x2', ''],
];
const lists = [
  ...['details', 'linhas', 'items', 'payments', 'pagamentos', 'taxes', 'impostos', 'extended', 'x'],
];
const value = fc.oneof(
  fc.integer({ min: -5, max: 50 }),
  fc.double(),
  fc.string(),
  fc.constantFrom('CAFE', 'Café', '2.5', '1,5', '23%', true, null, '\u202ex', 'W'.repeat(1000)),
  fc.dictionary(fc.constantFrom(...words), fc.oneof(fc.string(), fc.integer()), { maxKeys: 4 }),
);
const rows = fc.array(fc.dictionary(fc.constantFrom(...words), value), { maxLength: 6 });
const hostile = fc.dictionary(
  fc.oneof(fc.constantFrom(...lists), fc.string()),
  fc.oneof(rows, value, fc.dictionary(fc.constantFrom(...lists), rows)),
);

/**
 * Returns every number in the answer, and those that its texts stand for, also with a percent sign
 * or a decimal comma.
 */
function numbersIn(body: unknown): ReadonlySet<number> {
  const numbers = new Set<number>();
  const visit = (part: unknown): void => {
    if (typeof part === 'object' && part !== null) Object.values(part).forEach(visit);
    const number =
      typeof part === 'string' ? Number(part.replace('%', '').replace(',', '.')) : part;
    if (typeof number === 'number') numbers.add(number);
  };
  visit(body);
  return numbers;
}

/** Returns whether the two are as close as floats of that size allow. */
const isClose = (one: number, other: number): boolean =>
  Math.abs(one - other) <= 1e-3 + Math.abs(other) * 1e-11;

test('no number is made up, whatever names and values come', () => {
  fc.assert(
    fc.property(hostile, (body) => {
      const numbers = numbersIn(body);
      const came = (shownCount: number | null | undefined, scale: number) => {
        if (shownCount === null || shownCount === undefined) return;
        const isThere = [...numbers].some((number) => isClose(number * scale, shownCount));
        expect(isThere, `${shownCount}`).toBe(true);
      };
      const { lines, payments, taxes } = loosely(body);
      for (const { quantity, unitPrice } of lines) {
        came(quantity, 1000);
        came(unitPrice, 1_000_000);
      }
      for (const { amountCents } of payments) came(amountCents, 100);
      for (const { amountCents, baseCents, rate } of taxes) {
        came(amountCents, 100);
        came(baseCents, 100);
        if (rate !== undefined && ![...numbers].some((number) => number * 10_000 === rate)) {
          came(rate, 100);
        }
      }
    }),
    { numRuns: isLong ? 1000 : 200 },
  );
});

test('a field that is shown in a line is not also shown among the others', () => {
  const row = fc.record({
    codigo: fc.constantFrom('A', 'B', 'C'),
    designacao: fc.constantFrom('Café', 'Pão'),
    quantidade: fc.integer({ min: 1, max: 9 }),
    preco: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (linhas) => {
      const { lines, others } = loosely({ linhas });
      expect(others).toEqual([]);
      expect(lines.map(({ code }) => code)).toEqual(linhas.map(({ codigo }) => codigo));
    }),
  );
});

/** Wraps an object, and counts what is read of it at any depth. */
function counted(body: object): { readonly body: unknown; readonly reads: () => number } {
  let reads = 0;
  const watch = (part: object): object =>
    new Proxy(part, {
      get: (target, field) => {
        reads += 1;
        const inner: unknown = Reflect.get(target, field);
        return typeof inner === 'object' && inner !== null ? watch(inner) : inner;
      },
    });
  return { body: watch(body), reads: () => reads };
}

const many = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index));
const fieldsOf = (count: number, make: (index: number) => readonly [string, unknown]): object =>
  Object.fromEntries(many(count, make));
const line = (index: number) => ({
  codigo: `P${index}`,
  designacao: `Produto ${index}`,
  quantidade: 1,
  preco: 1,
});

/** Parts that are the same are made once: making them takes longer than reading the document. */
const thousandLines = many(1000, line);

test.each<[what: string, body: object]>([
  ['a hundred thousand lines', { linhas: many(100_000, line) }],
  ['a hundred thousand lists', fieldsOf(100_000, (index) => [`l${index}`, [line(index)]])],
  ['a thousand lists of a thousand', fieldsOf(1000, (index) => [`items${index}`, thousandLines])],
  [
    'lines of a thousand fields',
    { linhas: Array(2000).fill(fieldsOf(1000, (index) => [`f${index}`, 'x'])) },
  ],
  [
    'lines with a thousand names for one thing',
    { linhas: Array(2000).fill(fieldsOf(1000, (index) => [`${'_'.repeat(index)}qty`, 1])) },
  ],
  [
    'every line with fields of its own',
    {
      linhas: many(5000, (index) => ({ [`a${index}`]: 1, [`b${index}`]: { [`c${index}`]: 'x' } })),
    },
  ],
  ['a million empty elements', { x: Array(1_000_000).fill('') }],
  ['a million empty objects', { x: Array.from({ length: 1_000_000 }, () => ({})) }],
])('of %s no more is looked at than of any document', (_, body) => {
  const { body: watched, reads } = counted(body);
  readLoosely(watched, {});
  expect(reads()).toBeLessThan(300_000);
});

// Tests what one document teaches, whatever service it comes from.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readHeading, readLesson } from '../../../src-main/service/lenient-facts.ts';
import { created, withValue } from './documents.ts';
import { otherShapes, expectedDocument } from './other-shapes.ts';

const methodsOf = (payments: unknown, more: object = {}) =>
  readLesson({ ...created, payment_method: null, payment_method_id: null, payments, ...more })
    ?.methods;

describe('the lines', () => {
  it.each(otherShapes)('of a service that answers in $name', ({ body }) => {
    const lines = readLesson(body)?.lines.map(({ code, name, unitPrice }) => ({
      ...{ code, name, unitPrice },
    }));
    const expected = expectedDocument.lines.map(({ code, description, unitPrice }) => ({
      ...{ code, name: description, unitPrice },
    }));
    expect(lines).toEqual(expected);
  });

  it.each([
    ['a field of its own', { unidade: 'KG' }],
    ['an object with a code', { unit: { id: 3, code: 'KG', description: 'Quilograma' } }],
    ['its product', { product: { code: 'A', unit: 'KG' } }],
  ])('have the unit that is in %s', (_, more) => {
    const details = [
      { code: 'A', description: 'Queijo', base_qty: 1, line_unit_value: 2, ...more },
    ];
    expect(readLesson({ ...created, details })?.lines).toMatchObject([{ unit: 'KG' }]);
  });

  it('of a return are not sold', () => {
    const details = [{ code: 'A', description: 'Queijo', base_qty: -1, line_unit_value: 2 }];
    expect(readLesson({ ...created, details })?.lines).toMatchObject([{ isSold: false }]);
  });

  it('have no code where it is too long for one', () => {
    const code = 'A'.repeat(61);
    const details = [{ code, description: 'Queijo', base_qty: 1, line_unit_value: 2 }];
    expect(readLesson({ ...created, details })?.lines).toMatchObject([{ code: '' }]);
  });
});

describe('whether prices include tax', () => {
  const details = [{ code: 'A', description: 'Queijo', base_qty: 2, line_unit_value: 6.15 }];
  const of = (line_unit_value: number) =>
    readLesson({
      ...withValue(created, 'is_tax_included', undefined),
      details: [{ ...details[0], line_unit_value }],
    })?.isTaxIncluded;

  it('is what the document says', () => {
    expect(readLesson({ ...created, details, is_tax_included: false })?.isTaxIncluded).toBe(false);
  });

  it('follows from the lines’ total if the document does not say', () => {
    expect(of(6.15)).toBe(true);
    expect(of(5)).toBe(false);
  });

  it('is unknown if neither fits the lines’ total', () => {
    expect(of(5.5)).toBeNull();
  });
});

describe('the ways to pay', () => {
  it.each([
    ['by an id beside its name', [{ payment_method_id: 7, description: 'Cheque', amount: 1 }]],
    ['in an object', [{ id: 99, payment_method: { id: 7, description: 'Cheque' }, amount: 1 }]],
    ['in Portuguese', [{ id: 99, idMeioPagamento: '7', meioPagamento: 'Cheque', valor: 1 }]],
    [
      'beside those of the payment',
      [{ payment_id: 99, payment_method_id: 7, method: 'Cheque', amount: 1 }],
    ],
    [
      'in an object beside the payment’s',
      [
        {
          payment: { id: 99, description: 'Recebimento 99' },
          payment_method: { id: 7, description: 'Cheque' },
          amount: 1,
        },
      ],
    ],
  ])('have number and name %s', (_, payments) => {
    expect(methodsOf(payments)).toEqual([{ id: 7, name: 'Cheque' }]);
  });

  it.each([
    ['the payment has a number and the method none', [{ id: 99, method: 'Cheque', amount: 1 }]],
    ['only the payment has one', [{ payment_id: 99, method: 'Cheque', amount: 1 }]],
    ['only its object has one', [{ payment: { id: 99 }, method: 'Cheque', amount: 1 }]],
    [
      'two numbers contradict each other',
      [{ payment_method_id: 7, method_id: 8, description: 'Cheque', amount: 1 }],
    ],
    ['it has no name', [{ payment_method_id: 7, amount: 1 }]],
    ['its number is none', [{ payment_method_id: -7, description: 'Cheque', amount: 1 }]],
  ])('are passed over where %s', (_, payments) => {
    expect(methodsOf(payments)).toEqual([]);
  });

  it('are the document’s own as well', () => {
    expect(readLesson(created)?.methods).toEqual([{ id: 1, name: 'Numerário' }]);
  });
});

it('kinds, series and the like have their ids and names', () => {
  const body = {
    ...created,
    ...{ salesman_id: 4, salesman: { code: 'R', salesman_name: 'Rita' } },
    ...{ payment_term_id: 2, payment_term: { code: 'PP', description: 'Pronto' } },
  };
  expect(readHeading(body)).toMatchObject({
    kind: { id: 7, name: 'Fatura simplificada' },
    serie: { id: 3, name: 'Série 2026' },
    warehouse: { id: 1, name: 'Loja' },
    salesman: { id: 4, name: 'Rita' },
    paymentTerm: { id: 2, name: 'Pronto' },
  });
});

it.each([null, undefined, [], 'text', 7, {}, { id: 'A' }, { id: 1.5 }, { id: -1 }])(
  'what is no document teaches nothing: %j',
  (body) => {
    expect(readLesson(body)).toBeNull();
  },
);

it('nothing that comes can surprise it, and nothing is made up', () => {
  const line = fc.dictionary(
    fc.constantFrom('code', 'codigo', 'product', 'description', 'quantity', 'qtd', 'price', 'unit'),
    fc.oneof(fc.string(), fc.double(), fc.object({ maxDepth: 1 }), fc.constant(null)),
  );
  const payment = fc.dictionary(
    fc.constantFrom('payment_method_id', 'method', 'description', 'amount', 'id'),
    fc.oneof(fc.string(), fc.double(), fc.integer(), fc.object({ maxDepth: 1 })),
  );
  const body = fc.record(
    {
      id: fc.oneof(fc.integer(), fc.string()),
      document_date: fc.anything(),
      document: fc.anything(),
      payment_method: fc.anything(),
      payment_method_id: fc.anything(),
      linhas: fc.oneof(fc.array(line), fc.anything()),
      payments: fc.oneof(fc.array(payment), fc.anything()),
      is_tax_included: fc.anything(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(body, (givenBody) => {
      const lesson = readLesson(givenBody);
      if (lesson === null) return;
      expect(lesson.id).toBe(givenBody.id);
      for (const { id, name } of lesson.methods) {
        expect(Number.isSafeInteger(id) && id >= 1 && name !== '').toBe(true);
      }
      const text = JSON.stringify(givenBody);
      for (const { code, unit, unitPrice } of lesson.lines) {
        expect(code.length).toBeLessThanOrEqual(60);
        expect(unit.length).toBeLessThanOrEqual(20);
        if (code !== '') expect(text).toContain(JSON.stringify(code).slice(1, -1).trim());
        expect(unitPrice === null || unitPrice > 0).toBe(true);
      }
    }),
  );
});

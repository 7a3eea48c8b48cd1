// Tests what many documents come to together.
import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { mostLearntProducts } from '../../../src-main/contract/learning.ts';
import { cents, unitPriceSchema } from '../../../src-main/contract/money.ts';
import { Gathered, gatheredSchema } from '../../../src-main/learning/gathered-facts.ts';
import type { Lesson, SoldLine } from '../../../src-main/service/lenient-facts.ts';

const micros = (euros: number) => v.parse(unitPriceSchema, Math.round(euros * 1_000_000));

const line = (code: string, price: number | null, more: Partial<SoldLine> = {}): SoldLine => ({
  ...{ code, name: `Name of ${code}`, unit: 'UN', isSold: true },
  unitPrice: price === null ? null : micros(price),
  ...more,
});

const lesson = (id: number, more: Partial<Lesson> = {}): Lesson => ({
  ...{
    id,
    date: '2026-11-01',
    natureId: 302,
    isNote: false,
    kind: null,
    serie: null,
    warehouse: null,
  },
  ...{ salesman: null, paymentTerm: null, method: null, methods: [], lines: [] },
  isTaxIncluded: true,
  hidesLines: false,
  example: null,
  ...more,
});

function gathered(...lessons: readonly Lesson[]): Gathered {
  const all = new Gathered();
  for (const each of lessons) all.takeLesson(each, true);
  return all;
}

it('the latest price and name count, and the others are told', () => {
  const products = gathered(
    lesson(3, { date: '2026-11-03', lines: [line('A', 2.5, { name: 'Pão' })] }),
    lesson(1, { date: '2026-11-01', lines: [line('A', 2, { name: 'Pao' })] }),
    lesson(2, { date: '2026-11-02', lines: [line('A', 3, { name: 'Pão' })] }),
  ).products();
  expect(products).toEqual([
    {
      ...{ code: 'A', names: ['Pão', 'Pao'], unit: 'UN', documents: 3, lastOn: '2026-11-03' },
      price: {
        ...{ unitPrice: micros(2.5), lowest: micros(2), highest: micros(3), on: '2026-11-03' },
        isTaxIncluded: true,
      },
    },
  ]);
});

it('a series of documents of several kinds is of none of them alone', () => {
  const [fs, ft] = [7, 8].map((id) => ({ id, name: `Kind ${id}` }));
  const serie = { id: 3, name: '2026' };
  const all = gathered(
    lesson(1, { kind: fs ?? null, serie }),
    lesson(2, { kind: fs ?? null, serie }),
    lesson(3, { serie }),
  );
  expect(all.choices().series).toEqual([{ ...serie, kindId: 7 }]);
  expect(all.takeHeading(lesson(4, { kind: ft ?? null, serie }))).toBe(true);
  expect(all.choices().series).toEqual([{ ...serie, kindId: null }]);
  all.takeHeading(lesson(5, { kind: fs ?? null, serie }));
  expect(all.choices().series).toEqual([{ ...serie, kindId: null }]);
});

it('a price with tax counts before a newer one without', () => {
  const [product] = gathered(
    lesson(2, { date: '2026-11-02', isTaxIncluded: false, lines: [line('A', 2)] }),
    lesson(1, { date: '2026-11-01', lines: [line('A', 2.46)] }),
  ).products();
  expect(product?.price).toMatchObject({ unitPrice: micros(2.46), isTaxIncluded: true });
});

it('a price that may or may not include tax is offered as such', () => {
  const [product] = gathered(lesson(1, { isTaxIncluded: null, lines: [line('A', 2)] })).products();
  expect(product?.price?.isTaxIncluded).toBeNull();
});

it('one document counts once for a product and for a way to pay', () => {
  const all = gathered(
    lesson(1, {
      lines: [line('A', 2), line('A', 2)],
      methods: [
        { id: 1, name: 'Cash' },
        { id: 1, name: 'Cash' },
      ],
    }),
  );
  expect(all.products()[0]?.documents).toBe(1);
  expect(all.methods()).toMatchObject([{ id: 1, documents: 1 }]);
});

it('those used and sold most come first', () => {
  const all = gathered(
    lesson(1, { lines: [line('A', 1), line('B', 1)], methods: [{ id: 2, name: 'Card' }] }),
    lesson(2, { lines: [line('B', 1)], methods: [{ id: 2, name: 'Card' }] }),
    lesson(3, { methods: [{ id: 1, name: 'Cash' }] }),
  );
  expect(all.products().map(({ code }) => code)).toEqual(['B', 'A']);
  expect(all.methods().map(({ id }) => id)).toEqual([2, 1]);
});

it('no product is learnt from a document that is no sale, as a purchase has other prices', () => {
  const all = new Gathered();
  all.takeLesson(lesson(1, { lines: [line('A', 1)], methods: [{ id: 1, name: 'Cash' }] }), false);
  expect(all.products()).toEqual([]);
  expect(all.methods()).toHaveLength(1);
});

it('a return, and a line without a code, are no product', () => {
  const lines = [line('A', 1, { isSold: false }), line('', 1)];
  expect(gathered(lesson(1, { lines })).products()).toEqual([]);
});

it('no more products are kept than anybody looks through', () => {
  const all = new Gathered();
  for (let id = 1; id <= 12; id += 1) {
    const lines = Array.from({ length: 500 }, (_, row) => line(`P${id}-${row}`, 1));
    all.takeLesson(lesson(id, { lines }), true);
  }
  expect(all.products()).toHaveLength(mostLearntProducts);
});

const lessons = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 60 }),
    day: fc.integer({ min: 1, max: 28 }),
    code: fc.constantFrom('A', 'B', 'C'),
    name: fc.constantFrom('One', 'Two', 'Three'),
    price: fc.integer({ min: 1, max: 9 }),
    method: fc.integer({ min: 1, max: 4 }),
    isTaxIncluded: fc.constantFrom(true, false, null),
  }),
  { selector: ({ id }) => id, maxLength: 40 },
);

const lessonsOf = (drawn: Drawn): readonly Lesson[] =>
  drawn.map(({ id, day, code, name, price, method, isTaxIncluded }) =>
    lesson(id, {
      date: `2026-11-${String(day).padStart(2, '0')}`,
      lines: [line(code, price, { name })],
      methods: [{ id: method, name: `Method ${method}` }],
      isTaxIncluded,
    }),
  );
type Drawn = typeof lessons extends fc.Arbitrary<infer Value> ? Value : never;

it('the order in which documents come changes nothing that is offered first', () => {
  fc.assert(
    fc.property(lessons, fc.integer(), (drawn, seed) => {
      const all = lessonsOf(drawn);
      const shuffled = all.toSorted(
        (a, b) => ((a.id * 31 + seed) % 17) - ((b.id * 31 + seed) % 17),
      );
      const facts = (from: Gathered) => ({
        methods: from.methods(),
        products: from.products().map(({ names, ...product }) => ({
          ...product,
          first: names[0],
          names: names.toSorted(),
        })),
      });
      expect(facts(gathered(...shuffled))).toEqual(facts(gathered(...all)));
    }),
  );
});

it('what is kept is read back as it was', () => {
  fc.assert(
    fc.property(lessons, (drawn) => {
      const before = gathered(...lessonsOf(drawn));
      const text = JSON.stringify(before.toKeep());
      const after = new Gathered(v.parse(gatheredSchema, JSON.parse(text)));
      expect(after.products()).toEqual(before.products());
      expect(after.methods()).toEqual(before.methods());
      expect(after.choices()).toEqual(before.choices());
    }),
  );
});

it('a method has its latest document as an example, for a person to recognise it by', () => {
  const method = { id: 52, name: 'Meio 52' };
  const one = (id: number, docKey: string) =>
    lesson(id, {
      methods: [method],
      date: `2026-11-0${String(id)}`,
      example: { docKey, totalCents: cents(1_240) },
    });
  const [learnt] = gathered(one(2, 'FS A/2'), one(1, 'FS A/1')).methods();
  expect(learnt?.example).toEqual({ docKey: 'FS A/2', totalCents: 1_240 });
});

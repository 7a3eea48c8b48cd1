// The ledger of what came back: over any order of returns, cancellations and tills never more than
// was sold, in goods and in money.
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  lineTotalCents,
  cents,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';
import { totals } from '../../../src-main/contract/cart.ts';
import {
  backCents,
  ledgerOf,
  linesBack,
  typedBack,
  type TakenBack,
} from '../../../src-main/contract/return-ledger.ts';
import { must } from '../../must.ts';

const line = fc.record({
  code: fc.constantFrom('A', 'B', 'C'),
  description: fc.constant('Goods'),
  quantity: fc.integer({ min: 1, max: 12_000 }).map((value) => v.parse(quantitySchema, value)),
  // Prices that do not divide into cents, as a discount makes them.
  unitPrice: fc.integer({ min: 0, max: 9_999_999 }).map((value) => v.parse(unitPriceSchema, value)),
});
const sale = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  discount: fc.constantFrom(0, 500, 3_333).map((value) => v.parse(percentSchema, value)),
});
/** What is tried: how much of which line, by which till, and whether it is cancelled later. */
const attempt = fc.record({
  wanted: fc.uniqueArray(
    fc.record({
      position: fc.integer({ min: 0, max: 5 }),
      quantity: fc.integer({ min: 1, max: 12_500 }).map((value) => v.parse(quantitySchema, value)),
    }),
    { minLength: 1, maxLength: 3, selector: ({ position }) => position },
  ),
  isOtherTills: fc.boolean(),
  isCancelled: fc.boolean(),
});

test('no order of returns takes back more than was sold', () => {
  fc.assert(
    fc.property(sale, fc.array(attempt, { maxLength: 12 }), ({ lines, discount }, attempts) => {
      const { totalCents } = totals({
        discount,
        lines: lines.map((one) => ({ ...one, lineId: '' })),
      });
      const original = { lines, discount, totalCents };
      const takenBack: (TakenBack & {
        readonly byPosition: readonly (readonly [number, number])[];
      })[] = [];
      for (const { wanted, isOtherTills, isCancelled } of attempts) {
        const ledger = ledgerOf(original, takenBack);
        expect(ledger.unread).toEqual([]);
        const back = linesBack(original, ledger, wanted);
        const fits = wanted.every(
          ({ position, quantity }) => quantity <= (ledger.left[position] ?? 0),
        );
        expect(back.ok).toBe(fits);
        if (!back.ok || isCancelled) continue;
        takenBack.push({
          name: String(takenBack.length),
          totalCents: backCents(back.value, discount),
          byPosition: back.value.map(({ position, line: { quantity } }) => [position, quantity]),
          lines: back.value.map(({ position, line: { code, quantity, unitPrice } }) =>
            isOtherTills ? { code, quantity, unitPrice } : { position, quantity },
          ),
        });
      }
      // Which line of two with one code came back is one thing; how much of the code, another.
      for (const code of ['A', 'B', 'C']) {
        const isOfCode = (position: number) => lines[position]?.code === code;
        const soldQuantity = lines.reduce(
          (sum, one) => sum + (one.code === code ? one.quantity : 0),
          0,
        );
        const cameBack = takenBack
          .flatMap(({ byPosition }) => byPosition)
          .reduce((sum, [position, quantity]) => sum + (isOfCode(position) ? quantity : 0), 0);
        expect(cameBack).toBeLessThanOrEqual(soldQuantity);
      }
      expect(takenBack.reduce((sum, one) => sum + one.totalCents, 0)).toBeLessThanOrEqual(
        totalCents,
      );
    }),
    { numRuns: 500 },
  );
});

const bread = {
  ...{ code: 'A', description: 'Bread' },
  quantity: v.parse(quantitySchema, 3_000),
  unitPrice: v.parse(unitPriceSchema, 335_000),
};

test('the last part of a line is cheaper where rounding has given back too much', () => {
  // 3 × 0.335 is 1.01; one by one it would be 3 × 0.34.
  const original = { lines: [bread], discount: v.parse(percentSchema, 0), totalCents: cents(101) };
  const one = [{ position: 0, quantity: v.parse(quantitySchema, 1_000) }];
  const amounts: number[] = [];
  const takenBack: TakenBack[] = [];
  for (const name of ['1', '2', '3']) {
    const back = must(linesBack(original, ledgerOf(original, takenBack), one));
    const totalCents = backCents(back, original.discount);
    amounts.push(totalCents);
    takenBack.push({ name, totalCents, lines: [{ position: 0, quantity: 1_000 }] });
    const [first] = back;
    expect(first && lineTotalCents(first.line.quantity, first.line.unitPrice)).toBe(totalCents);
  }
  expect(amounts).toEqual([34, 34, 33]);
});

test('where nobody knows what was sold, what is typed comes back up to the total', () => {
  const takenBack = [{ name: 'NC 1', totalCents: cents(40), lines: [] }];
  const ledger = ledgerOf({ lines: null, totalCents: cents(101) }, takenBack);
  expect(ledger).toEqual({ left: [], leftCents: 61, unread: [] });
  const typed = (price: number) => [
    {
      ...{ code: 'A', description: 'Bread', quantity: v.parse(quantitySchema, 1_000) },
      unitPrice: v.parse(unitPriceSchema, price),
    },
  ];
  expect(typedBack(ledger, typed(610_000), 'FS A/1')).toMatchObject({ ok: true });
  expect(typedBack(ledger, typed(620_000), 'FS A/1')).toEqual({
    ok: false,
    error: { code: 'returned_too_much', what: 'FS A/1' },
  });
  expect(typedBack(ledger, [], 'FS A/1')).toMatchObject({ error: { code: 'invalid_value' } });
});

test.each<[string, TakenBack['lines']]>([
  ['without lines', []],
  ['without a quantity', [{ code: 'A', quantity: null, unitPrice: 335_000 }]],
  ['of something else', [{ code: 'X', quantity: 1_000, unitPrice: 335_000 }]],
  ['of more than was sold', [{ code: 'A', quantity: 3_001, unitPrice: 335_000 }]],
  ['of a line that is not there', [{ position: 1, quantity: 1_000 }]],
])('another return %s is named as unread', (_, lines) => {
  const original = { lines: [bread], totalCents: cents(101) };
  const ledger = ledgerOf(original, [{ name: 'NC 1', totalCents: cents(1), lines }]);
  expect(ledger.unread).toEqual(['NC 1']);
});

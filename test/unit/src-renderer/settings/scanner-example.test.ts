// The example beside a rule means what the till reads from such a code.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readBarcode, type InStoreRule } from '../../../../src-main/contract/barcodes.ts';
import { exampleOf } from '../../../../src-renderer/settings/scanner-example.ts';

const rule: fc.Arbitrary<InStoreRule> = fc.record({
  prefix: fc.oneof(
    fc.constantFrom('2', '02'),
    fc.integer({ min: 20, max: 29 }).map(String),
    fc.integer({ min: 200, max: 299 }).map(String),
  ),
  itemDigits: fc.integer({ min: 3, max: 7 }),
  value: fc.constantFrom('weight', 'price', 'piecePrice'),
  decimals: fc.integer({ min: 0, max: 3 }),
});

test('the example of every rule is read by it as it says', () => {
  fc.assert(
    fc.property(rule, (givenBody) => {
      const { code, item, weight, price } = exampleOf(givenBody);
      const amount = givenBody.value === 'weight' ? weight : price;
      expect(readBarcode(code, [givenBody])).toMatchObject({
        isMisread: false,
        inStore: { items: [item], value: givenBody.value, amount },
      });
    }),
  );
});

test('the example has the prefix 27, five digits of the product, and grams', () => {
  expect(exampleOf({ prefix: '27', itemDigits: 5, value: 'weight', decimals: 3 })).toEqual({
    code: '2712345012348',
    item: '12345',
    weight: 1234,
    price: 1_234_000,
  });
});

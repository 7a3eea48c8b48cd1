// Compares the till's totals with those that the practice service answered.
import { expect, test } from 'vitest';
import { totals } from '../../../src-main/contract/cart.ts';
import { centsFromApi } from '../../../src-main/contract/money.ts';
import { totalVectors } from './total-vectors.ts';

test('every cart comes to what the service made of it, to the cent', () => {
  expect(totalVectors.length).toBeGreaterThan(100);
  for (const { lines, discount, answered } of totalVectors) {
    const cart = lines.map((line) => ({ ...line, lineId: '', description: line.code }));
    expect(totals({ lines: cart, discount })).toEqual({
      linesCents: centsFromApi(answered.total_gross_amount),
      discountCents: centsFromApi(answered.total_global_discount),
      totalCents: centsFromApi(answered.total_amount),
    });
  }
});

test('the recorded carts have half cents in lines and in discounts', () => {
  const halfLines = totalVectors
    .flatMap(({ lines }) => lines)
    .filter(({ quantity, unitPrice }) => {
      const rest = (BigInt(quantity) * BigInt(unitPrice)) % 10_000_000n;
      return rest === 5_000_000n;
    });
  const halfDiscounts = totalVectors.filter(({ discount, answered }) => {
    const lines = centsFromApi(answered.total_gross_amount) ?? 0;
    return (BigInt(lines) * BigInt(discount)) % 10_000n === 5_000n;
  });
  expect(halfLines.length).toBeGreaterThan(5);
  expect(halfDiscounts.length).toBeGreaterThan(1);
});

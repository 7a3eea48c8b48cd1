import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentTotals,
  toCents,
  toMillionths,
} from '../../../src-main/practice-service/amounts.ts';

describe('toMillionths', () => {
  it.each([
    [0, 0n],
    [1.005, 1_005_000n],
    [-9.99, -9_990_000n],
    [0.1 + 0.2, 300_000n],
    [0.0000005, 1n],
    [1.0000005, 1_000_001n],
    [0.00000049, 0n],
    [1e-9, 0n],
    [1e21, 10n ** 27n],
  ])('reads %s by its shortest decimal form', (value, millionths) => {
    expect(toMillionths(value)).toBe(millionths);
  });
});

describe('toCents', () => {
  it.each([
    [0.005, 1n],
    [-0.005, -1n],
    [0.0049, 0n],
    [9.99, 999n],
  ])('rounds %s half-up, away from zero', (value, cents) => {
    expect(toCents(value)).toBe(cents);
  });
});

describe('documentTotals', () => {
  const line = fc.record({
    quantityMillionths: fc.bigInt(1n, 10n ** 9n),
    unitValueMillionths: fc.bigInt(0n, 10n ** 9n),
    vatRate: fc.constantFrom(0, 6, 13, 23),
  });
  const discountMillionths = fc.bigInt(0n, 100_000_000n);
  const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

  it('adds up: net and taxes are the total, and the rates are the whole', () => {
    fc.assert(
      fc.property(fc.array(line), discountMillionths, fc.boolean(), (lines, discount, included) => {
        const totals = documentTotals(lines, {
          isTaxIncluded: included,
          discountMillionths: discount,
        });
        expect(totals.grossCents).toBe(sum(totals.lineCents));
        expect(totals.totalCents).toBe(totals.netCents + totals.taxesCents);
        expect(sum(totals.taxes.map((row) => row.netCents))).toBe(totals.netCents);
        expect(sum(totals.taxes.map((row) => row.taxCents))).toBe(totals.taxesCents);
        const afterDiscount = totals.grossCents - totals.discountCents;
        expect(included ? totals.totalCents : totals.netCents).toBe(afterDiscount);
        for (const row of totals.taxes) {
          expect(row.netCents >= 0n && row.taxCents >= 0n).toBe(true);
        }
      }),
    );
  });

  it('the order of the lines does not matter', () => {
    fc.assert(
      fc.property(fc.array(line), discountMillionths, (lines, discount) => {
        const terms = { isTaxIncluded: true, discountMillionths: discount };
        const { lineCents, ...forwards } = documentTotals(lines, terms);
        const { lineCents: reversed, ...backwards } = documentTotals(lines.toReversed(), terms);
        expect(backwards).toEqual(forwards);
        expect(reversed).toEqual(lineCents.toReversed());
      }),
    );
  });

  it('a discount of a cent falls on one rate alone', () => {
    const cent = { quantityMillionths: 1_000_000n, unitValueMillionths: 10_000n };
    const lines = [
      { ...cent, vatRate: 6 },
      { ...cent, vatRate: 23 },
    ];
    const totals = documentTotals(lines, { isTaxIncluded: true, discountMillionths: 50_000_000n });
    expect(totals.discountCents).toBe(1n);
    expect(totals.taxes.map((row) => row.netCents + row.taxCents)).toEqual([0n, 1n]);
  });
});

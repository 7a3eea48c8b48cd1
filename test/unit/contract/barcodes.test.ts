// Checks check digits against the sum over all digits, and tests what the in-store rules read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  barcodeKey,
  hasCheckDigit,
  readBarcode,
  type InStoreRule,
} from '../../../src-main/contract/barcodes.ts';

/**
 * The weights from the left, written out for each length (GS1 General Specifications, check digit
 * calculation).
 */
const weights: Readonly<Record<number, readonly number[]>> = {
  8: [3, 1, 3, 1, 3, 1, 3, 1],
  12: [3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1],
  13: [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1],
};

const sumOf = (digits: string): number =>
  Array.from(digits, Number).reduce(
    (sum, digit, index) => sum + digit * (weights[digits.length]?.[index] ?? NaN),
    0,
  );

const checked = (firstDigits: string): string => {
  const last = Array.from('0123456789').find((digit) => sumOf(firstDigits + digit) % 10 === 0);
  return firstDigits + (last ?? '');
};

/** Eight digits may be a UPC-E code, whose check digit is that of its longer form. */
const mayBeUpcE = (text: string): boolean => /^[01]\d{7}$/.test(text);

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });
const anyChecked = fc
  .constantFrom(8, 12, 13)
  .chain((length) => digits(length - 1).map((first) => checked(first.join(''))));

test.each(['5601234100075', '4006381333931', '96385074', '036000291452', '0036000291452'])(
  '%s has its check digit',
  (text) => {
    expect(hasCheckDigit(text)).toBe(true);
    expect(readBarcode(text, [])).toEqual({ isMisread: false, inStore: null });
  },
);

test('every code with the right check digit is read, and none with another', () => {
  fc.assert(
    fc.property(anyChecked, fc.integer({ min: 1, max: 9 }), (code, added) => {
      expect(readBarcode(code, []).isMisread).toBe(false);
      const other = `${code.slice(0, -1)}${(Number(code.at(-1)) + added) % 10}`;
      expect(readBarcode(other, []).isMisread).toBe(!mayBeUpcE(other));
    }),
  );
});

test('one wrong digit anywhere is noticed', () => {
  fc.assert(
    fc.property(anyChecked, fc.nat(), fc.integer({ min: 1, max: 9 }), (code, place, added) => {
      const at = place % code.length;
      const wrong = (Number(code[at]) + added) % 10;
      const misread = `${code.slice(0, at)}${wrong}${code.slice(at + 1)}`;
      expect(readBarcode(misread, []).isMisread).toBe(!mayBeUpcE(misread));
    }),
  );
});

test.each(['', '1', '1234567', '12345678901', '12345678901234', 'CAFE', '1234567A', '١٢٣٤٥٦٧٨'])(
  '"%s" has no check digit to be wrong',
  (text) => {
    expect(readBarcode(text, [])).toEqual({ isMisread: false, inStore: null });
  },
);

test('a UPC-A and its EAN-13 are one, and nothing else loses or gains a zero', () => {
  expect(barcodeKey('036000291452')).toBe(barcodeKey('0036000291452'));
  expect(barcodeKey('036000291453')).toBe('036000291453');
  for (const text of ['96385074', '5601234100075', 'CAFE', '12']) {
    expect(barcodeKey(text)).toBe(text);
  }
});

describe('in-store rules', () => {
  const weight: InStoreRule = { prefix: '27', itemDigits: 5, value: 'weight', decimals: 3 };
  const price: InStoreRule = { prefix: '28', itemDigits: 5, value: 'price', decimals: 2 };
  const rules = [weight, price];
  const inStore = (text: string, some: readonly InStoreRule[] = rules) =>
    readBarcode(text, some).inStore;

  test('a weight in grams is read as thousandths of a kilogram', () => {
    expect(inStore(checked('270012301234'))).toEqual({
      items: ['00123', '123'],
      value: 'weight',
      amount: 1234,
    });
  });

  test('a price in cents is read as ten thousand millionths each', () => {
    expect(inStore(checked('280004500199'))).toEqual({
      items: ['00045', '45'],
      value: 'price',
      amount: 1_990_000,
    });
  });

  test('fewer decimals mean larger units, and an item number of zeros keeps one zero', () => {
    const tens: InStoreRule = { prefix: '29', itemDigits: 4, value: 'weight', decimals: 1 };
    expect(inStore(checked('290000000015'), [tens])).toEqual({
      items: ['0000', '0'],
      value: 'weight',
      amount: 1500,
    });
  });

  test('the longer prefix wins', () => {
    const longer: InStoreRule = { prefix: '271', itemDigits: 4, value: 'price', decimals: 2 };
    expect(inStore(checked('271234500100'), [weight, longer])?.value).toBe('price');
    expect(inStore(checked('272234500100'), [weight, longer])?.value).toBe('weight');
  });

  test('a wrong check digit, another length and another prefix are not in-store', () => {
    const right = checked('270012301234');
    const wrong = `${right.slice(0, -1)}${(Number(right.at(-1)) + 1) % 10}`;
    expect(readBarcode(wrong, rules)).toEqual({ isMisread: true, inStore: null });
    expect(inStore(checked('27001230123'))).toBeNull();
    expect(inStore(checked('2700123'))).toBeNull();
    expect(inStore(checked('560012301234'))).toBeNull();
  });

  test('every item and value comes back out of its code', () => {
    fc.assert(
      fc.property(digits(5), digits(5), (item, value) => {
        expect(inStore(checked(`27${item.join('')}${value.join('')}`))).toMatchObject({
          items: expect.arrayContaining([item.join('')]) as unknown,
          amount: Number(value.join('')),
        });
      }),
    );
  });
});

// Checks check digits against the sum over all digits, and tests what the in-store rules read.
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  barcodeKey,
  hasCheckDigit,
  inStoreRuleSchema,
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
    expect(readBarcode(text, [])).toEqual({ isMisread: false, inStore: null, near: null });
  },
);

test('a code with the right check digit is read, and one wrong digit anywhere is noticed', () => {
  fc.assert(
    fc.property(anyChecked, fc.nat(), fc.integer({ min: 1, max: 9 }), (code, place, added) => {
      expect(readBarcode(code, []).isMisread).toBe(false);
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
    expect(readBarcode(text, [])).toEqual({ isMisread: false, inStore: null, near: null });
  },
);

test('zeros before a number do not count, whatever its length and its last digit', () => {
  expect(barcodeKey('036000291452')).toBe(barcodeKey('00036000291452'));
  expect(barcodeKey('04012345678901')).toBe(barcodeKey('4012345678901'));
  expect(barcodeKey('00096385074')).toBe('96385074');
  expect(barcodeKey('070312')).toBe('70312');
  expect(barcodeKey('000')).toBe('0');
  for (const text of ['96385074', '5601234100075', 'CAFE', '0A', '14012345678908', '٠١٢']) {
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
      prefix: '27',
      items: ['00123', '123'],
      labels: ['2700123000007', '2700123000000', '270012300000'],
      value: 'weight',
      amount: 1234,
    });
  });

  test('a price in cents is read as ten thousand millionths each', () => {
    expect(inStore(checked('280004500199'))).toMatchObject({
      items: ['00045', '45'],
      value: 'price',
      amount: 1_990_000,
    });
  });

  test('fewer decimals mean larger units, and an item number of zeros keeps one zero', () => {
    const tens: InStoreRule = { prefix: '29', itemDigits: 4, value: 'weight', decimals: 1 };
    expect(inStore(checked('290000000015'), [tens])).toMatchObject({
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
    expect(readBarcode(wrong, rules)).toEqual({ isMisread: true, inStore: null, near: null });
    expect(inStore(checked('27001230123'))).toBeNull();
    expect(inStore(checked('2700123'))).toBeNull();
    expect(inStore(checked('560012301234'))).toBeNull();
  });

  test('two digits from 02, and 2 alone with six digits, are prefixes; a UPC-A is a label of 02', () => {
    const rule = (prefix: string, itemDigits = 5): InStoreRule => ({
      ...weight,
      prefix,
      itemDigits,
    });
    for (const prefix of ['02', '2', '20', '29', '271'])
      expect(v.is(inStoreRuleSchema, rule(prefix)), prefix).toBe(true);
    for (const prefix of ['', '0', '00', '03', '021', '1', '3', '30', '2711', '2a', '٢'])
      expect(v.is(inStoreRuleSchema, rule(prefix)), prefix).toBe(false);
    const zeroTwo = { prefix: '02', items: ['00042', '42'], amount: 135 };
    const label = checked('020004200135');
    for (const text of [label, label.slice(1), `0${label}`])
      expect(inStore(text, [rule('02'), rule('27')]), text).toMatchObject(zeroTwo);
    expect(inStore(checked('200004201350'), [rule('2', 6)])).toMatchObject({
      items: ['000042', '42'],
      amount: 1350,
    });
  });

  test('what a rule nearly reads names the rule and what differs', () => {
    const near = (text: string, some: readonly InStoreRule[] = rules) =>
      readBarcode(text, some).near;
    expect(near('270007700641')).toEqual({ prefix: '27', differs: 'length', digits: 12 });
    // Whether the last of twelve digits fits the others is chance.
    expect(near('270007700642')).toEqual({ prefix: '27', differs: 'length', digits: 12 });
    expect(near('270007700641000')).toEqual({ prefix: '27', differs: 'length', digits: 15 });
    expect(near(checked('020004200135'))).toEqual({
      ...{ prefix: '27', differs: 'prefix', begins: '02' },
    });
    const three = [{ ...price, prefix: '281' }, weight];
    expect(near(checked('280004200135'), three)).toMatchObject({ prefix: '281', begins: '28' });
    // Another number, a case, no rule, and a label that a rule reads.
    for (const text of ['5601234100075', '036000291452', '2012345', '27501031311303', '27CAFE'])
      expect(near(text), text).toBeNull();
    expect(near('270007700641', [])).toBeNull();
    expect(near(checked('020004200135'), [])).toBeNull();
    expect(near(checked('270012301234'))).toBeNull();
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

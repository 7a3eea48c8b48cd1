// Numbers of cells become the digits that people see.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText, general, plainNumber } from '../../../src-main/spreadsheet/numbers.ts';
import { numberFormat } from '../../../src-main/spreadsheet/xlsx-styles.ts';

test.each([
  ['12.1', '12.1'],
  ['12.099999999999998', '12.1'],
  ['434.99999999999994', '435'],
  ['5.60123456789E+12', '5601234567890'],
  ['5601234567890', '5601234567890'],
  ['15601234567897', '15601234567897'],
  ['999999999999999', '999999999999999'],
  ['1234567890123456', '1.23456789012346E+15'],
  ['0.0000001', '0.0000001'],
  ['1E-300', '0'],
  ['-0.5', '-0.5'],
  ['0', '0'],
  ['-0', '0'],
  ['.5', '0.5'],
  ['1.', '1'],
])('%s is %s', (text, plain) => {
  expect(plainNumber(text)).toBe(plain);
});

test.each(['', 'NaN', 'Infinity', '1e999', '0x10', '1,5', '#N/A', '1 2'])('%j is none', (text) => {
  expect(plainNumber(text)).toBeUndefined();
});

test.each([
  ['0.00', '3.3333333333333335', '3.33'],
  ['0.00', '1.005', '1.01'],
  ['0.00', '-1.005', '-1.01'],
  ['0.00', '12.1', '12.1'],
  ['#,##0.000', '0.12345', '0.123'],
  // Numbers are never coarser than cents.
  ['0', '0.85', '0.85'],
  ['0', '0.999', '1'],
  ['General', '3.3333333333333335', '3.33333333333333'],
  ['0.00E+00', '5601234567890', '5601234567890'],
  ['#,##0.00\\ "€"', '1234.5', '1234.5'],
  ['_-* #,##0.00\\ [$€-816]_-;-* #,##0.00\\ [$€-816]_-', '9.999', '10'],
  ['000000', '123', '000123'],
  ['0000000000000', '12345678905', '0012345678905'],
  ['000', '1.5', '1.5'],
  ['0%', '0.23', '23%'],
  ['0.0%', '0.065', '6.5%'],
  ['# ?/?', '0.3333333333333333', '0.333333333333333'],
])('with the format %j %s is shown as %s', (code, value, shown) => {
  expect(plainNumber(value, numberFormat(code))).toBe(shown);
});

test.each(['d/m/yyyy', '[$-816]dd\\ mmmm\\ yyyy', 'h:mm', '[h]:mm:ss', 'yyyy-mm-dd;@'])(
  '%j is a date',
  (code) => {
    expect(numberFormat(code).isDate).toBe(true);
  },
);
test.each(['General', '0.00', '[Red]0.00', '"dias" 0', '0\\h', '@'])('%j is no date', (code) => {
  expect(numberFormat(code).isDate).toBe(false);
});

test.each([
  ['1', 1900, '1900-01-01'],
  ['61', 1900, '1900-03-01'],
  ['46349', 1900, '2026-11-23'],
  ['46349.645833333336', 1900, '2026-11-23 15:30'],
  ['0.5', 1900, '12:00'],
  ['44887', 1904, '2026-11-23'],
  ['-1', 1900, undefined],
  ['2958466', 1900, undefined],
  ['x', 1900, undefined],
] as const)('day %s of the days since %d is %s', (value, epoch, text) => {
  expect(dateText(value, epoch)).toBe(text);
});

test('an amount in cents is that amount, however its fraction is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const expected = (cents / 100).toFixed(2).replace(/\.?0+$/, '');
      const noisy = ((cents / 100) * 3) / 3;
      for (const text of [String(cents / 100), noisy.toPrecision(17)]) {
        expect(plainNumber(text, { ...general, decimals: 2 })).toBe(expected);
      }
    }),
  );
});

test('no digit of a barcode is lost', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 99_999_999_999_999n }), (barcode) => {
      for (const text of [String(barcode), Number(barcode).toExponential()]) {
        expect(plainNumber(text)).toBe(String(barcode));
      }
    }),
  );
});

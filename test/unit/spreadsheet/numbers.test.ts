// Numbers of cells become the digits that people see.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainNumber } from '../../../src-main/spreadsheet/read.ts';

test.each([
  [12.1, '12.1'],
  [12.099999999999998, '12.1'],
  [434.99999999999994, '435'],
  [0.1 + 0.2, '0.3'],
  [5.60123456789e12, '5601234567890'],
  [15601234567897, '15601234567897'],
  [999999999999999, '999999999999999'],
  [1234567890123456, '1.23456789012346E+15'],
  [1e17, '1E+17'],
  [0.0000001, '0.0000001'],
  [1e-300, '0'],
  [-0.5, '-0.5'],
  [0, '0'],
  [-0, '0'],
  [100, '100'],
  [Number.NaN, undefined],
  [Infinity, undefined],
])('%d is %s', (value, plain) => {
  expect(plainNumber(value)).toBe(plain);
});

test.each([
  ['0.00', 3.3333333333333335, '3.33'],
  ['0.00', 1.005, '1.01'],
  ['0.00', -1.005, '-1.01'],
  ['0.00', -0.001, '0'],
  ['0.00', 12.1, '12.1'],
  ['0.00', 123456789012.345, '123456789012.35'],
  ['#,##0.000', 0.12345, '0.123'],
  // Numbers are never coarser than cents.
  ['0', 0.85, '0.85'],
  ['0', 0.999, '1'],
  ['General', 3.3333333333333335, '3.33333333333333'],
  ['0.00E+00', 5601234567890, '5601234567890'],
  ['#,##0.00\\ "€"', 1234.5, '1234.5'],
  ['_-* #,##0.00\\ [$€-816]_-;-* #,##0.00\\ [$€-816]_-', 9.999, '10'],
  ['000000', 123, '000123'],
  ['0000000000000', 12345678905, '0012345678905'],
  ['000', 1.5, '1.5'],
  ['0%', 0.23, '23%'],
  ['0.0%', 0.065, '6.5%'],
  ['# ?/?', 0.3333333333333333, '0.333333333333333'],
])('with the format %j %d is shown as %s', (code, value, shownText) => {
  expect(plainNumber(value, code)).toBe(shownText);
});

test('an amount in cents is that amount, however its fraction is written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
      const expected = (cents / 100).toFixed(2).replace(/\.?0+$/, '');
      for (const value of [cents / 100, ((cents / 100) * 3) / 3]) {
        expect(plainNumber(value, '0.00')).toBe(expected);
        expect(plainNumber(value)).toBe(expected);
      }
    }),
  );
});

test('no digit of a barcode is lost', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999_999_999 }), (barcode) => {
      for (const format of ['General', '0', '#,##0', '0.00', '0.00E+00']) {
        expect(plainNumber(barcode, format)).toBe(String(barcode));
      }
    }),
  );
});

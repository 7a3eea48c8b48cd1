// Tests parseDecimal and formatDecimal of money.ts: numbers as people type and read them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, parseDecimal } from '../../../src-main/contract/money.ts';
import { anyCharacter } from '../../any-character.ts';

test.each([
  ['12', 2, 1200],
  ['1,5', 2, 150],
  ['1.5', 2, 150],
  ['  0.05 ', 2, 5],
  [',5', 2, 50],
  ['.5', 2, 50],
  ['5,', 2, 500],
  ['007', 3, 7000],
  ['0', 6, 0],
  ['99999.999999', 6, 99_999_999_999],
])('"%s" with %i decimals is %i', (text, decimals, expected) => {
  expect(parseDecimal(text, decimals)).toBe(expected);
});

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['a comma alone', ','],
  ['a point alone', '.'],
  ['an exponent', '1e3'],
  ['a digit of another script', '١'],
  ['a full-width digit', '１'],
  ['a minus', '-1'],
  ['two minuses', '--1'],
  ['a plus', '+1'],
  ['grouping', '1,2,3'],
  ['both separators', '1.234,5'],
  ['a blank inside', '1 000'],
  ['a line break inside', '1\n2'],
  ['hexadecimal', '0x10'],
  ['an underscore', '1_000'],
  ['infinity', 'Infinity'],
  ['NaN', 'NaN'],
  ['more decimals than the scale holds', '1.001'],
  ['400 digits', '1'.repeat(400)],
  ['400 decimals', `0.${'1'.repeat(400)}`],
  ['more than can be counted exactly', '999999999999999'],
])('%s is not a number', (_name, text) => {
  expect(parseDecimal(text, 2)).toBeUndefined();
});

test('whatever is typed is a safe whole number or nothing, and only digits with one separator are a number', () => {
  const keys = fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-+e ١')) });
  fc.assert(
    fc.property(fc.oneof(keys, fc.string({ unit: anyCharacter })), (text) => {
      const value = parseDecimal(text, 3);
      if (value === undefined) return;
      expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
      const typed = text.trim().replace(',', '.');
      expect(typed).toMatch(/^[0-9]*\.?[0-9]*$/);
      expect(value / 1000).toBe(Number(typed));
    }),
    { numRuns: 300 },
  );
});

test('what is shown can be typed again, with either separator', () => {
  const value = fc.integer({ min: 0, max: 999_999_999_999_999 });
  const decimals = fc.integer({ min: 0, max: 6 });
  fc.assert(
    fc.property(value, decimals, fc.constantFrom('.', ','), (number, scale, separator) => {
      expect(parseDecimal(formatDecimal(number, scale, separator), scale)).toBe(number);
    }),
  );
});

test.each([
  [1500, 3, '1.5'],
  [5, 2, '0.05'],
  [-5, 2, '-0.05'],
  [-1250, 2, '-12.5'],
  [0, 6, '0'],
  [100, 2, '1'],
  [100, 0, '100'],
])('%i with %i decimals is shown as %s', (value, decimals, expected) => {
  expect(formatDecimal(value, decimals)).toBe(expected);
});

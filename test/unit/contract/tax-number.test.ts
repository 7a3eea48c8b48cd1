// Checks Portuguese tax numbers against the sum over all nine digits, without working out the check
// digit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isTaxNumber,
  isUsableTaxNumber,
  readTaxNumber,
} from '../../../src-main/contract/tax-number.ts';
import { anyCharacter } from '../../any-character.ts';

/**
 * With the weights 9 to 1 the sum is a multiple of 11. A check digit of 10 is written as 0, which
 * leaves 1.
 */
function sumsRight(text: string): boolean {
  const sum = Array.from(text, Number).reduce((total, digit, i) => total + digit * (9 - i), 0);
  return sum % 11 === 0 || (sum % 11 === 1 && text.endsWith('0'));
}

const anyNineDigits = fc.integer({ min: 100_000_000, max: 999_999_999 }).map(String);

test.each(['123456789', '999999990', '501964843', '500697256', '500077568', '504499777'])(
  '%s is a tax number',
  (text) => {
    expect(isTaxNumber(text)).toBe(true);
  },
);

test.each([
  ['a wrong check digit', '123456780'],
  ['two digits exchanged', '213456789'],
  ['a leading zero', '012345678'],
  ['zeros', '000000000'],
  ['eight digits', '12345678'],
  ['ten digits', '1234567890'],
  ['nothing', ''],
  ['a blank before', ' 123456789'],
  ['a line break after', '123456789\n'],
  ['the country before', 'PT123456789'],
  ['grouping', '123 456 789'],
  ['digits of another script', '١٢٣٤٥٦٧٨٩'],
  ['a full-width digit', '12345678９'],
])('%s is refused', (_name, text) => {
  expect(isTaxNumber(text)).toBe(false);
});

test('nine digits are a tax number exactly when they sum right', () => {
  fc.assert(
    fc.property(anyNineDigits, (text) => {
      expect(isTaxNumber(text)).toBe(sumsRight(text));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ...['501964843', 'PT501964843', 'pt 501 964 843', '501.964.843', '501-964-843'],
  ...['501\u00a0964\u00a0843', 'PT\u2011501\u202f964\u202f843', ' 501 964 843\t'],
  '\u200e501964843\u2060',
])('%j is read as the Portuguese number', (typed) => {
  expect(readTaxNumber(typed)).toEqual({ kind: 'portuguese', number: '501964843' });
});

test.each([
  ['ESX1234567L', 'ESX1234567L', 'ES'],
  ['es x 1234567 l', 'esx1234567l', 'ES'],
  ['FR 40 303 265 045', 'FR40303265045', 'FR'],
  ['DE 136695976', 'DE136695976', 'DE'],
  ['EL094259216', 'EL094259216', 'GR'],
  ['CHE-123.456.789', 'CHE-123.456.789', 'CH'],
  ['12.345.678/0001-95', '12.345.678/0001-95', null],
  ['12345678', '12345678', null],
])('%j is foreign, and kept as typed without blanks', (typed, number, country) => {
  expect(readTaxNumber(typed)).toEqual({ kind: 'foreign', number, country });
  expect(isUsableTaxNumber(number)).toBe(true);
});

test.each([
  '501964844',
  'PT501964844',
  'PT 12',
  'PT',
  '12',
  'Maria',
  'ES',
  '1'.repeat(21),
  'a'.repeat(9),
])('%j is neither', (typed) => {
  expect(readTaxNumber(typed)).toEqual({ kind: 'wrong' });
});

test('what is read is read again as the same, and nothing read has a blank', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 30 }), (typed) => {
      const read = readTaxNumber(typed);
      if (!('number' in read)) return;
      expect(read.number).not.toMatch(/\s/);
      expect(readTaxNumber(read.number)).toEqual(read);
      expect(isUsableTaxNumber(read.number)).toBe(true);
    }),
  );
});

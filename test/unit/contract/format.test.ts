// Tests what reads the same on screen and on paper, in both languages.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { sharedFormat } from '../../../src-main/contract/format.ts';
import { cents, quantitySchema } from '../../../src-main/contract/money.ts';

const english = sharedFormat('en');
const portuguese = sharedFormat('pt-PT');
/** Portuguese puts a no-break space before the currency; which kind depends on the ICU data. */
const plainSpaces = (text: string) => text.replace(/\s/gu, ' ');

test('money has two decimals and the euro where the language puts it', () => {
  expect(english.money(cents(123_456))).toBe('€1,234.56');
  expect(english.money(cents(5))).toBe('€0.05');
  expect(plainSpaces(portuguese.money(cents(1250)))).toBe('12,50 €');
  expect(english.money(cents(-250))).toBe('-€2.50');
});

test('the largest amount that is a safe number of cents is shown to the cent', () => {
  expect(english.money(cents(Number.MAX_SAFE_INTEGER))).toBe('€90,071,992,547,409.91');
});

test('a quantity shows no decimals that it does not have', () => {
  expect(english.quantity(v.parse(quantitySchema, 2000))).toBe('2');
  expect(portuguese.quantity(v.parse(quantitySchema, 1500))).toBe('1,5');
});

test('dates are European, and one that is no date is shown as it came', () => {
  expect(english.date('2025-03-09')).toBe('09/03/2025');
  expect(portuguese.date('2025-03-09')).toBe('09/03/2025');
  expect(english.date('someday')).toBe('someday');
  expect(english.date('2026-02-31')).toBe('2026-02-31');
});

test('a time loses its fractional seconds only', () => {
  expect(english.time('15:09:26.535897')).toBe('15:09:26');
  expect(english.time('15:09:26')).toBe('15:09:26');
});

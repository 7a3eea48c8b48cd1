// Tests how amounts, dates and times read on screen, in both languages.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { cents, percentSchema, unitPriceSchema } from '../../../../src-main/contract/money.ts';
import { formatFor } from '../../../../src-renderer/bridge/format.ts';

const english = formatFor('en');
const portuguese = formatFor('pt-PT');
/** Portuguese puts a no-break space before the currency; which kind depends on the ICU data. */
const plainSpaces = (text: string) => text.replace(/\s/gu, ' ');

test('a unit price shows at least two decimals and every further one that it has', () => {
  const price = (micros: number) => v.parse(unitPriceSchema, micros);
  expect(english.unitPrice(price(800_000))).toBe('€0.80');
  expect(english.unitPrice(price(1_234_567))).toBe('€1.234567');
  expect(plainSpaces(portuguese.unitPrice(price(3_456_700)))).toBe('3,4567 €');
});

test('a price names what it is for, if that is said', () => {
  const price = v.parse(unitPriceSchema, 2_900_000);
  expect(english.pricePer(price, 'kg')).toBe('€2.90 / kg');
  expect(plainSpaces(portuguese.pricePer(price, 'kg'))).toBe('2,90 € / kg');
  expect(english.pricePer(price, '')).toBe('€2.90');
});

test('an amount below nothing has a minus, as in figures of one width a hyphen stands apart', () => {
  expect(english.money(cents(-250))).toBe('−€2.50');
  expect(plainSpaces(portuguese.money(cents(-250)))).toBe('−2,50 €');
});

test('a percentage shows no decimals that it does not have', () => {
  expect(english.percent(v.parse(percentSchema, 1250))).toBe('12.5 %');
});

test('an editable number reads as it is typed in the language', () => {
  expect(english.editable(1500, 3)).toBe('1.5');
  expect(portuguese.editable(1500, 3)).toBe('1,5');
  expect(english.editable(2000, 3)).toBe('2');
  expect(portuguese.editable(800_000, 6, 2)).toBe('0,80');
  expect(english.editable(1_234_567, 6, 2)).toBe('1.234567');
  expect(english.editable(2_000_000, 6, 2)).toBe('2.00');
});

test('an instant is shown in 24 hours of the local clock', () => {
  const afternoon = new Date(2025, 2, 14, 15, 9, 26).getTime();
  expect(english.instant(afternoon)).toBe('14/03/2025, 15:09:26');
  expect(portuguese.instantTime(afternoon)).toBe('15:09:26');
});

// Tests what the till takes a cashier's typing for.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { oneUnit, quantitySchema } from '../../../../src-main/contract/money.ts';
import {
  parseCents,
  parseFreeLine,
  parsePercent,
  parsePercentOff,
  parseQuantity,
  parseScan,
  parseUnitPrice,
  stepQuantity,
} from '../../../../src-renderer/lines/entry.ts';

const lineId = '4b4f1f8e-6a31-4a5c-9f0f-8f3f6a0a2b11';
const quantity = (thousandths: number) => v.parse(quantitySchema, thousandths);

test('a comma and a point both separate decimals', () => {
  expect(parseQuantity('1,5')).toBe(1500);
  expect(parseQuantity('1.5')).toBe(1500);
  expect(parseUnitPrice('4,50')).toBe(4_500_000);
  expect(parseCents('20')).toBe(2000);
});

test.each(['', '0', '-1', '1e3', 'abc', '1.2345', '1,2,3'])('"%s" is no quantity', (typed) => {
  expect(parseQuantity(typed)).toBeUndefined();
});

test('an amount has at most two decimals', () => {
  expect(parseCents('0.99')).toBe(99);
  expect(parseCents('0.999')).toBeUndefined();
});

test('an empty discount is none, and more than everything is refused', () => {
  expect(parsePercent(' ')).toBe(0);
  expect(parsePercent('12.5')).toBe(1250);
  expect(parsePercent('100')).toBe(10_000);
  expect(parsePercent('100.01')).toBeUndefined();
});

test('one fewer is refused where nothing would be left', () => {
  expect(stepQuantity(oneUnit, -1)).toBeUndefined();
  expect(stepQuantity(quantity(1500), -1)).toBe(500);
  expect(stepQuantity(quantity(1500), 1)).toBe(2500);
});

test('a quantity and an asterisk before a code ask for that many of it', () => {
  expect(parseScan('3*CAFE')).toEqual({ quantity: 3000, isGiven: true, text: 'CAFE' });
  expect(parseScan(' 0,5 * QUEIJO ')).toEqual({ quantity: 500, isGiven: true, text: 'QUEIJO' });
});

test.each(['CAFE', '5601234567890', '3*', '0*CAFE', '*CAFE', '3xCAFE', 'A*B'])(
  '"%s" is one of what it says',
  (typed) => {
    expect(parseScan(typed)).toEqual({ quantity: oneUnit, isGiven: false, text: typed });
  },
);

test('a number and a percent sign alone are a percentage', () => {
  expect(parsePercentOff('10%')).toEqual({ percent: 1000 });
  expect(parsePercentOff(' 12,5 % ')).toEqual({ percent: 1250 });
  expect(parsePercentOff('0%')).toEqual({ percent: 0 });
  expect(parsePercentOff('100%')).toEqual({ percent: 10_000 });
});

test('a percentage that cannot be taken off says why', () => {
  for (const typed of ['12.345%', '88,888%', '0.001 %', '100,001%'])
    expect(parsePercentOff(typed), typed).toEqual({ wrong: 'percent_decimals' });
  for (const typed of ['101%', '100,01%', '1000%'])
    expect(parsePercentOff(typed), typed).toEqual({ wrong: 'percent_much' });
});

test.each(['10', '%', '%10', 'Nata 10%', '10%%', '3*10%', '1,2,3%'])(
  '"%s" is no percentage',
  (typed) => {
    expect(parsePercentOff(typed)).toBeNull();
  },
);

test('a free line without a description is described by its code', () => {
  const entry = { code: ' DIV ', description: ' ', quantity: '2', unitPrice: '4,50' };
  expect(parseFreeLine(lineId, entry)).toEqual({
    line: { lineId, code: 'DIV', description: 'DIV', quantity: 2000, unitPrice: 4_500_000 },
  });
});

test('a free line names every field that cannot be used, and only those', () => {
  const wrong = { code: '', description: '', quantity: '0', unitPrice: '' };
  expect(parseFreeLine(lineId, wrong)).toEqual({ wrong: ['code', 'quantity', 'unitPrice'] });
  const control = { code: 'DIV', description: 'a\u0007b', quantity: '1', unitPrice: '1' };
  expect(parseFreeLine(lineId, control)).toEqual({ wrong: ['description'] });
});

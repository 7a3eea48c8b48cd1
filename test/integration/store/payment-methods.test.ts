// The payment methods of the shop, in their order on screen.
import { expect, test } from 'vitest';
import {
  readPaymentMethods,
  replacePaymentMethods,
} from '../../../src-main/store/payment-methods.ts';
import { openTill } from './temporary-till.ts';

const cash = { id: 3, label: 'Cash' };
const card = { id: 1, label: 'Card' };
const voucher = { id: 2, label: 'Voucher' };

test('the methods come back in the order they were given, whatever their ids', () => {
  const db = openTill();
  expect(readPaymentMethods(db)).toEqual([]);
  replacePaymentMethods(db, [cash, card, voucher]);
  expect(readPaymentMethods(db)).toEqual([cash, card, voucher]);
  replacePaymentMethods(db, [voucher, cash]);
  expect(readPaymentMethods(db)).toEqual([voucher, cash]);
  replacePaymentMethods(db, []);
  expect(readPaymentMethods(db)).toEqual([]);
});

test('a method given twice keeps its first place and its last label', () => {
  const db = openTill();
  replacePaymentMethods(db, [cash, card, { id: 3, label: 'Numerário' }]);
  expect(readPaymentMethods(db)).toEqual([{ id: 3, label: 'Numerário' }, card]);
});

// The sale under way survives a crash, and never comes back once it is finished.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOpenCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { cart, sale } from './samples.ts';
import { openTill, temporaryFolder } from './temporary-till.ts';

test('there is no cart until one is saved, and then it is the one saved last', () => {
  const db = openTill();
  expect(readOpenCart(db)).toBeUndefined();
  saveOpenCart(db, cart(1));
  const changed = { ...cart(1), taxNumber: '123456789' };
  saveOpenCart(db, changed);
  expect(readOpenCart(db)).toEqual(changed);
  saveOpenCart(db, cart(2));
  expect(readOpenCart(db)).toEqual(cart(2));
});

test('the cart is there when the file is opened by another process after a crash', () => {
  const file = join(temporaryFolder(), 'till.sqlite');
  saveOpenCart(openTill(file), cart(1));
  expect(readOpenCart(openTill(file))).toEqual(cart(1));
});

test('a cart that replaced another ends when it is itself sold', () => {
  const db = openTill();
  saveOpenCart(db, cart(1));
  saveOpenCart(db, cart(2));
  commitSale(db, sale(1));
  expect(readOpenCart(db)).toEqual(cart(2));
  commitSale(db, sale(2));
  expect(readOpenCart(db)).toBeUndefined();
});

test('a cart saved late, after it was finished, is not brought back', () => {
  const db = openTill();
  saveOpenCart(db, cart(1));
  commitSale(db, sale(1));
  saveOpenCart(db, cart(1));
  expect(readOpenCart(db)).toBeUndefined();
});

test('a finished cart saved late does not replace the next one', () => {
  const db = openTill();
  commitSale(db, sale(1));
  saveOpenCart(db, cart(2));
  saveOpenCart(db, cart(1));
  expect(readOpenCart(db)).toEqual(cart(2));
});

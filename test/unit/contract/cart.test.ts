// Tests what each change does to a sale under way, what it leaves alone, and the total.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  addLine,
  cartSchema,
  changeExtras,
  discountLine,
  emptyCart,
  removeLine,
  hasSameLines,
  setDiscount,
  setQuantity,
  setUnitPrice,
  totals,
  type Cart,
  type CartLine,
} from '../../../src-main/contract/cart.ts';
import {
  cents,
  lineTotalCents,
  oneUnit,
  percentOfCents,
  percentSchema,
  quantitySchema,
  unitPriceSchema,
} from '../../../src-main/contract/money.ts';

const uuid = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const quantity = (thousandths: number) => v.parse(quantitySchema, thousandths);
const unitPrice = (micros: number) => v.parse(unitPriceSchema, micros);
const percent = (hundredths: number) => v.parse(percentSchema, hundredths);

const line = (number: number, change: Partial<CartLine> = {}): CartLine => ({
  lineId: uuid(number),
  code: `P${number}`,
  description: `Product ${number}`,
  quantity: oneUnit,
  unitPrice: unitPrice(1_250_000),
  ...change,
});

const cartOf = (...lines: CartLine[]): Cart => ({ ...emptyCart(uuid(0)), lines });

/** Freezes the cart, so that a change made in place throws. */
function frozen(cart: Cart): Cart {
  for (const each of cart.lines) Object.freeze(each);
  Object.freeze(cart.lines);
  return Object.freeze(cart);
}

test('a new cart has no lines, no discount, no tax number and comes to nothing', () => {
  expect(v.parse(cartSchema, emptyCart(uuid(1)))).toEqual({
    cartId: uuid(1),
    lines: [],
    discount: 0,
    taxNumber: null,
  });
  expect(totals(emptyCart(uuid(1)))).toEqual({ linesCents: 0, discountCents: 0, totalCents: 0 });
});

test('the same label twice is two lines, each at its price, until it is changed', () => {
  const label = { quantity: quantity(653), labelCents: cents(1234), unit: 'kg' };
  const one = line(1, { ...label, unitPrice: unitPrice(18_900_000) });
  const cart = addLine(cartOf(one), { ...one, lineId: uuid(2) });
  expect(cart.lines.map(({ labelCents }) => labelCents)).toEqual([1234, 1234]);
  const plain = line(1, { quantity: quantity(653), unit: 'kg', unitPrice: unitPrice(18_900_000) });
  expect(addLine(cart, { ...plain, lineId: uuid(3) }).lines).toHaveLength(3);
  expect(setQuantity(cart, uuid(1), quantity(700)).lines[0]).not.toHaveProperty('labelCents');
  expect(setUnitPrice(cart, uuid(2), unitPrice(1)).lines[1]).not.toHaveProperty('labelCents');
});

test('a piece is not added to kilograms of the same price', () => {
  const cart = addLine(cartOf(line(1, { unit: 'kg' })), { ...line(1, { unit: 'un' }) });
  expect(cart.lines).toHaveLength(2);
});

test('different products are lines of their own, in the order they were added', () => {
  const cart = addLine(addLine(emptyCart(uuid(0)), line(1)), line(2));
  expect(cart.lines).toEqual([line(1), line(2)]);
});

test('the same product scanned again raises the quantity of its line', () => {
  const again = line(9, { code: 'P1', description: 'Product 1', quantity: quantity(2500) });
  const cart = addLine(cartOf(line(1), line(2)), again);
  expect(cart.lines).toEqual([line(1, { quantity: quantity(3500) }), line(2)]);
});

test.each([
  ['another price', { unitPrice: unitPrice(1_000_000) }],
  ['another description', { description: 'Product 1, dented' }],
  ['another code', { code: 'P1b' }],
  ['a list price', { listPrice: unitPrice(2_000_000) }],
])('the same thing with %s is a line of its own', (_name, change) => {
  const other = line(9, { code: 'P1', description: 'Product 1', ...change });
  expect(addLine(cartOf(line(1)), other).lines).toEqual([line(1), other]);
});

test('products that were discounted alike share a line', () => {
  const discounted = { listPrice: unitPrice(2_000_000) };
  const again = line(9, { code: 'P1', description: 'Product 1', ...discounted });
  const cart = addLine(cartOf(line(1, discounted)), again);
  expect(cart.lines).toEqual([line(1, { ...discounted, quantity: quantity(2000) })]);
});

test('a quantity that one line cannot hold goes on a line of its own, and nothing is lost', () => {
  const full = line(1, { quantity: quantity(99_999_999) });
  const more = line(9, { code: 'P1', description: 'Product 1' });
  expect(addLine(cartOf(full), more).lines).toEqual([full, more]);
});

test('a change affects only its line, and a change of a missing line does nothing', () => {
  const cart = cartOf(line(1), line(2));
  expect(setQuantity(cart, uuid(2), quantity(500)).lines).toEqual([
    line(1),
    line(2, { quantity: quantity(500) }),
  ]);
  expect(setUnitPrice(cart, uuid(1), unitPrice(2_000_000)).lines).toEqual([
    line(1, { unitPrice: unitPrice(2_000_000) }),
    line(2),
  ]);
  expect(discountLine(cart, uuid(3), percent(500))).toEqual(cart);
  expect(removeLine(cart, uuid(1)).lines).toEqual([line(2)]);
  expect(setQuantity(cart, uuid(3), quantity(500))).toEqual(cart);
  expect(removeLine(cart, uuid(3))).toEqual(cart);
});

test('a price that is lowered keeps the list price beside it, until it is back there or above', () => {
  const list = unitPrice(1_250_000);
  const priced = (...prices: number[]) =>
    prices.reduce((cart, price) => setUnitPrice(cart, uuid(1), unitPrice(price)), cartOf(line(1)))
      .lines[0];
  expect(priced(1_000_000)).toEqual(line(1, { unitPrice: unitPrice(1_000_000), listPrice: list }));
  expect(priced(1_000_000, 0)).toEqual(line(1, { unitPrice: unitPrice(0), listPrice: list }));
  expect(priced(1_000_000, 1_250_000)).toEqual(line(1));
  expect(priced(1_000_000, 1_300_000)).toEqual(line(1, { unitPrice: unitPrice(1_300_000) }));
});

test('a line discount is taken of the list price, replaces the one before, and 0 % takes it back', () => {
  const listPrice = unitPrice(1_250_000);
  const ten = discountLine(cartOf(line(1)), uuid(1), percent(1000));
  expect(ten.lines).toEqual([line(1, { unitPrice: unitPrice(1_125_000), listPrice })]);
  const twenty = discountLine(ten, uuid(1), percent(2000));
  expect(twenty.lines).toEqual([line(1, { unitPrice: unitPrice(1_000_000), listPrice })]);
  expect(discountLine(twenty, uuid(1), percent(0)).lines).toEqual([line(1)]);
});

test('the lines are the same whatever the order, the lines’ numbers and the customer', () => {
  const one = cartOf(line(1), line(2, { quantity: quantity(500) }));
  const other: Cart = {
    ...cartOf(line(2, { lineId: uuid(8), quantity: quantity(500) }), line(1)),
    cartId: uuid(7),
    taxNumber: '123456789',
  };
  expect(hasSameLines(one, other)).toBe(true);
});

test.each([
  ['a line more', (cart: Cart) => addLine(cart, line(3))],
  ['a line fewer', (cart: Cart) => removeLine(cart, uuid(1))],
  ['another quantity', (cart: Cart) => setQuantity(cart, uuid(1), quantity(2000))],
  ['another price', (cart: Cart) => setUnitPrice(cart, uuid(1), unitPrice(5))],
  ['another discount', (cart: Cart) => setDiscount(cart, percent(500))],
  ['another product', (cart: Cart) => addLine(removeLine(cart, uuid(1)), line(3))],
])('a cart with %s has other lines', (_name, change) => {
  const cart = cartOf(line(1), line(2));
  expect(hasSameLines(cart, change(cart))).toBe(false);
});

test('every change returns a new cart and leaves the old one as it was', () => {
  const cart = frozen(cartOf(line(1), line(2)));
  const before = structuredClone(cart);
  const changedCarts = [
    addLine(cart, line(3)),
    addLine(cart, line(9, { code: 'P1', description: 'Product 1' })),
    setQuantity(cart, uuid(1), quantity(2000)),
    setUnitPrice(cart, uuid(1), unitPrice(5)),
    discountLine(cart, uuid(1), percent(500)),
    removeLine(cart, uuid(1)),
    setDiscount(cart, percent(500)),
  ];
  expect(cart).toEqual(before);
  for (const each of changedCarts) {
    expect(each).not.toEqual(before);
    expect(each.cartId).toBe(cart.cartId);
  }
});

const anyLine = fc.record({
  lineId: fc.uuid(),
  code: fc.constantFrom('A', 'B', 'C'),
  description: fc.constantFrom('One', 'Two'),
  quantity: fc.integer({ min: 1, max: 99_999_999 }).map(quantity),
  unitPrice: fc.integer({ min: 0, max: 99_999_999_999 }).map(unitPrice),
});
const anyCart = fc.record({
  cartId: fc.uuid(),
  lines: fc.array(anyLine, { maxLength: 1000, size: 'large' }),
  discount: fc.integer({ min: 0, max: 10_000 }).map(percent),
  taxNumber: fc.constantFrom(null, '123456789'),
});

test('any cart that the schema lets in has a total between nothing and the sum of its lines', () => {
  fc.assert(
    fc.property(anyCart, (cart) => {
      expect(v.is(cartSchema, cart)).toBe(true);
      const { linesCents, discountCents, totalCents } = totals(cart);
      expect(totalCents).toBeGreaterThanOrEqual(0);
      expect(totalCents).toBeLessThanOrEqual(linesCents);
      expect(totalCents + discountCents).toBe(linesCents);
      const ofLines = cart.lines.map((each) => lineTotalCents(each.quantity, each.unitPrice));
      expect(linesCents).toBe(ofLines.reduce((sum, each) => sum + Number(each), 0));
      expect(discountCents).toBe(percentOfCents(linesCents, cart.discount));
    }),
  );
});

const anyPrice = fc.integer({ min: 0, max: 99_999_999_999 }).map(unitPrice);
const anyPercent = fc.integer({ min: 0, max: 10_000 }).map(percent);

test('a discounted line costs the list price less the percentage, to the millionth', () => {
  fc.assert(
    fc.property(anyPrice, anyPercent, (listPrice, off) => {
      const [discounted] = discountLine(
        cartOf(line(1, { unitPrice: listPrice })),
        uuid(1),
        off,
      ).lines;
      // Half a millionth goes up.
      const price = (BigInt(listPrice) * BigInt(10_000 - off) + 5_000n) / 10_000n;
      expect(discounted?.unitPrice).toBe(Number(price));
      expect(discounted?.listPrice).toBe(Number(price) < listPrice ? listPrice : undefined);
    }),
  );
});

test('however often a line is discounted and priced anew, the list price is never below the price', () => {
  const anyChange = fc.oneof(
    anyPercent.map((off) => (cart: Cart) => discountLine(cart, uuid(1), off)),
    anyPrice.map((price) => (cart: Cart) => setUnitPrice(cart, uuid(1), price)),
  );
  fc.assert(
    fc.property(anyPrice, fc.array(anyChange, { maxLength: 8 }), (listPrice, changes) => {
      const cart = cartOf(line(1, { unitPrice: listPrice }));
      const [changed] = changes.reduce((before, change) => change(before), cart).lines;
      expect(changed?.listPrice ?? Infinity).toBeGreaterThan(changed?.unitPrice ?? 0);
    }),
  );
});

test('the largest cart there can be still sums exactly', () => {
  const largest = line(1, { quantity: quantity(99_999_999), unitPrice: unitPrice(99_999_999_999) });
  const cart = cartOf(...Array.from({ length: 1000 }, () => largest));
  expect(v.is(cartSchema, cart)).toBe(true);
  expect(totals(cart).totalCents).toBe(999_999_989_990_000);
});

test('whatever is added, the quantities add up', () => {
  fc.assert(
    // Each is compared with those before it, so a thousand would take long and show no more.
    fc.property(fc.array(anyLine, { maxLength: 100 }), (lines) => {
      const total = (cart: Pick<Cart, 'lines'>) =>
        cart.lines.reduce((sum, each) => sum + each.quantity, 0);
      expect(total(lines.reduce(addLine, emptyCart(uuid(0))))).toBe(total({ lines }));
    }),
  );
});

test('an emptied sale is made from no other document any more', () => {
  const extras = { madeFrom: 'OR 1/2', footerText: 'Obra 12' };
  const madeCart = changeExtras(cartOf(line(1), line(2)), extras);
  const one = removeLine(madeCart, uuid(1));
  expect(one.extras).toEqual(extras);
  expect(removeLine(one, uuid(2)).extras).toEqual({ footerText: 'Obra 12' });
});

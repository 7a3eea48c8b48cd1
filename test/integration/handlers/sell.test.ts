// The sell screen's requests at an open till, on a real database and catalogue.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Cart } from '../../../src-main/contract/cart.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { defaultSelling, type QuickKeyPages } from '../../../src-main/contract/selling.ts';
import { declaredIn } from '../../declared-requests.ts';
import { noteCustomers } from '../../../src-main/store/seen-in-answers.ts';
import { exampleProducts } from '../../../src-main/practice/seed-till.ts';
import { sampleCart, samplePayment } from '../../sample-sale.ts';
import { askedTill } from '../../asked-till.ts';

const again = (cart: Cart): Cart => ({ ...cart, cartId: randomUUID() });
const finishing = (cart: Cart, isAnotherSale = false) => ({
  cart,
  payment: samplePayment(cart),
  isAnotherSale,
});

test('a sale put aside leaves an empty one and comes back, and the frame is told of both', async () => {
  const { ask, told } = askedTill();
  const cart = sampleCart();
  await ask['sell.saveCart']({ cart });
  const next = ask['sell.hold']({ cart, name: 'Blue coat' });
  expect(next).toMatchObject({ ok: true, value: { lines: [] } });
  expect(next).not.toMatchObject({ value: { cartId: cart.cartId } });
  expect(ask['sell.resume']({ cartId: cart.cartId })).toEqual({ ok: true, value: cart });
  expect(ask['sell.openCart'](undefined)).toEqual({ ok: true, value: cart });
  expect(told).toEqual(['state', 'state']);
  const missing = ask['sell.resume']({ cartId: randomUUID() });
  expect(missing).toEqual({ ok: false, error: { code: 'cart_not_empty' } });
});

test('the till asks once about the same goods within a minute, and sells them if a person says so', async () => {
  const { ask, at, told } = askedTill();
  const cart = sampleCart();
  const first = await ask['sell.finish'](finishing(cart));
  const reference = first.ok ? first.value.sale.reference : '';
  expect(await ask['sell.finish'](finishing(again(cart)))).toEqual({
    ok: false,
    error: { code: 'same_sale_again', reference },
  });
  expect(told).toEqual(['sale', 'wake']);
  expect(await ask['sell.finish'](finishing(cart))).toMatchObject({
    value: { sale: { reference } },
  });
  const other = await ask['sell.finish'](finishing(again(cart), true));
  expect(other.ok && other.value.sale.reference !== reference).toBe(true);
  at.now = new Date(Number(at.now) + 60_000);
  expect(await ask['sell.finish'](finishing(again(cart)))).toMatchObject({ ok: true });
});

test('a shop that does not want the question is not asked', async () => {
  const { ask } = askedTill({ selling: { ...defaultSelling, asksSameSale: false } });
  const cart = sampleCart();
  expect(cart.lines.length).toBeGreaterThan(1);
  await ask['sell.finish'](finishing(cart));
  expect(await ask['sell.finish'](finishing(again(cart)))).toMatchObject({ ok: true });
});

test('the customer is told of a sale once, as it was saved, whatever is requested afterwards', async () => {
  const { ask } = askedTill();
  const paid: unknown[] = [];
  const display = {
    paid: (cart: Cart, ...how: unknown[]) => paid.push([cart.cartId, ...how]),
    cartIs: () => undefined,
  };
  const finish = async (asked: ReturnType<typeof finishing>) => {
    const answer = await ask['sell.finish'](asked);
    if (answer.ok) declaredIn('sell.finish', {}).tells?.(display as never, asked, answer.value);
  };
  const [first, second] = [finishing(sampleCart()), finishing(sampleCart(), true)];
  const invented = { method: { id: 1, label: 'Voucher' }, tenderedCents: cents(99_999) };
  await finish({ ...first, payment: { ...first.payment, method: invented.method } });
  await finish(second);
  await finish({ ...first, payment: invented });
  const { tenderedCents } = first.payment;
  const asSaved = { method: { id: 1, label: 'Cash' }, tenderedCents };
  expect(paid).toEqual([
    [first.cart.cartId, expect.anything(), asSaved],
    [second.cart.cartId, expect.anything(), asSaved],
  ]);
});

test('the customer is shown no cart that the till does not keep', async () => {
  const { ask, shownCarts } = askedTill();
  const [sold, aside, underWay] = [sampleCart(), sampleCart(), sampleCart()];
  await ask['sell.finish'](finishing(sold));
  await ask['sell.finish'](finishing(sampleCart(), true));
  await ask['sell.hold']({ cart: aside, name: '' });
  for (const cart of [sold, aside, underWay]) await ask['sell.saveCart']({ cart });
  expect(shownCarts).toEqual([underWay]);
});

test('finishing returns the next sale under way, which is empty unless another was begun', async () => {
  const { ask } = askedTill();
  const cart = sampleCart();
  await ask['sell.saveCart']({ cart });
  const empty = await ask['sell.finish'](finishing(cart));
  expect(empty).toMatchObject({ value: { nextCart: { lines: [] } } });
  expect(empty).not.toMatchObject({ value: { nextCart: { cartId: cart.cartId } } });
  const begun = sampleCart();
  await ask['sell.saveCart']({ cart: begun });
  expect(await ask['sell.finish'](finishing(cart))).toMatchObject({ value: { nextCart: begun } });
});

test('a saved sale is returned as saved even if the next one cannot be read', async () => {
  const { ask, db } = askedTill();
  db.exec(`INSERT INTO open_cart (only_row, cart_id, cart) VALUES (1, 'another', '{')`);
  expect(await ask['sell.finish'](finishing(sampleCart()))).toMatchObject({
    value: { sale: { state: 'queued' }, nextCart: null },
  });
});

test('the latest sale can be read again, and at first there is none', async () => {
  const { ask } = askedTill();
  expect(ask['sell.latestCart'](undefined)).toEqual({ ok: true, value: null });
  const cart = sampleCart();
  await ask['sell.finish'](finishing(cart));
  expect(ask['sell.latestCart'](undefined)).toEqual({ ok: true, value: cart });
});

test('customers who were seen are found', () => {
  const { ask, db } = askedTill();
  const customer = { partyId: 31, name: 'Padaria São João', fiscalNumber: '509442013' };
  noteCustomers(db, [customer], 0);
  expect(ask['sell.findCustomers']({ text: 'sao' })).toEqual({ ok: true, value: [customer] });
});

test('quick keys come from the catalogue until they are arranged, and again once the arrangement is removed', () => {
  const { ask, catalogue } = askedTill();
  for (const product of exampleProducts()) catalogue.keep(product);
  const product = catalogue.byCode('CAFE');
  const own = ask['sell.quickKeys'](undefined);
  // Practice has quick keys from the first run on, and they fill the first page.
  expect(own).toMatchObject({ ok: true, value: [{ keys: { length: 24 } }, {}] });
  const pages: QuickKeyPages = [{ name: 'Mine', keys: [{ code: 'CAFE', colour: 'red' }] }];
  expect(ask['sell.arrangeQuickKeys']({ pages })).toEqual({
    ok: true,
    value: [{ name: 'Mine', keys: [{ code: 'CAFE', colour: 'red', product }] }],
  });
  expect(ask['sell.quickKeys'](undefined)).not.toEqual(own);
  expect(ask['sell.arrangeQuickKeys']({ pages: [] })).toEqual(own);
});

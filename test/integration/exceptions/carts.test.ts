// The main process notices what is removed from a sale under way, only by comparing the carts that
// it is told of.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { setQuantity, setUnitPrice, type Cart } from '../../../src-main/contract/cart.ts';
import { quantitySchema, unitPriceSchema } from '../../../src-main/contract/money.ts';
import { unitPrice } from '../../unit/src-renderer/sell/catalogue-till.ts';
import { cartOf, line, watchedTill } from './watched-till.ts';

const without = (cart: Cart, ...numbers: readonly number[]): Cart => ({
  ...cart,
  lines: cart.lines.filter((_, index) => !numbers.includes(index)),
});
const empty = (cart: Cart): Cart => ({ ...cart, lines: [] });
const quantity = v.parse(quantitySchema, 5000);
const coffees = () => cartOf(line('CAFE', { quantity: 2000 }), line('GALAO'), line('DESCAF'));

test('a sale that had lines and has none was cleared, by whoever is at the till', async () => {
  const { save, list } = watchedTill();
  const cart = coffees();
  await save(cart);
  await save(empty(cart));
  expect(await list()).toMatchObject([
    {
      kind: 'cart_cleared',
      by: 'Rui',
      approvedBy: null,
      amountCents: 395,
      lines: [{ code: 'CAFE', quantity: 2000 }, { code: 'GALAO' }, { code: 'DESCAF' }],
    },
  ]);
});

test('a cleared sale is noted also after a start, and is the signed-in user’s where there are no cashiers', async () => {
  const { at, save, list, reopen } = watchedTill();
  at.doneBy = null;
  const cart = coffees();
  await save(cart);
  reopen();
  await save(empty(cart));
  expect(await list()).toMatchObject([{ kind: 'cart_cleared', by: 'inês' }]);
});

test('a removed line is noted, and fewer pieces of one with how many were removed', async () => {
  const { save, list } = watchedTill();
  const cart = coffees();
  await save(cart);
  const fewer = without(cart, 1);
  await save(fewer);
  const [first, ...others] = fewer.lines;
  if (!first) throw new Error('no line');
  await save({ ...fewer, lines: [line('CAFE', { ...first, quantity: 500 }), ...others] });
  expect((await list()).map((exception) => 'lines' in exception && exception.lines)).toMatchObject([
    [{ code: 'GALAO', quantity: 1000 }],
    [{ code: 'CAFE', quantity: 1500 }],
  ]);
});

const coffee = cartOf(line('CAFE', { quantity: 2000 }));
const lineId = coffee.lines[0]?.lineId ?? '';

test.each<[string, Cart, Cart, object]>([
  [
    'a line whose product has changed',
    coffee,
    { ...coffee, lines: [{ ...line('GALAO'), lineId }] },
    { lines: [{ code: 'CAFE' }] },
  ],
  [
    // A customer has read the higher price, and the step is undone.
    'a price that falls without saying so, by the difference',
    setUnitPrice(coffee, lineId, v.parse(unitPriceSchema, 1_300_000)),
    coffee,
    { amountCents: 100, lines: [{ code: 'CAFE', quantity: 2000, unitPrice: 500_000 }] },
  ],
  [
    'one of two lines with one number',
    { ...coffee, lines: [...coffee.lines, ...coffee.lines] },
    coffee,
    { amountCents: 160 },
  ],
])('%s counts as removed', async (_what, before, after, expected) => {
  const { save, list } = watchedTill();
  await save(before);
  await save(after);
  expect(await list()).toMatchObject([{ kind: 'lines_removed', ...expected }]);
});

test('a price that falls while the line names it, and is named no more afterwards, counts too', async () => {
  const { save, list } = watchedTill();
  const cart = cartOf(line('DIV', { unitPrice: 10_000_000 }));
  const at = (change: object) => ({
    ...cart,
    lines: cart.lines.map((each) => ({ ...each, ...change })),
  });
  await save(cart);
  await save(at({ unitPrice: 1_000_000, listPrice: 10_000_000 }));
  await save(at({ unitPrice: 1_000_000 }));
  expect(await list()).toMatchObject([
    { kind: 'lines_removed', amountCents: 900, lines: [{ code: 'DIV', unitPrice: 9_000_000 }] },
  ]);
});

test('a line that was lowered before it is taken out counts by the price before', async () => {
  const { save, list } = watchedTill();
  const cart = cartOf(line('DIV', { quantity: 3000, unitPrice: 10_000, listPrice: 10_000_000 }));
  await save(cart);
  const [first] = cart.lines;
  await save({ ...cart, lines: [line('DIV', { ...first, quantity: 1000 })] });
  await save(empty(cart));
  expect((await list()).map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['lines_removed', 2000],
    ['cart_cleared', 1000],
  ]);
});

test('a sale that grows, changes a price or its customer, or never had a line is not noted', async () => {
  const { save, list } = watchedTill();
  const cart = coffees();
  await save(empty(cart));
  await save({ ...empty(cart), taxNumber: '501964843' });
  await save(empty(cart));
  await save(without(cart, 2));
  await save(cart);
  const lineId = cart.lines[1]?.lineId ?? '';
  await save(setQuantity(cart, lineId, quantity));
  await save(setUnitPrice(setQuantity(cart, lineId, quantity), lineId, unitPrice));
  expect(await list()).toEqual([]);
});

test('a sale that is finished or put aside was not cleared, nor does a late save of it count', async () => {
  const { save, sell, ask, list } = watchedTill();
  const sold = coffees();
  await save(sold);
  await sell(sold);
  await save(empty(sold));
  const heldCarts = coffees();
  await save(heldCarts);
  await ask['sell.hold']({ cart: heldCarts, name: '' });
  await save(empty(heldCarts));
  await save(cartOf());
  await ask['sell.resume']({ cartId: heldCarts.cartId });
  expect(await list()).toEqual([]);
  await save(empty(heldCarts));
  expect(await list()).toMatchObject([{ kind: 'cart_cleared', lines: { length: 3 } }]);
});

test('a sale that another replaces was cleared', async () => {
  const { save, list, reopen } = watchedTill();
  await save(coffees());
  await save(cartOf(line('CAFE')));
  reopen();
  await save(cartOf(line('DESCAF')));
  expect(await list()).toMatchObject([
    { kind: 'cart_cleared', lines: { length: 3 } },
    { kind: 'cart_cleared', lines: { length: 1 } },
  ]);
});

test('a sale that is put aside or finished with less than was saved notes what is missing', async () => {
  const { save, sell, ask, list, db } = watchedTill();
  const heldCarts = coffees();
  await save(heldCarts);
  await ask['sell.hold']({ cart: without(heldCarts, 2), name: '' });
  const sold = coffees();
  await save(sold);
  await sell(without(sold, 0));
  expect(await list()).toMatchObject([
    { kind: 'lines_removed', lines: [{ code: 'DESCAF' }] },
    { kind: 'lines_removed', by: 'Rui', lines: [{ code: 'CAFE', quantity: 2000 }] },
  ]);
  expect(db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(1);
});

test('a sale that is aside is not put aside or sold with less, unnoticed, beside another', async () => {
  const { save, sell, ask, list } = watchedTill();
  const [first, second] = [coffees(), coffees()];
  for (const cart of [first, second]) {
    await save(cart);
    await ask['sell.hold']({ cart, name: '' });
  }
  await save(coffees());
  await ask['sell.hold']({ cart: without(first, 0), name: '' });
  await save(coffees());
  await sell(without(second, 1, 2));
  expect((await list()).map((one) => 'lines' in one && one.lines)).toEqual(
    expect.arrayContaining([
      [expect.objectContaining({ code: 'CAFE' })],
      [expect.objectContaining({ code: 'GALAO' }), expect.objectContaining({ code: 'DESCAF' })],
    ]),
  );
});

test('a sale that is sold with less after a start, before anything was asked for, is noticed', async () => {
  const { save, sell, reopen, list } = watchedTill();
  const cart = coffees();
  await save(cart);
  reopen();
  await sell(without(cart, 0));
  expect(await list()).toMatchObject([{ kind: 'lines_removed', lines: [{ code: 'CAFE' }] }]);
});

test('a cart that the page was given counts as a cart that it told', async () => {
  const { save, ask, reopen, list } = watchedTill();
  const cart = coffees();
  await save(cart);
  reopen();
  await ask['sell.openCart'](undefined);
  await ask['sell.hold']({ cart: without(cart, 0, 1), name: '' });
  expect(await list()).toMatchObject([{ kind: 'lines_removed', lines: { length: 2 } }]);
});

test('a cart that cannot be read does not stop another from being saved', async () => {
  const { save, db, list } = watchedTill();
  db.exec(`INSERT INTO open_cart (only_row, cart_id, cart) VALUES (1, 'another', '{')`);
  expect(await save(coffees())).toEqual({ ok: true, value: null });
  expect(await list()).toEqual([]);
});

test('a line is not removed if that cannot be noted', async () => {
  const { save, db, ask } = watchedTill();
  const cart = coffees();
  await save(cart);
  db.exec(`CREATE TRIGGER full BEFORE INSERT ON decision BEGIN SELECT RAISE(ABORT, 'full'); END`);
  expect(() => save(empty(cart))).toThrow('full');
  expect(ask['sell.openCart'](undefined)).toEqual({ ok: true, value: cart });
});

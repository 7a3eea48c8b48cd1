// The sale under way and those put aside: each cart is in exactly one place, whatever is repeated,
// late, or cut off by a kill, and never comes back once it is finished.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  holdCart,
  readHeldSales,
  readOpenCart,
  resumeCart,
  saveOpenCart,
} from '../../../src-main/store/carts.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { newChance } from '../../chance.ts';
import { linesUntilKilled } from '../../lines-until-killed.ts';
import { isLong } from '../../tier.ts';
import { cart, sale } from './samples.ts';
import { openTill, temporaryFolder } from './temporary-till.ts';

const hold = (db: Store, number: number, name = '') =>
  holdCart(db, { cart: cart(number), name, atMs: number });
const heldIds = (db: Store) => readHeldSales(db).map(({ cartId }) => cartId);
const refused = (code: string) => ({ ok: false, error: { code } });

test('a sale that is put aside leaves the till free, and comes back as it was', () => {
  const db = openTill();
  saveOpenCart(db, cart(1));
  expect(hold(db, 1, 'Blue coat')).toEqual({ ok: true, value: null });
  expect(readOpenCart(db)).toBeUndefined();
  expect(readHeldSales(db)).toEqual([
    {
      cartId: cart(1).cartId,
      name: 'Blue coat',
      about: cart(1).lines[0]?.description,
      heldAtMs: 1,
      lines: 1,
      totalCents: 65,
    },
  ]);
  expect(resumeCart(db, cart(1).cartId)).toEqual({ ok: true, value: cart(1) });
  expect(readOpenCart(db)).toEqual(cart(1));
  expect(readHeldSales(db)).toEqual([]);
});

test('a sale put aside tells whose it is, else what is in it', () => {
  const db = openTill();
  const customer = { name: 'Café Central', partyId: 7, fiscalNumber: '123456789' };
  hold(db, 1);
  holdCart(db, { cart: { ...cart(2), taxNumber: '123456789' }, name: '', atMs: 2 });
  holdCart(db, { cart: { ...cart(3), customer }, name: '', atMs: 3 });
  expect(readHeldSales(db).map(({ about }) => about)).toEqual([
    cart(1).lines[0]?.description,
    '123456789',
    'Café Central',
  ]);
});

test('sales put aside first come first, whatever the clock says', () => {
  const db = openTill();
  for (const number of [3, 1, 2]) hold(db, number);
  expect(heldIds(db)).toEqual([3, 1, 2].map((number) => cart(number).cartId));
});

test('a sale put aside twice is there once, as the screen has it, and a late save does not bring it back', () => {
  const db = openTill();
  saveOpenCart(db, cart(1));
  const changed = { ...cart(1), taxNumber: '123456789' };
  holdCart(db, { cart: changed, name: '', atMs: 1 });
  expect(readHeldSales(db).map(({ about }) => about)).toEqual(['123456789']);
  holdCart(db, { cart: changed, name: 'Second', atMs: 2 });
  saveOpenCart(db, cart(1));
  expect(readHeldSales(db).map(({ name }) => name)).toEqual(['Second']);
  expect(readOpenCart(db)).toBeUndefined();
  expect(resumeCart(db, cart(1).cartId)).toEqual({ ok: true, value: changed });
});

test('putting a sale aside late leaves the next one under way', () => {
  const db = openTill();
  saveOpenCart(db, cart(2));
  hold(db, 1);
  expect(readOpenCart(db)).toEqual(cart(2));
});

test('an empty sale cannot be put aside, nor one taken up that is not aside', () => {
  const db = openTill();
  const empty = { ...cart(1), lines: [] };
  expect(holdCart(db, { cart: empty, name: '', atMs: 1 })).toEqual(refused('cart_empty'));
  expect(readHeldSales(db)).toEqual([]);
  expect(resumeCart(db, cart(1).cartId)).toEqual(refused('not_found'));
});

test('a finished sale is not put aside, and one that is finished while aside leaves its place', () => {
  const db = openTill();
  commitSale(db, sale(1));
  hold(db, 1);
  expect(heldIds(db)).toEqual([]);
  hold(db, 2);
  hold(db, 3);
  commitSale(db, sale(2));
  expect(heldIds(db)).toEqual([cart(3).cartId]);
});

test('no sale is taken up while another has lines; one without lines gives way', () => {
  const db = openTill();
  hold(db, 1);
  saveOpenCart(db, cart(2));
  expect(resumeCart(db, cart(1).cartId)).toEqual(refused('cart_not_empty'));
  expect(heldIds(db)).toEqual([cart(1).cartId]);
  expect(readOpenCart(db)).toEqual(cart(2));
  saveOpenCart(db, { ...cart(2), lines: [] });
  expect(resumeCart(db, cart(1).cartId)).toEqual({ ok: true, value: cart(1) });
  expect(readOpenCart(db)).toEqual(cart(1));
});

const shuffler = join(import.meta.dirname, 'hold-until-killed.ts');
const longestMs = 60;
const chance = newChance();

/** A till's file with two carts aside and one under way. */
function tillWithCarts(): string {
  const file = join(temporaryFolder(), 'till.sqlite');
  const db = openTill(file);
  for (const number of [1, 2]) hold(db, number);
  saveOpenCart(db, cart(3));
  db.close();
  return file;
}

function expectEachInOnePlace(file: string): void {
  const db = openTill(file);
  const open = readOpenCart(db);
  const all = [...heldIds(db), ...(open ? [open.cartId] : [])];
  expect(all.sort()).toEqual([1, 2, 3].map((number) => cart(number).cartId));
  db.close();
}

// Each turn is two transactions of four statements, BEGIN and COMMIT among them.
test.each(isLong ? [1, 2, 3, 4, 5, 6, 7, 8] : [2, 3, 4, 6])(
  'a kill after %i statements leaves every cart in one place',
  (statements) => {
    const file = tillWithCarts();
    const killed = spawnSync(process.execPath, [shuffler, file, String(statements)]);
    expect([killed.signal, killed.stdout.length]).toEqual(['SIGKILL', 0]);
    expectEachInOnePlace(file);
  },
);

test.runIf(isLong)(
  'a kill at any moment leaves every cart in one place',
  async () => {
    const kills = 10;
    const file = tillWithCarts();
    let turns = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const afterMs = chance.next() * longestMs;
      turns += (await linesUntilKilled([shuffler, file], () => true, afterMs)).length;
      expectEachInOnePlace(file);
    }
    expect(turns).toBeGreaterThan(kills);
  },
  60_000,
);

test('there is no cart until one is saved, and then it is the one saved last', () => {
  const db = openTill();
  expect(readOpenCart(db)).toBeUndefined();
  for (const saved of [cart(1), { ...cart(1), taxNumber: '123456789' }, cart(2)]) {
    saveOpenCart(db, saved);
    expect(readOpenCart(db)).toEqual(saved);
  }
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

test('a finished cart saved late is not brought back, and does not replace the next one', () => {
  const db = openTill();
  commitSale(db, sale(1));
  saveOpenCart(db, cart(1));
  expect(readOpenCart(db)).toBeUndefined();
  saveOpenCart(db, cart(2));
  saveOpenCart(db, cart(1));
  expect(readOpenCart(db)).toEqual(cart(2));
});

// Sales put aside, quick keys and what was asked of a sale survive a damaged file; no cart comes
// back in two places, and no decision twice.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { backUp } from '../../../src-main/store/backups.ts';
import {
  holdCart,
  readHeldSales,
  readOpenCart,
  resumeCart,
} from '../../../src-main/store/carts.ts';
import { cents } from '../../../src-main/contract/money.ts';
import {
  carryOutPendingDecision,
  keepPendingDecision,
  readPendingDecision,
  replaceContent,
  type PendingDecision,
} from '../../../src-main/store/corrections.ts';
import type { Store } from '../../../src-main/store/open.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { cart, reference, sale, take } from './samples.ts';
import { newFile, open, type OpenedTill } from './till-files.ts';

const never = new AbortController().signal;
const pages = [{ name: 'Coffee', keys: [{ code: 'CAFE', colour: null }, null] }];
const hold = (db: Store, number: number) =>
  holdCart(db, { cart: cart(number), name: `Sale ${number}`, atMs: number });
const damage = (file: string) => {
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
};

test('sales put aside and arranged quick keys survive damage to the file', () => {
  const file = newFile();
  const whole = open(file);
  for (const number of [2, 1]) hold(whole.db, number);
  replaceQuickKeyPages(whole.db, pages);
  const heldCarts = readHeldSales(whole.db);
  whole.close();
  damage(file);
  const { db, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged' }]);
  expect(readHeldSales(db)).toEqual(heldCarts);
  expect(resumeCart(db, cart(2).cartId)).toEqual({ ok: true, value: cart(2) });
  expect(readQuickKeyPages(db)).toEqual(pages);
});

test('a sale that a backup has aside is not brought back if it is under way or sold by now', async () => {
  const file = newFile();
  const whole = open(file);
  for (const number of [1, 2, 3]) hold(whole.db, number);
  await backUp(whole.db, 0, never);
  commitSale(whole.db, sale(2));
  resumeCart(whole.db, cart(1).cartId);
  whole.close();
  damage(file);
  const { db } = open(file);
  expect(readOpenCart(db)).toEqual(cart(1));
  expect(readHeldSales(db).map(({ cartId }) => cartId)).toEqual([cart(3).cartId]);
});

test('a row with another’s cart is not brought over', () => {
  const file = newFile();
  const whole = open(file);
  for (const number of [1, 2]) hold(whole.db, number);
  whole.db.exec(`UPDATE held_cart SET cart_id = 'another' WHERE held_cart_id = 1`);
  whole.close();
  damage(file);
  expect(readHeldSales(open(file).db).map(({ name }) => name)).toEqual(['Sale 2']);
});

const request: PendingDecision = {
  decision: 'correct',
  by: 'Rui',
  note: 'Two cups',
  body: '{"two":"cups"}',
  totalCents: cents(130),
  isCash: true,
  content: sale(1).content,
};

/** A sale in doubt of which a person has asked something that only a backup still knows. */
async function askedInBackup(file: string): Promise<OpenedTill> {
  const { db, close } = open(file);
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'no_clear_answer'], 10);
  keepPendingDecision(db, reference(1), request, 20);
  await backUp(db, 0, never);
  return { db, notices: [], close };
}

test('what was asked of a sale in doubt comes back from a backup', async () => {
  const file = newFile();
  const { db, close } = await askedInBackup(file);
  db.exec('DELETE FROM pending_decision');
  close();
  damage(file);
  expect(readPendingDecision(open(file).db, reference(1))).toEqual(request);
});

test('what was asked and has been done is not asked once more by a backup', async () => {
  const file = newFile();
  const { db, close } = await askedInBackup(file);
  carryOutPendingDecision(db, reference(1), 30);
  const { body, content } = sale(1);
  const how = { by: 'Rui', note: 'Three', totalCents: cents(195), isCash: true, atMs: 40 };
  replaceContent(db, { reference: reference(1), body, content, ...how });
  close();
  damage(file);
  expect(readPendingDecision(open(file).db, reference(1))).toBeUndefined();
});

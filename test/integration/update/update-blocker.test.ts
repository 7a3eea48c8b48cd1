// What hinders the installation of an update, at the open till and at those that were left.
import { expect, test } from 'vitest';
import { saveOpenCart } from '../../../src-main/store/carts.ts';
import { claimNext, mustStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { emptyCart } from '../../../src-main/contract/cart.ts';
import { updateBlockerOf } from '../../../src-main/update/updates.ts';
import { claimPrintJob, makePrintJob, stepPrintJob } from '../../../src-main/store/print-jobs.ts';
import { sampleCart, sampleSale } from '../../sample-sale.ts';
import { evidence } from '../store/samples.ts';
import { done, open, tillOf, twoShops } from '../two-shops.ts';

const blocked = (why: string) => ({ code: 'update_not_now', why });

test('a sale under way hinders an update', async () => {
  const shops = await twoShops();
  const cart = sampleCart();
  expect(updateBlockerOf(shops.session)).toBeUndefined();
  saveOpenCart(tillOf(shops).db, cart);
  expect(updateBlockerOf(shops.session)).toEqual(blocked('sale'));
  saveOpenCart(tillOf(shops).db, emptyCart(cart.cartId));
  expect(updateBlockerOf(shops.session)).toBeUndefined();
});

test('an unsent sale hinders an update, even after its till was left', async () => {
  const shops = await twoShops();
  commitSale(tillOf(shops).db, sampleSale());
  expect(updateBlockerOf(shops.session)).toEqual(blocked('unsent'));
  expect(await open(shops, shops.one.id, true)).toEqual(done);
  expect(updateBlockerOf(shops.session)).toEqual(blocked('unsent'));
});

test('a refused sale hinders no update, even after its till was left, and does not count as unsent there', async () => {
  const shops = await twoShops();
  const sale = sampleSale();
  const { db } = tillOf(shops);
  commitSale(db, sale);
  claimNext(db, sale.committedAtMs + 1);
  for (const event of ['refused', 'judged'] as const)
    mustStep(db, { reference: sale.reference, event, evidence, atMs: sale.committedAtMs + 2 });
  expect(tillOf(shops).unsent).toBe(0);
  expect(updateBlockerOf(shops.session)).toBeUndefined();
  expect(await open(shops, shops.one.id, true)).toEqual(done);
  expect(shops.session.profiles.find(shops.other.id)?.unsent).toBe(0);
  expect(updateBlockerOf(shops.session)).toBeUndefined();
});

test('labels that are being printed hinder an update, however many receipts came after them', async () => {
  const shops = await twoShops();
  const { db } = tillOf(shops);
  const labels = { atMs: 1, documentId: null, reference: null, title: '', askedBy: 'Rui' };
  const make = (job: object) =>
    makePrintJob(db, { ...labels, language: 'en', isAutomatic: false, ...job });
  const choice = { paper: { kind: 'roll' }, copies: 1, language: 'en' } as const;
  make({ labels: { codes: ['A'], choice, done: 0 } });
  claimPrintJob(db, 'labels');
  for (let receipt = 1; receipt <= 60; receipt += 1) {
    make({ documentId: receipt });
    const job = claimPrintJob(db);
    stepPrintJob(db, job?.jobId ?? 0, 'printed');
  }
  expect(updateBlockerOf(shops.session)).toEqual(blocked('printing'));
});

// Committing a sale once, whole or not at all, and for ever; and reading sales back.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { saleStates } from '../../../src-main/contract/outbox-states.ts';
import { readOpenCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import {
  commitSale,
  countSales,
  findSaleByDocument,
  listSales,
  readSale,
  readSaleDetail,
  readSaleDocument,
  requireSale,
  readLatestSale,
} from '../../../src-main/store/sales.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { cart, contents, countRows, document, evidence, reference, sale, take } from './samples.ts';
import { openTill, tillWithSale } from './temporary-till.ts';

test('a committed sale is queued, with its body, the body’s hash and the first step of its history', () => {
  const db = openTill();
  const summary = commitSale(db, sale(1));
  expect(summary).toEqual({
    reference: reference(1),
    committedAtMs: 1,
    requestedKind: { kind: { by: 'natureCode', code: 'FS' }, finalize: true },
    totalCents: 65,
    state: 'queued',
    documentId: null,
    docKey: null,
    serviceTotalCents: null,
    lastEvidence: { kind: 'committed' },
    nextStepAtMs: null,
    proof: 'none',
    doubtedAtMs: null,
  });
  expect(readSaleDetail(db, reference(1))).toEqual({
    ...summary,
    lines: cart(1).lines,
    discount: 0,
    taxNumber: null,
    payment: sale(1).content.payment,
    particulars: null,
    steps: [{ atMs: 1, event: 'committed', state: 'queued', evidence: { kind: 'committed' } }],
    former: [],
  });
  const { body } = sale(1);
  expect(db.prepare('SELECT body, body_sha256 FROM sale').get()).toEqual({
    body,
    body_sha256: createHash('sha256').update(body).digest(),
  });
});

test('the same cart finished again is one sale as it is by then, and nothing more is written', () => {
  const db = openTill();
  const first = commitSale(db, sale(1));
  saveOpenCart(db, cart(2));
  const before = contents(db);
  const again = { ...sale(1), reference: reference(9), committedAtMs: 9 };
  expect(commitSale(db, again)).toEqual(first);
  expect(contents(db)).toBe(before);
  take(db, 1, ['claimed', 'accepted'], 10);
  const confirmed = { reference: reference(1), state: 'confirmed' };
  expect(commitSale(db, again)).toMatchObject(confirmed);
});

test('a reference that was used before commits nothing of the sale and keeps its cart', () => {
  const db = tillWithSale();
  saveOpenCart(db, cart(2));
  const before = contents(db);
  expect(() => commitSale(db, { ...sale(2), reference: reference(1) })).toThrow('sale.reference');
  expect(contents(db)).toBe(before);
  expect(readOpenCart(db)).toEqual(cart(2));
});

test.each(['AFTER INSERT ON sale', 'BEFORE DELETE ON open_cart'])(
  'a failure %s undoes the whole sale, and the same cart commits later',
  (moment) => {
    const db = openTill();
    saveOpenCart(db, cart(1));
    const before = contents(db);
    db.exec(`CREATE TEMP TRIGGER fails ${moment} BEGIN SELECT RAISE(ABORT, 'provoked'); END`);
    expect(() => commitSale(db, sale(1))).toThrow('provoked');
    expect(contents(db)).toBe(before);
    expect(db.inTransaction).toBe(false);

    db.exec('DROP TRIGGER fails');
    commitSale(db, sale(1));
    expect(readSale(db, reference(1))?.state).toBe('queued');
    expect(readOpenCart(db)).toBeUndefined();
  },
);

test('a sale cannot be deleted, in whatever state', () => {
  const db = tillWithSale('claimed', 'accepted');
  commitSale(db, sale(2));
  db.exec('DELETE FROM sale_step');
  expect(() => db.exec('DELETE FROM sale')).toThrow('a sale is kept for ever');
  expect(countRows(db, 'sale')).toBe(2);
});

test('sales are listed newest first, a page at a time, with the count of all', () => {
  const db = openTill();
  for (let number = 1; number <= 5; number += 1) commitSale(db, sale(number));
  const page = (before: string | null) =>
    listSales(db, { before, limit: 2, openOnly: false }).sales.map((each) => each.reference);
  expect(page(null)).toEqual([reference(5), reference(4)]);
  expect(page(reference(4))).toEqual([reference(3), reference(2)]);
  expect(page(reference(2))).toEqual([reference(1)]);
  expect(page(reference(1))).toEqual([]);
  expect(page(reference(9))).toEqual([]);
  expect(listSales(db, { before: reference(2), limit: 2, openOnly: false }).count).toBe(5);
});

test('the list of open sales leaves out finished ones, and does not count them', () => {
  const db = openTill();
  const lives = [
    ['claimed', 'accepted'],
    ['cancelled'],
    ['claimed', 'refused', 'judged'],
    ['claimed', 'no_clear_answer', 'found_not_finalized'],
    ['claimed', 'no_clear_answer', 'found_mismatch'],
    ['claimed', 'no_clear_answer'],
    ['claimed'],
    [],
  ] as const;
  lives.forEach((events, index) => {
    commitSale(db, sale(index + 1));
    take(db, index + 1, events, 10);
  });
  const open = listSales(db, { before: null, limit: 10, openOnly: true });
  expect(open.sales.map((each) => each.state)).toEqual([
    ...['queued', 'sending', 'in_doubt', 'conflict', 'incomplete', 'rejected'],
  ]);
  expect(open.count).toBe(6);
  expect(countSales(db)).toEqual(Object.fromEntries(saleStates.map((state) => [state, 1])));
});

test("a sale is found by the service's document for it, and has the document to print from", () => {
  const db = tillWithSale();
  expect(readSaleDocument(db, reference(1))).toBeUndefined();
  expect(findSaleByDocument(db, 77)).toBeUndefined();
  take(db, 1, ['claimed'], 10);
  const created = document(77, 1);
  takeStep(db, {
    reference: reference(1),
    event: 'accepted',
    evidence,
    atMs: 11,
    document: created,
  });
  expect(readSaleDocument(db, reference(1))).toEqual(created);
  expect(findSaleByDocument(db, 77)).toEqual(readSale(db, reference(1)));
});

test('a missing sale reads as nothing, and is an error if it is required', () => {
  const db = openTill();
  expect(readSale(db, reference(1))).toBeUndefined();
  expect(readSaleDetail(db, reference(1))).toBeUndefined();
  expect(readSaleDocument(db, reference(1))).toBeUndefined();
  expect(() => requireSale(db, reference(1))).toThrow(reference(1));
});

test('a document is kept with its details, and leaves the sale under way as it is', () => {
  const db = openTill();
  saveOpenCart(db, cart(1));
  const note = sampleDocument({ headerText: 'Bom dia' });
  commitSale(db, note);
  expect(readOpenCart(db)).toEqual(cart(1));
  expect(readSaleDetail(db, note.reference)).toMatchObject({
    state: 'queued',
    lines: note.content.cart.lines,
    payment: null,
    particulars: { kind: { by: 'natureCode', code: 'GR' }, headerText: 'Bom dia' },
  });
});

test('the same document twice is one', () => {
  const db = openTill();
  const note = sampleDocument();
  const again = { ...sampleDocument(), content: note.content };
  expect(commitSale(db, again).reference).toBe(again.reference);
  expect(commitSale(db, note).reference).toBe(again.reference);
});

test('the latest sale is the one committed last at the counter, by whichever clock, with its cart and state', () => {
  const db = openTill();
  expect(readLatestSale(db)).toBeUndefined();
  commitSale(db, sale(2));
  commitSale(db, sale(1));
  commitSale(db, sampleDocument());
  take(db, 1, ['cancelled'], 5);
  expect(readLatestSale(db)).toEqual({
    reference: reference(1),
    committedAtMs: 1,
    state: 'cancelled',
    cart: cart(1),
  });
});

test('a sale names the customer who was chosen for it', () => {
  const db = openTill();
  const customer = { partyId: 31, name: 'Ana', fiscalNumber: '' };
  const { content } = sale(1);
  commitSale(db, { ...sale(1), content: { ...content, cart: { ...content.cart, customer } } });
  expect(readSaleDetail(db, reference(1))?.customer).toEqual(customer);
});

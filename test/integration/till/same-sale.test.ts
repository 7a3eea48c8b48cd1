// The till asks before it sells the same goods again within a minute, but not about the same sale
// or an older one.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { err, ok } from '../../../src-main/contract/errors.ts';
import { checkIsAnother } from '../../../src-main/till/sell.ts';
import { takeStep } from '../../../src-main/store/sale-steps.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { cart, reference, sale } from '../store/samples.ts';
import { openTill } from '../store/temporary-till.ts';

const atMs = 1_000_000;
const sold = (number: number) => ({ ...sale(number), committedAtMs: atMs });
const other = { ...cart(2), lines: [...cart(2).lines, ...cart(2).lines] };
const again = { ...cart(1), cartId: randomUUID() };
const suspected = err({ code: 'same_sale_again', reference: reference(1) });

function soldOnce() {
  const db = openTill();
  commitSale(db, sold(1));
  return db;
}

test('the till does not ask about the first sale', () => {
  expect(checkIsAnother(openTill(), { cart: cart(1), isCash: false }, 0)).toEqual(ok(null));
});

test.each([
  ['at once', 0, suspected],
  ['within the minute', 59_999, suspected],
  ['with the clock set back meanwhile', -59_999, suspected],
  ['a minute later', 60_000, ok(null)],
  ['with the clock set back further', -60_000, ok(null)],
])('the same goods %s', (_name, laterMs, expected) => {
  expect(checkIsAnother(soldOnce(), { cart: again, isCash: false }, atMs + laterMs)).toEqual(
    expected,
  );
});

test('the till does not ask about other goods, or after another sale in between', () => {
  const db = soldOnce();
  expect(checkIsAnother(db, { cart: other, isCash: false }, atMs)).toEqual(ok(null));
  commitSale(db, { ...sold(2), content: { ...sold(2).content, cart: other } });
  expect(checkIsAnother(db, { cart: again, isCash: false }, atMs)).toEqual(ok(null));
});

test('the same cart finished twice is one sale, and needs no question', () => {
  expect(checkIsAnother(soldOnce(), { cart: cart(1), isCash: false }, atMs)).toEqual(ok(null));
});

test('what was cancelled can be sold again', () => {
  const db = soldOnce();
  const evidence = { kind: 'decided', by: 'Ana', note: 'wrong' } as const;
  takeStep(db, { reference: reference(1), event: 'cancelled', evidence, atMs: 1 });
  expect(checkIsAnother(db, { cart: again, isCash: false }, atMs)).toEqual(ok(null));
});

test('a single line in cash is never asked about, and by card it is', () => {
  const db = openTill();
  const [line] = cart(1).lines;
  const coffee = { ...cart(1), lines: line ? [line] : [] };
  commitSale(db, { ...sold(1), content: { ...sold(1).content, cart: coffee } });
  const next = { ...coffee, cartId: randomUUID() };
  expect(checkIsAnother(db, { cart: next, isCash: true }, atMs)).toEqual(ok(null));
  expect(checkIsAnother(db, { cart: next, isCash: false }, atMs)).toEqual(suspected);
});

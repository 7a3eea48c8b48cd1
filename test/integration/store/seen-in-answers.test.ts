// Customers and payment methods that documents named: found by any word, kept within bounds,
// written only when new.
import { expect, test } from 'vitest';
import type { Customer } from '../../../src-main/contract/selling.ts';
import {
  findCustomers,
  noteCustomers,
  notePaymentMethods,
  readSeenPaymentMethods,
} from '../../../src-main/store/seen-in-answers.ts';
import { openTill } from './temporary-till.ts';

const dayMs = 86_400_000;
const customer = (partyId: number, name: string, fiscalNumber = ''): Customer => ({
  partyId,
  name,
  fiscalNumber,
});
const bakery = customer(7, 'Padaria São João, Lda.', '509442013');
const ana = customer(8, 'Ana Conceição', '123456789');

test.each([
  [['padaria', 'JOAO sao', 'são joão'], [bakery]],
  [['conceic', '123456', 'ana 6789'], [ana]],
  [['padaria ana', 'zzz', '%', '_', `' OR 1 --`, '\\0'], []],
])('each of %j finds %j', (texts, expected) => {
  const db = openTill();
  noteCustomers(db, [bakery, ana], 0);
  for (const text of texts) expect(findCustomers(db, text), text).toEqual(expected);
});

test('a name that begins with the word comes before one that only holds it', () => {
  const db = openTill();
  noteCustomers(
    db,
    [customer(1, 'Maria Ana'), customer(2, 'Ana Sousa'), customer(3, 'Ana Dias')],
    0,
  );
  expect(findCustomers(db, 'ana').map(({ partyId }) => partyId)).toEqual([3, 2, 1]);
});

test('without a word those seen last come first, at most 20', () => {
  const db = openTill();
  for (let day = 1; day <= 25; day += 1) {
    noteCustomers(db, [customer(day, `Customer ${day}`)], day * dayMs);
  }
  noteCustomers(db, [customer(3, 'Customer 3')], 26 * dayMs);
  const foundIds = findCustomers(db, ' ').map(({ partyId }) => partyId);
  expect(foundIds.slice(0, 3)).toEqual([3, 25, 24]);
  expect(foundIds).toHaveLength(20);
  expect(findCustomers(db, 'customer')).toHaveLength(20);
});

test('a renamed customer is found only by the new name', () => {
  const db = openTill();
  noteCustomers(db, [bakery], 0);
  const renamed = { ...bakery, name: 'Pastelaria Sol' };
  noteCustomers(db, [renamed], 1);
  expect(findCustomers(db, 'padaria')).toEqual([]);
  expect(findCustomers(db, 'pastelaria')).toEqual([renamed]);
});

test('seeing the same customers again on the same day writes nothing', () => {
  const db = openTill();
  const changes = () => db.prepare('SELECT total_changes()').pluck().get();
  noteCustomers(db, [bakery, ana], 0);
  notePaymentMethods(db, [{ id: 1, label: 'Cash' }]);
  const written = changes();
  noteCustomers(db, [ana, bakery], dayMs - 1);
  notePaymentMethods(db, [{ id: 1, label: 'Cash' }]);
  expect(changes()).toBe(written);
  noteCustomers(db, [bakery], dayMs);
  expect(changes()).not.toBe(written);
});

test('of more than twenty thousand customers, those not seen for the longest time are forgotten', () => {
  const db = openTill();
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => customer(from + index, `C${from + index}`));
  noteCustomers(db, many(1, 100), 0);
  noteCustomers(db, many(1, 1), dayMs);
  noteCustomers(db, many(1_000, 19_950), 2 * dayMs);
  const count = db.prepare('SELECT count(*) FROM customer_seen').pluck();
  expect(count.get()).toBe(20_000);
  expect(findCustomers(db, 'c1').some(({ partyId }) => partyId === 1)).toBe(true);
  expect(findCustomers(db, 'c2').some(({ partyId }) => partyId === 2)).toBe(false);
});

test('payment methods are kept once each, under their latest name, and within a bound', () => {
  const db = openTill();
  notePaymentMethods(db, [
    { id: 2, label: 'Card' },
    { id: 1, label: 'Cash' },
  ]);
  notePaymentMethods(db, [{ id: 2, label: 'Debit card' }]);
  expect(readSeenPaymentMethods(db)).toEqual([
    { id: 1, label: 'Cash' },
    { id: 2, label: 'Debit card' },
  ]);
  notePaymentMethods(
    db,
    Array.from({ length: 300 }, (_, index) => ({ id: index + 10, label: 'x' })),
  );
  expect(readSeenPaymentMethods(db)).toHaveLength(200);
});

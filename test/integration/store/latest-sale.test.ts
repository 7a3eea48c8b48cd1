// The latest finished sale: read again on request, and compared with the next one.
import { expect, test } from 'vitest';
import { commitSale, readLatestSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { sampleDocument } from '../../sample-sale.ts';
import { take, cart, reference, sale } from './samples.ts';
import { openTill } from './temporary-till.ts';

test('there is no latest sale before the first one', () => {
  expect(readLatestSale(openTill())).toBeUndefined();
});

test('it is the sale committed last, by whichever clock, with its cart and state', () => {
  const db = openTill();
  commitSale(db, sale(2));
  commitSale(db, sale(1));
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

test('a document that was not sold at the counter does not count', () => {
  const db = openTill();
  commitSale(db, sale(1));
  commitSale(db, sampleDocument());
  expect(readLatestSale(db)?.reference).toBe(reference(1));
});

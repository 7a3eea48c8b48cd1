// A row that is not what it must be is an error where it is read, and never a value that goes
// further.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import {
  holdCart,
  readHeldSales,
  readOpenCart,
  saveOpenCart,
} from '../../../src-main/store/carts.ts';
import { readSought } from '../../../src-main/store/doubts.ts';
import {
  findCustomers,
  noteCustomers,
  notePaymentMethods,
  readSeenPaymentMethods,
} from '../../../src-main/store/seen-in-answers.ts';
import type { Store } from '../../../src-main/store/open.ts';
import {
  readPaymentMethods,
  replacePaymentMethods,
} from '../../../src-main/store/payment-methods.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';
import {
  commitSale,
  countSales,
  findSaleByDocument,
  listSales,
  readSale,
  readSaleDetail,
  readSaleDocument,
} from '../../../src-main/store/sales.ts';
import { claimNext, takeStep } from '../../../src-main/store/sale-steps.ts';
import { highestDocumentId, installationOf } from '../../../src-main/store/till.ts';
import { cart, document, evidence, reference, sale, take } from './samples.ts';
import { openTill } from './temporary-till.ts';

/** A till with one confirmed sale, one in doubt, one queued, a cart, and one of everything else. */
function fullTill(): Store {
  const db = openTill();
  for (const number of [1, 2, 3]) commitSale(db, sale(number));
  take(db, 1, ['claimed'], 10);
  const confirmed = { reference: reference(1), event: 'accepted', evidence, atMs: 11 } as const;
  takeStep(db, { ...confirmed, document: document(77, 1) });
  take(db, 2, ['claimed', 'no_clear_answer'], 20);
  saveOpenCart(db, cart(4));
  replacePaymentMethods(db, [{ id: 1, label: 'Cash' }]);
  holdCart(db, { cart: cart(5), name: '', atMs: 30 });
  noteCustomers(db, [{ partyId: 31, name: 'Ana', fiscalNumber: '' }], 30);
  notePaymentMethods(db, [{ id: 1, label: 'Cash' }]);
  replaceQuickKeyPages(db, [{ name: '', keys: [] }]);
  return db;
}

const summary = (db: Store) => readSale(db, reference(1));
const detail = (db: Store) => readSaleDetail(db, reference(1));
const openCart = (db: Store) => readOpenCart(db);
const doubt = (db: Store) => readSought(db, reference(2));

const readers: readonly (readonly [string, (db: Store) => unknown, string])[] = [
  ['evidence that is no JSON', summary, `UPDATE sale SET last_evidence = '{"kind":'`],
  ['evidence of no known kind', summary, `UPDATE sale SET last_evidence = '{"kind":"guess"}'`],
  ['evidence that is null', summary, `UPDATE sale SET last_evidence = 'null'`],
  ['an amount too large to be exact', summary, 'UPDATE sale SET total_cents = 9007199254740993'],
  ['a time too large to be exact', summary, 'UPDATE sale SET committed_at_ms = 1 << 60'],
  ['a state that there is not', summary, `UPDATE sale SET state = 'lost'`],
  [
    "a service's total that is not exact",
    (db) => findSaleByDocument(db, 77),
    'UPDATE sale SET service_total_cents = 1 << 60',
  ],
  [
    'a listed sale without evidence',
    (db) => listSales(db, { before: null, limit: 10, openOnly: false }),
    `UPDATE sale SET last_evidence = '{}'`,
  ],
  ['what was sold is cut short', detail, `UPDATE sale SET content = substr(content, 1, 40)`],
  [
    'what was sold has no payment',
    detail,
    `UPDATE sale SET content = json_remove(content, '$.payment')`,
  ],
  [
    'a line sold in text',
    detail,
    `UPDATE sale SET content = json_set(content, '$.cart.lines[0].quantity', '1000')`,
  ],
  ['a step of no known event', detail, `UPDATE sale_step SET event = 'vanished'`],
  ['a step to no known state', detail, `UPDATE sale_step SET state = 'lost'`],
  ['a step without evidence', detail, `UPDATE sale_step SET evidence = ''`],
  [
    "a service's document in pieces",
    (db) => readSaleDocument(db, reference(1)),
    `UPDATE sale SET document = json_remove(document, '$.docKey')`,
  ],
  [
    "a service's document with half a cent",
    (db) => readSaleDocument(db, reference(1)),
    `UPDATE sale SET document = json_set(document, '$.totalCents', 65.5)`,
  ],
  [
    'a claimed amount that is not exact',
    (db) => claimNext(db, 99),
    `UPDATE sale SET total_cents = 1 << 60, state = 'queued'`,
  ],
  ['an open cart that is no JSON', openCart, `UPDATE open_cart SET cart = '['`],
  [
    'an open cart with a field too many',
    openCart,
    `UPDATE open_cart SET cart = json_set(cart, '$.total', 1)`,
  ],
  [
    'an open cart with a control character',
    openCart,
    `UPDATE open_cart SET cart = json_set(cart, '$.lines[0].code', char(27))`,
  ],
  [
    'counts of no known state',
    countSales,
    `UPDATE sale_count SET state = 'lost' WHERE state = 'cancelled'`,
  ],
  ['counts that are not exact', countSales, 'UPDATE sale_count SET sales = 1 << 60'],
  ['a till that is not bound', highestDocumentId, 'DELETE FROM till'],
  ['a till that is not bound, asked its name', installationOf, 'DELETE FROM till'],
  ['an id that is not exact', highestDocumentId, 'UPDATE till SET highest_document_id = 1 << 60'],
  ['a doubt with no known proof', doubt, `UPDATE sale SET proof = 'surely'`],
  ['a doubt whose documents are no ids', doubt, `UPDATE sale SET documents = '["7"]'`],
  [
    'a doubt whose high-water mark is not exact',
    doubt,
    'UPDATE sale SET high_water_mark = 1 << 60',
  ],
  [
    'a due time that is not exact',
    (db) => readSale(db, reference(2)),
    'UPDATE sale SET next_step_at_ms = 1 << 60',
  ],
  ['a payment method without a name', readPaymentMethods, `UPDATE payment_method SET label = ' '`],
  [
    'a negative payment method',
    readPaymentMethods,
    'UPDATE payment_method SET payment_method_id = -1',
  ],
  [
    'a sale put aside for an amount that is not exact',
    readHeldSales,
    'UPDATE held_cart SET total_cents = 1 << 60',
  ],
  [
    'a sale put aside under two lines',
    readHeldSales,
    `UPDATE held_cart SET name = 'A' || char(10) || 'B'`,
  ],
  [
    'a customer whose number is none',
    (db) => findCustomers(db, ''),
    'UPDATE customer_seen SET party_id = 0',
  ],
  [
    'a way to pay without a name',
    readSeenPaymentMethods,
    `UPDATE payment_method_seen SET label = ''`,
  ],
  ['quick keys that are no JSON', readQuickKeyPages, `UPDATE quick_key_page SET keys = '['`],
];

test.each(readers)('%s is thrown as a ValiError', (_name, read, damage) => {
  const db = fullTill();
  expect(read(db)).toBeDefined();
  db.pragma('ignore_check_constraints = ON');
  db.exec(damage);
  expect(() => read(db)).toThrow(v.ValiError);
});

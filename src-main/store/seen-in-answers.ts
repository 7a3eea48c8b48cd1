// Customers and ways to pay that documents have named: the API has no list of either.
import * as v from 'valibot';
import { customerSchema } from '../contract/cart.ts';
import { foldText } from '../contract/fold-text.ts';
import { paymentMethodSchema, type PaymentMethod } from '../contract/payment.ts';
import type { Customer } from '../contract/selling.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared, readRow, readRows, readValue } from './prepared.ts';

/** How many customers are kept; those not seen for the longest time are forgotten. */
const keptCustomers = 20_000;

/** More ways to pay than any shop has. */
const keptMethods = 200;

const mostFound = 20;

/** Notes the customers. One that is known and was seen on the same day is not written again. */
export function noteCustomers(db: Store, customers: readonly Customer[], nowMs: number): void {
  const note = prepared(
    db,
    `INSERT INTO customer_seen (party_id, name, fiscal_number, search_text, seen_on)
     VALUES (@partyId, @name, @fiscalNumber, @searchText, @seenOn)
     ON CONFLICT (party_id) DO UPDATE SET name = excluded.name, fiscal_number = excluded.fiscal_number,
       search_text = excluded.search_text, seen_on = excluded.seen_on
     WHERE (name, fiscal_number, seen_on) <> (excluded.name, excluded.fiscal_number, excluded.seen_on)`,
  );
  const seenOn = new Date(nowMs).toISOString().slice(0, 10);
  inTransaction(db, () => {
    let writtenCustomers = 0;
    for (const customer of customers) {
      const searchText = foldText(`${customer.name} ${customer.fiscalNumber}`);
      writtenCustomers += note.run({ ...customer, searchText, seenOn }).changes;
    }
    if (writtenCustomers === 0) return;
    prepared(
      db,
      `DELETE FROM customer_seen WHERE party_id IN
         (SELECT party_id FROM customer_seen ORDER BY seen_on DESC, party_id DESC LIMIT -1 OFFSET ${keptCustomers})`,
    ).run();
  });
}

const customerColumns = 'party_id AS partyId, name, fiscal_number AS fiscalNumber';

/** Returns at most 20 customers whose name or number holds every word, or the last seen. */
export function findCustomers(db: Store, text: string): readonly Customer[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const holds = words.map(() => `instr(search_text, ?) > 0`);
  const order = words.length > 0 ? 'instr(search_text, ?), search_text' : 'seen_on DESC';
  return readRows(
    db,
    customerSchema,
    `SELECT ${customerColumns} FROM customer_seen WHERE ${['1', ...holds].join(' AND ')}
     ORDER BY ${order}, party_id DESC LIMIT ${mostFound}`,
    ...words,
    ...words.slice(0, 1),
  );
}

export const readCustomer = (db: Store, partyId: number): Customer | undefined =>
  readRow(
    db,
    customerSchema,
    `SELECT ${customerColumns} FROM customer_seen WHERE party_id = ?`,
    partyId,
  );

export const countSeenCustomers = (db: Store): number =>
  readValue(db, v.number(), 'SELECT count(*) FROM customer_seen');

export function notePaymentMethods(db: Store, methods: readonly PaymentMethod[]): void {
  const note = prepared(
    db,
    `INSERT INTO payment_method_seen (payment_method_id, label)
     SELECT @id, @label WHERE (SELECT count(*) FROM payment_method_seen) < ${keptMethods}
     ON CONFLICT (payment_method_id) DO UPDATE SET label = excluded.label WHERE label <> excluded.label`,
  );
  inTransaction(db, () => {
    for (const method of methods) note.run(method);
  });
}

export const readSeenPaymentMethods = (db: Store): readonly PaymentMethod[] =>
  readRows(
    db,
    paymentMethodSchema,
    'SELECT payment_method_id AS id, label FROM payment_method_seen ORDER BY payment_method_id',
  );

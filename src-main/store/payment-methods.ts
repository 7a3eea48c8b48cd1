// The ways to pay that the shop has set up for this till, in their order on screen.
import { paymentMethodSchema, type PaymentMethod } from '../contract/payment.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared, readRows } from './prepared.ts';

export const readPaymentMethods = (db: Store): readonly PaymentMethod[] =>
  readRows(
    db,
    paymentMethodSchema,
    'SELECT payment_method_id AS id, label FROM payment_method ORDER BY position',
  );

/** Replaces all methods. A method given twice keeps its last label. */
export function replacePaymentMethods(db: Store, methods: readonly PaymentMethod[]): void {
  const insert = prepared(
    db,
    `INSERT INTO payment_method (payment_method_id, label, position) VALUES (?, ?, ?)
     ON CONFLICT (payment_method_id) DO UPDATE SET label = excluded.label`,
  );
  inTransaction(db, () => {
    prepared(db, 'DELETE FROM payment_method').run();
    methods.forEach((method, position) => insert.run(method.id, method.label, position));
  });
}

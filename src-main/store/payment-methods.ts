// The ways to pay that the shop has set up for this till, in their order on screen.
import * as v from 'valibot';
import { paymentMethodSchema, type PaymentMethod } from '../contract/payment.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

export function readPaymentMethods(db: Store): readonly PaymentMethod[] {
  return prepared(db, 'SELECT payment_method_id AS id, label FROM payment_method ORDER BY position')
    .all()
    .map((row) => v.parse(paymentMethodSchema, row));
}

/** Replaces all methods. A method given twice keeps its last label. */
export function replacePaymentMethods(db: Store, methods: readonly PaymentMethod[]): void {
  const insert = prepared(
    db,
    `INSERT INTO payment_method (payment_method_id, label, position) VALUES (?, ?, ?)
     ON CONFLICT (payment_method_id) DO UPDATE SET label = excluded.label`,
  );
  db.transaction(() => {
    prepared(db, 'DELETE FROM payment_method').run();
    methods.forEach((method, position) => insert.run(method.id, method.label, position));
  })();
}

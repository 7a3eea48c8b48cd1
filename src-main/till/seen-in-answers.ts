// Notes customers and ways to pay as the service's answers name them.
import type { Observer } from '../service/observed.ts';
import { readSeen } from '../service/seen-in-answers.ts';
import { noteCustomers, notePaymentMethods } from '../store/seen-in-answers.ts';
import type { Store } from '../store/open.ts';

export const noteSeen = (db: Store, nowMs: () => number): Observer => ({
  whatFailed: 'customers and ways to pay could not be noted',
  hear: (_request, exchange) => {
    if (exchange.kind !== 'answer' || !db.open) return;
    const { customers, paymentMethods } = readSeen(exchange.body);
    if (customers.length > 0) noteCustomers(db, customers, nowMs());
    if (paymentMethods.length > 0) notePaymentMethods(db, paymentMethods);
  },
});

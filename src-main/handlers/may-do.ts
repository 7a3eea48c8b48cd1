// What of an answer whoever is at the till may see.
import { zeroCents } from '../contract/money.ts';
import type { Payment } from '../contract/payment.ts';
import type { SaleDetail } from '../contract/sales.ts';
import type { Context } from './context.ts';

/** Without a manager's PIN. */
export function mayDo({ lock }: Context, action: 'see_drawer' | 'see_exceptions'): boolean {
  const { state } = lock;
  if (state === null || state.atTill?.role === 'manager') return true;
  return !state.rules.managerActions.includes(action);
}

const notShown: Payment = { method: { id: 1, label: '' }, tenderedCents: zeroCents };

/** It stays a sale at the counter, paid by a method without a name. */
export const withoutPayment = (sale: SaleDetail): SaleDetail => ({
  ...sale,
  payment: sale.payment && notShown,
  changeCents: zeroCents,
  former: sale.former.map((one) => ({
    ...one,
    sold: 'payment' in one.sold ? { ...one.sold, payment: notShown } : one.sold,
  })),
});

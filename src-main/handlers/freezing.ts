// What is finished at the till, frozen as its settings have it.
import { err, type Result } from '../contract/errors.ts';
import type { PaymentMethod } from '../contract/payment.ts';
import type { Sold } from '../contract/sales.ts';
import { freezeDocument, freezeSale } from '../outbox/freeze.ts';
import type { Store } from '../store/open.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import type { NewSale } from '../store/sales.ts';
import type { Context } from './context.ts';

/** By whoever is at the till: a sale that somebody else has begun is theirs who finishes it. */
export function signed({ lock }: Context, sale: NewSale): NewSale {
  const by = lock.doneBy;
  return by ? { ...sale, sold: { ...sale.sold, by } } : sale;
}

/** Errors: `payment_method_unknown`, and those of freezing. */
export function freeze(
  context: Context,
  db: Store,
  sold: Sold,
  issued: { readonly reference: string; readonly now: Date },
): Result<NewSale> {
  const { limits } = context.settings.value.selling;
  const options = { ...issued, limits };
  if ('payment' in sold) {
    const { cart, payment } = sold;
    const method = ofTheShop(db, payment.method);
    return method ? freezeSale(cart, { ...payment, method }, options) : methodUnknown;
  }
  const { cart, particulars } = sold;
  const chosen = particulars.paymentMethod;
  const paymentMethod = chosen && ofTheShop(db, chosen);
  return paymentMethod === undefined
    ? methodUnknown
    : freezeDocument({ cart, particulars: { ...particulars, paymentMethod } }, options);
}

const methodUnknown = err({ code: 'payment_method_unknown' });

/** By the label that the shop gave it. */
const ofTheShop = (db: Store, chosen: PaymentMethod): PaymentMethod | undefined =>
  readPaymentMethods(db).find(({ id }) => id === chosen.id);

// Freezes what is finished at the till, with the shop's own payment methods.
import { err, ok, type Result } from '../contract/errors.ts';
import { totals } from '../contract/cart.ts';
import { hasBuyer } from '../contract/invoice-kind.ts';
import { isSimplifiedInvoice, type Particulars } from '../contract/new-document.ts';
import { isOnAccount, paymentAsKept, type PaymentMethod } from '../contract/payment.ts';
import type { CounterSale, SaleContent } from '../contract/sales.ts';
import { readDaySettings } from '../store/day-settings.ts';
import type { Store } from '../store/open.ts';
import { readPaymentMethods } from '../store/payment-methods.ts';
import type { NewSale } from '../store/sales.ts';
import { counterSaleError, freezeDocument, freezeSale, type FreezeOptions } from './freeze.ts';

/**
 * `isCash`: whether the payment goes into the drawer, where that is not for the settings to say.
 * Errors: `payment_method_unknown`, `change_without_cash`, `customer_needed`,
 * `known_customer_needed`, `document_rule` and those of freezing.
 */
export function freezeContent(
  db: Store,
  content: SaleContent,
  { isCash, ...options }: FreezeOptions & { readonly isCash?: boolean },
): Result<NewSale> {
  if ('payment' in content) {
    const { cart, payment, particulars } = content;
    const method = isOnAccount(payment) ? payment.method : ofTheShop(db, payment.method);
    if (!method) return methodUnknown;
    const refusal = counterSaleError(content);
    if (refusal) return err(refusal);
    const keptPayment = paymentAsKept(
      { ...payment, method },
      {
        totalCents: totals(cart).totalCents,
        isCash: isCash ?? readDaySettings(db).cashMethods.includes(method.id),
      },
    );
    if (!keptPayment.ok) return keptPayment;
    // Only the service's own rules say which invoice may be on account; a simplified one may not.
    if (isOnAccount(payment) && (!particulars || isSimplifiedInvoice(particulars.kind)))
      return err({ code: 'document_rule', rule: 'payment_needed' });
    return particulars
      ? freezeCounterDocument({ cart, payment: keptPayment.value }, particulars, options)
      : freezeSale(cart, keptPayment.value, options);
  }
  const { cart, particulars, returned } = content;
  const chosen = particulars.paymentMethod;
  const paymentMethod = chosen && ofTheShop(db, chosen);
  return paymentMethod === undefined
    ? methodUnknown
    : freezeDocument(
        { cart, particulars: { ...particulars, paymentMethod }, ...(returned && { returned }) },
        options,
      );
}

/** Freezes a sale at the counter that asks for more than a plain simplified invoice. */
function freezeCounterDocument(
  { cart, payment }: CounterSale,
  particulars: Particulars,
  options: FreezeOptions,
): Result<NewSale> {
  if (!isSimplifiedInvoice(particulars.kind) && !hasBuyer(cart))
    return err({ code: 'customer_needed' });
  const { paymentTermId, ...others } = particulars;
  // What is paid after all, because a correction says so, has no term.
  const paid = isOnAccount(payment)
    ? { paymentMethod: null, ...(paymentTermId !== undefined && { paymentTermId }) }
    : { paymentMethod: payment.method };
  if (isOnAccount(payment) && !cart.customer) return err({ code: 'known_customer_needed' });
  const email = particulars.email && cart.customer !== undefined;
  const sentParticulars = { ...others, ...paid, email };
  const frozen = freezeDocument({ cart, particulars: sentParticulars }, options);
  if (!frozen.ok) return frozen;
  return ok({ ...frozen.value, content: { cart, payment, particulars: sentParticulars } });
}

const methodUnknown = err({ code: 'payment_method_unknown' });

/** The chosen payment method with the label that the shop gave it. */
const ofTheShop = (db: Store, chosen: PaymentMethod): PaymentMethod | undefined =>
  readPaymentMethods(db).find(({ id }) => id === chosen.id);

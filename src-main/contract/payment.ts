// How a sale is paid, what goes back to the customer, and what is still to pay.
import * as v from 'valibot';
import { filledLineSchema } from './one-line.ts';
import { err, ok, type Result } from './errors.ts';
import { centsSchema, subtractCents, zeroCents, type Cents } from './money.ts';

const longestLabel = 40;

export const paymentMethodSchema = v.strictObject({
  /** The service's `payment_method_id`. */
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  label: filledLineSchema(longestLabel),
});
export type PaymentMethod = v.InferOutput<typeof paymentMethodSchema>;

/** Stands for the method of a sale on account: nothing is paid, so it is none of the shop's. */
const onAccountId = 0;

export const paymentSchema = v.strictObject({
  /** Of a sale on account, the name under which its sum is kept. */
  method: v.union([
    paymentMethodSchema,
    v.strictObject({ id: v.literal(onAccountId), label: paymentMethodSchema.entries.label }),
  ]),
  /** Only for what goes into the drawer: nothing else is handed over, nor has change. */
  tenderedCents: v.exactOptional(centsSchema),
});
export type Payment = v.InferOutput<typeof paymentSchema>;

/** Returns the payment of a sale on account, whose sum has this name. */
export const onAccount = (label: string): Payment => ({
  method: { id: onAccountId, label: label.slice(0, longestLabel).trim() },
});

export const isOnAccount = ({ method }: Payment): boolean => method.id === onAccountId;

/** Returns what goes back to the customer: 0 if no more than the total was handed over. */
export const changeOf = (totalCents: Cents, tenderedCents: Cents | undefined): Cents =>
  tenderedCents !== undefined && tenderedCents > totalCents
    ? subtractCents(tenderedCents, totalCents)
    : zeroCents;

/** Returns what the customer has still to pay: 0 if all is paid. */
export const stillToPay = (totalCents: Cents, paidCents: Cents): Cents =>
  paidCents < totalCents ? subtractCents(totalCents, paidCents) : zeroCents;

/** Returns the payment as it is kept. Errors: `tendered_too_little`, `change_without_cash`. */
export function paymentAsKept(
  payment: Payment,
  { totalCents, isCash }: { readonly totalCents: Cents; readonly isCash: boolean },
): Result<Payment> {
  const { method, tenderedCents = totalCents } = payment;
  if (tenderedCents < totalCents) return err({ code: 'tendered_too_little' });
  if (isCash) return ok({ method, tenderedCents });
  return tenderedCents > totalCents ? err({ code: 'change_without_cash' }) : ok({ method });
}

const namesOfCash = /numer[aá]rio|dinheiro|esp[eé]cie|\bcaixa\b|\bcash\b/iu;
const namesOfOthers =
  /multibanco|\bmb\b|mb ?way|cart[aã]o|card|visa|maestro|cheque|check|transf|vale|voucher|paypal/iu;

/**
 * Returns the methods that go into the drawer until the shop has said which: those named as cash;
 * failing that the first one, by custom, unless its name says otherwise.
 */
export function usualCashMethods(methods: readonly PaymentMethod[]): readonly PaymentMethod[] {
  const named = methods.filter(({ label }) => namesOfCash.test(label));
  if (named.length > 0) return named;
  return methods.slice(0, 1).filter(({ label }) => !namesOfOthers.test(label));
}

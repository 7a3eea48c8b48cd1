// How a sale is paid, what goes back to the customer, and what is still to pay.
import * as v from 'valibot';
import { centsSchema, subtractCents, zeroCents, type Cents } from './money.ts';

export const paymentMethodSchema = v.strictObject({
  /** The service's `payment_method_id`. */
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  label: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40), v.regex(/^\P{Cc}*$/u)),
});
export type PaymentMethod = v.InferOutput<typeof paymentMethodSchema>;

export const paymentSchema = v.strictObject({
  method: paymentMethodSchema,
  tenderedCents: centsSchema,
});
export type Payment = v.InferOutput<typeof paymentSchema>;

/** Returns what goes back to the customer: 0 if no more than the total was handed over. */
export const changeOf = (totalCents: Cents, tenderedCents: Cents): Cents =>
  tenderedCents > totalCents ? subtractCents(tenderedCents, totalCents) : zeroCents;

/** Returns what the customer has still to hand over: 0 if all is paid. */
export const stillToPay = (totalCents: Cents, tenderedCents: Cents): Cents =>
  tenderedCents < totalCents ? subtractCents(totalCents, tenderedCents) : zeroCents;

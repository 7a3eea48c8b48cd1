// How a sale is paid.
import * as v from 'valibot';
import { centsSchema } from './money.ts';

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

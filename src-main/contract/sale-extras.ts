// What a sale at the counter asks of the service besides its lines and its buyer: what stands
// behind "More" in the payment. It is kept with the cart, and becomes particulars once the sale is
// finished.
import * as v from 'valibot';
import { documentTextSchema, filledLineSchema, longestDocumentText } from './one-line.ts';

/** By when a customer pays what was sold on account. */
const paymentTermSchema = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: filledLineSchema(200),
});

export const saleExtrasSchema = v.strictObject({
  /** The service's `footer_text`; blanks at its ends are not sent. */
  footerText: v.exactOptional(v.pipe(documentTextSchema, v.regex(/\S/))),
  /** The API documents no address: the service sends to the one that it has for the customer. */
  email: v.exactOptional(v.literal(true)),
  /** The key of the document that it is made from: the service's `document_reference`. */
  madeFrom: v.exactOptional(filledLineSchema(100)),
  /** The service's `payment_term_id`, as a document has named it: nothing is paid now. */
  onAccount: v.exactOptional(paymentTermSchema),
});
export type SaleExtras = v.InferOutput<typeof saleExtrasSchema>;

/** What a shop may have as a button of its own in the payment, in their order. */
export const extraButtons = ['footerText', 'email', 'onAccount'] as const;
export type ExtraButton = (typeof extraButtons)[number];

/** What only a customer whom the service knows can be given. */
export const withoutKnownCustomer: ExtrasChange = { email: undefined, onAccount: undefined };
export const needsKnownCustomer = (extras: SaleExtras): boolean =>
  extras.email === true || extras.onAccount !== undefined;

/** Makes a text one that a document may have: a text has no other layout than its lines. */
export const documentText = (typed: string): string =>
  typed
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .slice(0, longestDocumentText);

/** A change of the extras; undefined takes one away. */
export type ExtrasChange = { readonly [Extra in keyof SaleExtras]: SaleExtras[Extra] | undefined };

/** Returns the extras once they are changed; undefined if nothing is left of them. */
export function changedExtras(extras: SaleExtras, change: ExtrasChange): SaleExtras | undefined {
  const left = Object.entries({ ...extras, ...change }).filter(([, value]) => value !== undefined);
  return left.length === 0 ? undefined : v.parse(saleExtrasSchema, Object.fromEntries(left));
}

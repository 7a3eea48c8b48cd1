// What a sale becomes if it is to be a full invoice and not a simplified one: a document of a kind
// that the service's documents have shown. The API names no such kind, so a person chooses it.
import * as v from 'valibot';
import { isOneLine } from './line.ts';
import { buyerNumber, type Cart } from './cart.ts';
import { zeroCents } from './money.ts';
import { documentKindSchema, type Particulars } from './new-document.ts';
import type { PaymentMethod } from './payment.ts';
import { finalConsumerNumber } from './tax-number.ts';

const [, natureId, documentTypeId] = documentKindSchema.options;

/** A kind that a document has shown: a nature, or one of the company's document types. */
export const invoiceKindSchema = v.strictObject({
  kind: v.variant('by', [natureId, documentTypeId]),
  /** The service's name for it. */
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200), isOneLine),
  /** For a document type: the nature of the documents that have shown it. */
  natureId: v.exactOptional(natureId.entries.id),
});
export type InvoiceKind = v.InferOutput<typeof invoiceKindSchema>;

export const isSameInvoiceKind = ({ kind }: InvoiceKind, other: InvoiceKind): boolean =>
  kind.by === other.kind.by && kind.id === other.kind.id;

/**
 * Returns whether an invoice can name its buyer: a customer whom the service knows, or a tax
 * number of somebody's own.
 */
export const hasBuyer = (cart: Pick<Cart, 'customer' | 'taxNumber'>): boolean =>
  cart.customer !== undefined || !['', finalConsumerNumber].includes(buyerNumber(cart));

/**
 * Asks for an invoice in the same way as for a simplified one: finalized, priced with tax, paid at
 * once.
 */
export const invoiceParticulars = (
  { kind, name }: InvoiceKind,
  paymentMethod: PaymentMethod,
): Particulars => ({
  kind,
  name,
  finalize: true,
  isTaxIncluded: true,
  roundCents: zeroCents,
  paymentMethod,
  forceCommunication: false,
  generateMbReference: false,
  headerText: '',
  footerText: '',
  print: false,
  email: false,
});

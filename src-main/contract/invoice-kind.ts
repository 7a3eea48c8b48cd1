// What a sale at the counter becomes if it is to be more than a plain simplified invoice. A full
// invoice is a document of a kind that the service's documents have shown: the API names no such
// kind, so a person chooses it.
import * as v from 'valibot';
import { isOneLine } from './one-line.ts';
import { buyerNumber, type Cart } from './cart.ts';
import { zeroCents } from './money.ts';
import { counterSale, documentKindSchema, type Particulars } from './new-document.ts';
import { isOnAccount, type Payment } from './payment.ts';
import type { SaleExtras } from './sale-extras.ts';
import { finalConsumerNumber } from './tax-number.ts';

const [, natureId, documentTypeId] = documentKindSchema.options;

/** A kind that a document has shown: a nature, or one of the company's document types. */
export const invoiceKindSchema = v.strictObject({
  kind: v.variant('by', [natureId, documentTypeId]),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200), isOneLine),
  /** For a document type: the nature of the documents that have shown it. */
  natureId: v.exactOptional(natureId.entries.id),
});
export type InvoiceKind = v.InferOutput<typeof invoiceKindSchema>;

export const isSameInvoiceKind = ({ kind }: InvoiceKind, other: InvoiceKind): boolean =>
  kind.by === other.kind.by && kind.id === other.kind.id;

/** Returns whether an invoice can name its buyer: a known customer, or a tax number. */
export const hasBuyer = (cart: Pick<Cart, 'customer' | 'taxNumber'>): boolean =>
  cart.customer !== undefined || !['', finalConsumerNumber].includes(buyerNumber(cart));

/** What a sale at the counter is to be, besides its lines, its buyer and its payment. */
export interface CounterWish {
  /** Null for a simplified invoice. */
  readonly invoiceKind: InvoiceKind | null;
  readonly extras?: SaleExtras | undefined;
  /** The service's id of the cashier who sells. */
  readonly salesmanId?: number | undefined;
}

/**
 * Asks for an invoice in the same way as for a simplified one: finalized, priced with tax, paid at
 * once unless it is on account. Returns null if nothing but a simplified invoice is asked for.
 */
export function counterParticulars(
  { invoiceKind, extras, salesmanId }: CounterWish,
  payment: Payment,
): Particulars | null {
  if (!invoiceKind && !extras && salesmanId === undefined) return null;
  return {
    kind: invoiceKind?.kind ?? counterSale.kind,
    name: invoiceKind?.name ?? '',
    finalize: true,
    isTaxIncluded: true,
    roundCents: zeroCents,
    ...(salesmanId !== undefined && { salesmanId }),
    ...(extras?.madeFrom !== undefined && { documentReference: extras.madeFrom }),
    ...(extras?.onAccount && { paymentTermId: extras.onAccount.id }),
    paymentMethod: isOnAccount(payment) ? null : payment.method,
    forceCommunication: false,
    generateMbReference: false,
    headerText: '',
    footerText: extras?.footerText?.trim() ?? '',
    print: false,
    email: extras?.email ?? false,
  };
}

// Turns a cart and its payment, or a document of any nature, into the frozen body of a request
// (service-api, Create a document).
import { localDay } from '../contract/calendar.ts';
import { totals, type Cart } from '../contract/cart.ts';
import { mostInDrawerCents } from '../contract/day.ts';
import { simplifiedInvoiceCode } from '../contract/documents.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import {
  centsToApi,
  percentToApi,
  quantityToApi,
  unitPriceToApi,
  type Cents,
} from '../contract/money.ts';
import {
  brokenRules,
  documentTotalCents,
  simplifiedTotalError,
  toldOf,
  type DocumentKind,
  type NewDocument,
  type Particulars,
} from '../contract/new-document.ts';
import type { Payment } from '../contract/payment.ts';
import { returnReference, type Returned } from '../contract/returns.ts';
import type { CounterSale, SaleContent } from '../contract/sales.ts';
import type { SimplifiedLimits } from '../contract/selling.ts';
import { limitOf } from '../contract/simplified-limit.ts';
import type { NewSale } from '../store/sales.ts';

export interface FreezeOptions {
  readonly reference: string;
  readonly now: Date;
  readonly limits: SimplifiedLimits;
}

/** Returns why a sale at the counter cannot be finished, whatever document it becomes. */
export function counterSaleError({ cart, payment }: CounterSale): AppError | undefined {
  if (cart.lines.length === 0) return { code: 'cart_empty' };
  const { totalCents } = totals(cart);
  if (totalCents <= 0) return { code: 'total_not_positive' };
  if (totalCents > mostInDrawerCents) return { code: 'invalid_value', field: 'total' };
  const { tenderedCents = totalCents } = payment;
  return tenderedCents < totalCents ? { code: 'tendered_too_little' } : undefined;
}

/** Errors: those of `counterSaleError`, and `over_simplified_limit`. */
export function freezeSale(
  cart: Cart,
  payment: Payment,
  { reference, now, limits }: FreezeOptions,
): Result<NewSale> {
  const refusal = counterSaleError({ cart, payment });
  if (refusal) return err(refusal);
  const { totalCents } = totals(cart);
  const { limitCents } = limitOf(cart, limits);
  if (totalCents > limitCents) return err({ code: 'over_simplified_limit', limitCents });
  const body = {
    document_nature_code: simplifiedInvoiceCode,
    document_date: localDay(now.getTime()),
    document_time: localTime(now),
    is_tax_included: true,
    ...cartOf(cart, reference),
    payments: [{ payment_method_id: payment.method.id }],
    finalize: true,
  };
  return ok(frozen({ reference, now }, body, totalCents, { cart, payment }));
}

/** Errors: `document_rule`, `over_simplified_limit`, `total_not_positive`. */
export function freezeDocument(
  { cart, particulars, returned }: NewDocument & { readonly returned?: Returned },
  { reference, now, limits }: FreezeOptions,
): Result<NewSale> {
  const [rule] = brokenRules({ cart, particulars });
  if (rule) return err({ code: 'document_rule', rule });
  const { kind, paymentMethod } = particulars;
  const totalCents = documentTotalCents(cart, particulars);
  const refusal = simplifiedTotalError(particulars, cart, totalCents, limits);
  if (refusal) return err(refusal);
  const body = {
    ...kindOf(kind),
    ...momentOf(particulars, now),
    ...cartOf(
      cart,
      returned?.namesOrigin ? returnReference(reference, returned.origin.docKey) : reference,
    ),
    ...settingsOf(particulars),
    ...(paymentMethod && { payments: [{ payment_method_id: paymentMethod.id }] }),
    finalize: particulars.finalize,
  };
  const content = { cart, particulars, ...(returned && { returned }) };
  return ok(frozen({ reference, now }, body, totalCents, content));
}

const frozen = (
  { reference, now }: Pick<FreezeOptions, 'reference' | 'now'>,
  body: object,
  totalCents: Cents,
  content: SaleContent,
): NewSale => ({
  reference,
  committedAtMs: now.getTime(),
  body: Buffer.from(JSON.stringify(body), 'utf8'),
  totalCents,
  content,
});

/** Sends no other field of a line or a payment, as the API documents none. */
function cartOf(cart: Cart, reference: string) {
  return {
    ...partyOf(cart),
    our_reference: reference,
    ...(cart.discount > 0 && { global_discount1: percentToApi(cart.discount) }),
    details: cart.lines.map((line) => ({
      code: line.code,
      base_qty: quantityToApi(line.quantity),
      line_unit_value: unitPriceToApi(line.unitPrice),
    })),
  };
}

function kindOf(kind: DocumentKind) {
  switch (kind.by) {
    case 'natureCode':
      return { document_nature_code: kind.code };
    case 'natureId':
      return { document_nature_id: kind.id };
    case 'documentTypeId':
      // The API calls the type's id `document_id`.
      return { document_id: kind.id };
  }
}

/** Returns the date and time of saving, unless a person dates it. */
function momentOf({ date, time }: Particulars, now: Date) {
  const timeOfNow = date === undefined ? localTime(now) : undefined;
  return { document_date: date ?? localDay(now.getTime()), document_time: time ?? timeOfNow };
}

/** Leaves out what the service should decide, as JSON has no place for `undefined`. */
function settingsOf(particulars: Particulars) {
  const { roundCents, headerText, footerText } = particulars;
  return {
    document_serie_id: particulars.serieId,
    is_tax_included: particulars.isTaxIncluded,
    party_class: particulars.partyClass,
    warehouse_id: particulars.warehouseId,
    price_line_id: particulars.priceLineId,
    salesman_id: particulars.salesmanId,
    payment_term_id: particulars.paymentTermId,
    document_reference: particulars.documentReference,
    total_round_amount: roundCents === 0 ? undefined : centsToApi(roundCents),
    is_transport_document: particulars.isTransport,
    force_communication: toldOf(particulars.forceCommunication),
    generate_mb_reference: toldOf(particulars.generateMbReference),
    header_text: headerText === '' ? undefined : headerText,
    footer_text: footerText === '' ? undefined : footerText,
    print: particulars.print || undefined,
    email: particulars.email || undefined,
  };
}

/** Sends a tax number that was typed beside a party's id; the service knows the party's own. */
function partyOf({ customer, taxNumber }: Cart) {
  const isTyped = taxNumber !== null && taxNumber !== customer?.fiscalNumber;
  return {
    ...(customer && { party_id: customer.partyId }),
    ...(isTyped && { party_fiscal_number: taxNumber }),
  };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const localTime = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');

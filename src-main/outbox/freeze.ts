// Turns a cart and its payment into the frozen body of a simplified invoice (service-api, Create a document).
import { randomInt } from 'node:crypto';
import { totals, type Cart } from '../contract/cart.ts';
import { simplifiedInvoiceCode } from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { percentToApi, quantityToApi, unitPriceToApi } from '../contract/money.ts';
import type { Payment } from '../contract/sales.ts';
import type { SimplifiedLimits } from '../contract/selling.ts';
import { limitOf } from '../contract/simplified-limit.ts';
import type { NewSale } from '../store/sales.ts';

/** Crockford's base 32: no I, L, O or U, so that a reference can be read aloud. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const randomCharacters = (count: number): string =>
  Array.from({ length: count }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

/** The four characters that begin every reference of one installation. */
export const newInstallation = (): string => randomCharacters(4);

/** 20 bits of the installation and 40 of the sale; the database refuses one that it has seen. */
export const newReference = (installation: string): string =>
  `CF-${installation}-${randomCharacters(4)}-${randomCharacters(4)}`;

interface FreezeOptions {
  readonly reference: string;
  readonly now: Date;
  readonly limits: SimplifiedLimits;
}

/** Errors: `cart_empty`, `total_not_positive`, `over_simplified_limit`, `tendered_too_little`. */
export function freezeSale(
  cart: Cart,
  payment: Payment,
  { reference, now, limits }: FreezeOptions,
): Result<NewSale> {
  if (cart.lines.length === 0) return err({ code: 'cart_empty' });
  const { totalCents } = totals(cart);
  if (totalCents <= 0) return err({ code: 'total_not_positive' });
  const { limitCents } = limitOf(cart, limits);
  if (totalCents > limitCents) return err({ code: 'over_simplified_limit', limitCents });
  if (payment.tenderedCents < totalCents) return err({ code: 'tendered_too_little' });
  const body = {
    document_nature_code: simplifiedInvoiceCode,
    document_date: localDate(now),
    document_time: localTime(now),
    is_tax_included: true,
    ...partyOf(cart),
    our_reference: reference,
    ...(cart.discount > 0 && { global_discount1: percentToApi(cart.discount) }),
    // The API documents no other field of a line or a payment, so none is sent.
    details: cart.lines.map((line) => ({
      code: line.code,
      base_qty: quantityToApi(line.quantity),
      line_unit_value: unitPriceToApi(line.unitPrice),
    })),
    payments: [{ payment_method_id: payment.method.id }],
    finalize: true,
  };
  return ok({
    reference,
    committedAtMs: now.getTime(),
    natureCode: simplifiedInvoiceCode,
    body: Buffer.from(JSON.stringify(body), 'utf8'),
    totalCents,
    sold: { cart, payment },
  });
}

/** A party that the service knows says its own tax number: a second one could only contradict it. */
function partyOf({ customer, taxNumber }: Cart) {
  if (customer) return { party_id: customer.partyId };
  return taxNumber === null ? {} : { party_fiscal_number: taxNumber };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

const localDate = (date: Date): string =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

const localTime = (date: Date): string =>
  [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':');

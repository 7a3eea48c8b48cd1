// The limit of a simplified invoice (CIVA, article 40): higher for goods to private persons.
import { buyerNumber, type Cart } from './cart.ts';
import type { Cents } from './money.ts';
import type { SimplifiedLimits } from './selling.ts';
import { finalConsumerNumber } from './tax-number.ts';

/** Tax numbers of natural persons begin with 1, 2 or 3, or with 45 if they live abroad. */
const naturalPerson = /^(?:[123]\d|45)\d{7}$/;

/**
 * Returns the limit for the buyer. A natural person, or somebody who gives no tax number, buys
 * privately; everybody else is taken for a business.
 */
export function limitOf(
  buyer: Pick<Cart, 'customer' | 'taxNumber'>,
  limits: SimplifiedLimits,
): { readonly limitCents: Cents } {
  const number = buyerNumber(buyer).replaceAll(' ', '');
  const isPrivate = number === '' || number === finalConsumerNumber || naturalPerson.test(number);
  return { limitCents: isPrivate ? limits.privateCents : limits.otherCents };
}

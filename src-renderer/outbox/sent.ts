// What the page of a sale or document says of it, by what was asked of the service.
import { isSurelyListed } from '../../src-main/contract/new-document.ts';
import { statesForAPerson, type SaleState } from '../../src-main/contract/outbox-states.ts';
import { paidOrSaid, type FormerSale, type SaleDetail } from '../../src-main/contract/sales.ts';

type CalmState = Exclude<SaleState, (typeof statesForAPerson)[number]>;

/** A person has nothing to do about it. */
export const isCalm = (state: SaleState): state is CalmState =>
  statesForAPerson.every((one) => one !== state);

/** The state in which it matters that the service's lists may not show the document; null where it does not. */
export function unlistedIn({
  state,
  asked,
}: Pick<SaleDetail, 'state' | 'asked'>): 'in_doubt' | 'rejected' | null {
  if (isSurelyListed(asked)) return null;
  return state === 'in_doubt' || state === 'rejected' ? state : null;
}

/** The service holds it as it was asked to, and there is nothing to print. */
export const isDraft = ({ state, asked }: Pick<SaleDetail, 'state' | 'asked'>): boolean =>
  state === 'confirmed' && !asked.finalize;

export function formerDetail({
  sold,
  totalCents,
}: FormerSale): Pick<
  SaleDetail,
  'lines' | 'discount' | 'taxNumber' | 'customer' | 'payment' | 'particulars' | 'totalCents'
> {
  return { ...paidOrSaid(sold), ...sold.cart, totalCents };
}

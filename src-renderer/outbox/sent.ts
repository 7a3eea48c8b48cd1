// What the page of a sale or document says of it, by what was asked of the service.
import type { Messages } from '../../resources/messages/en.ts';
import { isSurelyListed } from '../../src-main/contract/new-document.ts';
import { statesForAPerson, type SaleState } from '../../src-main/contract/outbox-states.ts';
import { paidOrSaid, type FormerSale, type SaleDetail } from '../../src-main/contract/sales.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { outcomeSentence } from '../sales/sale-outcome.ts';

type CalmState = Exclude<SaleState, (typeof statesForAPerson)[number]>;

/** A person has nothing to do about it. */
export const isCalm = (state: SaleState): state is CalmState =>
  statesForAPerson.every((one) => one !== state);

/**
 * What became of a sale or document, and what it waits for where waiting alone will not send it.
 */
export function outcomeOf(
  sale: Pick<SaleDetail, 'state' | 'lastEvidence' | 'payment'>,
  { finished, outbox: { page } }: Pick<Messages, 'finished' | 'outbox'>,
  way: Pick<TillState, 'connection' | 'connectionError'>,
): string {
  const stateLines = { ...finished.stateLines, ...page.documentStates };
  const ofDocument = {
    ...finished,
    ...{ stateLines, refusedLine: page.refusedDocument, heldLines: page.heldDocuments },
  };
  return outcomeSentence(sale.payment ? finished : ofDocument, sale, way);
}

/**
 * The state in which it matters that the service's lists may not show the document; null where it
 * does not.
 */
export function unlistedIn({
  state,
  requestedKind,
}: Pick<SaleDetail, 'state' | 'requestedKind'>): 'in_doubt' | 'rejected' | null {
  if (isSurelyListed(requestedKind)) return null;
  return state === 'in_doubt' || state === 'rejected' ? state : null;
}

/** The service holds it as it was asked to, and there is nothing to print. */
export const isDraft = ({
  state,
  requestedKind,
}: Pick<SaleDetail, 'state' | 'requestedKind'>): boolean =>
  state === 'confirmed' && !requestedKind.finalize;

export function formerDetail({
  content,
  totalCents,
}: FormerSale): Pick<
  SaleDetail,
  'lines' | 'discount' | 'taxNumber' | 'customer' | 'payment' | 'particulars' | 'totalCents'
> {
  return { ...paidOrSaid(content), ...content.cart, totalCents };
}

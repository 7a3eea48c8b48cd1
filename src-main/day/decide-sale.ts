// What a person decides about a sale that the outbox cannot bring to its end: sending it again,
// correcting it, cancelling it, or settling what became of it. The money that moves with a decision
// is booked in the same transaction.
import type { Argument } from '../contract/api.ts';
import { err, type Result } from '../contract/errors.ts';
import { zeroCents, type Cents } from '../contract/money.ts';
import {
  sellerOf,
  type Decision,
  type SaleDetail,
  type SaleSummary,
  type SentAgain,
} from '../contract/sales.ts';
import { keepPendingDecision, readCartId, replaceContent } from '../store/corrections.ts';
import { readPaidInCash } from '../store/cash-movements.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { takeStep, type StepEvent } from '../store/sale-steps.ts';
import { readSaleContent, readSaleDetail, referencesIn } from '../store/sales.ts';
import { freezeContent } from '../till/freeze-content.ts';
import type { FreezeOptions } from '../till/freeze.ts';
import type { Till } from '../till/till.ts';
import { movesMoney, settleMoney } from './cash.ts';
import { heldOfCorrection } from './held-of-correction.ts';

/** A decision with the person who took it, as main knows them, and who approved it. */
export type Decided = Decision & {
  readonly approvedBy?: string;
  readonly moneyMoved?: boolean;
};

/** Cancels a sale; one in doubt once the service is proven not to hold it. */
export function cancelSale(till: Till, cancelled: Decided, nowMs: number): Result<SaleSummary> {
  const { reference } = cancelled;
  const decision = { ...cancelled, moneyMoved: movesMoney(till.db, cancelled) };
  const sale = readSaleDetail(till.db, reference);
  if (sale?.state !== 'in_doubt') return decide(till, decision, 'cancelled', nowMs);
  const cancellation = { decision: 'cancel', ...decidedEvidence(decision) } as const;
  const step = withMoney(till, { ...decision, heldCents: zeroCents }, nowMs, () =>
    keepPendingDecision(till.db, reference, cancellation, nowMs),
  );
  if (step.ok) till.saleChanged(step.value);
  till.outbox.wake();
  return step;
}

/** Sends a rejected sale again as it is. Error: `sale_moved_on`. */
export function sendSaleAgain(till: Till, decision: Decided, nowMs: number): Result<SaleSummary> {
  const isRejected = readSaleDetail(till.db, decision.reference)?.state === 'rejected';
  return isRejected ? decide(till, decision, 'corrected', nowMs) : err({ code: 'sale_moved_on' });
}

/**
 * Sends all rejected sales again as they are. With `redated`, those that no person has dated bear
 * the date of now. Those that cannot be are named, and hold up no other.
 */
export function sendAllAgain(
  till: Till,
  decision: Omit<Decided, 'reference'>,
  nowMs: number,
  redated: Pick<FreezeOptions, 'now' | 'limits'> | null,
): SentAgain {
  const references = referencesIn(till.db, 'rejected');
  const notSent = references.filter((reference) => {
    const step = redated
      ? dateAnew(till, { ...decision, reference }, redated)
      : decide(till, { ...decision, reference }, 'corrected', nowMs);
    return !step.ok;
  });
  return { count: references.length - notSent.length, notSent };
}

/** Freezes the same content again, which dates it. */
function dateAnew(
  till: Till,
  { reference, ...decision }: Decided,
  options: Pick<FreezeOptions, 'now' | 'limits'>,
): Result<SaleSummary> {
  const { db } = till;
  const content = readSaleContent(db, reference);
  const isCash = readPaidInCash(db, reference)?.isCash === true;
  if (!content) return err({ code: 'not_found' });
  const frozen = freezeContent(db, content, { reference, isCash, ...options });
  if (!frozen.ok) return frozen;
  const corrected = replaceContent(db, {
    ...{ ...frozen.value, content, isCash, ...decidedEvidence(decision) },
    atMs: options.now.getTime(),
  });
  if (corrected.ok) {
    till.saleChanged(corrected.value);
    till.outbox.doubt(reference);
  }
  return corrected;
}

/** Settles a sale. Errors: `invalid_value` for money of a confirmed one, `still_looking`. */
export function settleSale(
  till: Till,
  { as, ...decision }: Argument<'outbox.settle'> & Decided,
  nowMs: number,
): Result<SaleSummary> {
  // What the service has was sold, so its money stays.
  if (as === 'confirmed' && decision.moneyMoved === true)
    return err({ code: 'invalid_value', field: 'moneyMoved' });
  const sale = readSaleDetail(till.db, decision.reference);
  const untilMs = sale ? decidableAtMs(till, sale, nowMs) : null;
  if (untilMs !== null && nowMs < untilMs) return err({ code: 'still_looking', untilMs });
  const event = as === 'confirmed' ? 'settled_confirmed' : 'settled_cancelled';
  const moneyMoved = movesMoney(till.db, { ...decision, as });
  return decide(till, { ...decision, moneyMoved }, event, nowMs);
}

/** Corrects a sale. The correction is dated when it is made, unless a person dates it. */
export function correctSale(
  till: Till,
  { reference, by, approvedBy, note, moneyMoved, ...content }: Argument<'outbox.correct'> & Decided,
  { now, limits }: Pick<FreezeOptions, 'now' | 'limits'>,
): Result<SaleSummary> {
  const { db, outbox } = till;
  const cartId = readCartId(db, reference);
  const former = readSaleDetail(db, reference);
  if (cartId === undefined || !former) return err({ code: 'not_found' });
  // What comes back is bound to its original: it is cancelled, and taken back again.
  if (former.returned) return err({ code: 'sale_moved_on' });
  // A sale at the counter stays one, and so does a document.
  const field = 'payment' in content ? 'payment' : 'particulars';
  if ((former.payment === null) === 'payment' in content)
    return err({ code: 'invalid_value', field });
  const atMs = now.getTime();
  const cart = { ...content.cart, cartId };
  // An invoice of the counter stays of its kind.
  const ownParticulars =
    'payment' in content && former.particulars ? { particulars: former.particulars } : {};
  const { isCash, heldCents } = heldOfCorrection(db, { reference, ...content });
  const frozen = freezeContent(
    db,
    { ...content, ...ownParticulars, cart },
    { reference, now, limits, isCash },
  );
  if (!frozen.ok) return frozen;
  const decidedAs = decidedEvidence({ by, note, ...(approvedBy !== undefined && { approvedBy }) });
  // The person who corrects the sale is not the one who sold it.
  const seller = sellerOf(former);
  const { body, totalCents, content: frozenContent } = frozen.value;
  const corrected = { totalCents, content: { ...frozenContent, ...(seller && { by: seller }) } };
  const correction = { ...decidedAs, ...corrected, isCash };
  const money = { ...decidedAs, reference, heldCents, ...(moneyMoved && { moneyMoved }) };
  const step = withMoney(till, money, atMs, () =>
    former.state === 'in_doubt'
      ? keepPendingDecision(
          db,
          reference,
          { decision: 'correct', ...correction, body: body.toString('utf8') },
          atMs,
        )
      : replaceContent(db, { ...correction, reference, body, atMs }),
  );
  if (step.ok) {
    till.saleChanged(step.value);
    if (former.state !== 'in_doubt') outbox.doubt(reference);
  }
  outbox.wake();
  return step;
}

/**
 * Returns when a person may decide. A sale in doubt is the outbox's own business until it has
 * watched the sale for the settling time.
 */
export const decidableAtMs = ({ outbox }: Till, sale: SaleDetail, nowMs: number): number | null =>
  sale.state === 'in_doubt' ? nowMs + outbox.undecidableMs(sale) : null;

function decide(
  till: Till,
  decision: Decided,
  event: StepEvent,
  nowMs: number,
): Result<SaleSummary> {
  const { reference } = decision;
  const evidence = { kind: 'decided', ...decidedEvidence(decision) } as const;
  const step = withMoney(till, { ...decision, heldCents: zeroCents }, nowMs, () =>
    takeStep(till.db, { reference, event, evidence, atMs: nowMs }),
  );
  if (step.ok) till.saleChanged(step.value);
  if (step.ok && event === 'corrected') till.outbox.doubt(reference);
  else if (step.ok) till.outbox.ended(reference);
  return step;
}

/** Returns who decided, who approved it and why, as a sale's history has them. */
const decidedEvidence = ({ by, approvedBy, note }: Omit<Decided, 'reference'>) => ({
  by,
  ...(approvedBy !== undefined && { approvedBy }),
  note,
});

/**
 * Takes a decision. If the money of the sale was moved with it, notes that movement in the same
 * transaction: from then on the drawer holds `heldCents` of the sale.
 */
function withMoney(
  till: Till,
  money: Decided & { readonly heldCents: Cents },
  atMs: number,
  take: () => Result<SaleSummary>,
): Result<SaleSummary> {
  const { reference, by, approvedBy = null } = money;
  const { step, unbookedCents } = inTransaction(till.db, () => {
    const step = take();
    const moves = step.ok && money.moneyMoved === true;
    const doing = { by, approvedBy, atMs };
    return { step, unbookedCents: moves ? settleMoney(till.db, money, doing) : zeroCents };
  });
  // A full disk may refuse all of it until it is committed.
  if (unbookedCents !== 0)
    till.environment.notify({ code: 'money_not_booked', reference, movedCents: unbookedCents });
  return step;
}

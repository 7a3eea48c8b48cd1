// The outbox screen: what waits, the life of one sale, and the decisions that a person takes.
import { join } from 'node:path';
import type { Argument } from '../contract/api.ts';
import { heldOfCorrection } from '../day/held-of-correction.ts';
import { heldToAskAbout, settleMoney } from '../day/cash.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { zeroCents, type Cents } from '../contract/money.ts';
import { natureIdOf, type DocumentKind } from '../contract/new-document.ts';
import {
  partyOf,
  type Decision,
  type SaleDetail,
  type SaleParty,
  type SaleSummary,
  type Sold,
} from '../contract/sales.ts';
import { readInvoiceKind } from '../documents/invoice-kinds.ts';
import { isPaymentHidden, withoutPayment } from '../page/hidden-from-cashiers.ts';
import { evidenceText } from '../receipt/evidence-text.ts';
import { writeNewFile } from '../receipt/new-file.ts';
import {
  keepPendingDecision,
  correctSale,
  readPendingDecision,
  readCartId,
  type PendingDecision,
  type Correction,
} from '../store/corrections.ts';
import { readMoneyOfFoundSale, wasPaidInCash } from '../store/cash-movements.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { chainRest, entryOfSale, readHead } from '../store/journal.ts';
import type { Store } from '../store/open.ts';
import { takeStep, type StepEvent } from '../store/sale-steps.ts';
import { listSales, readSaleDetail, referencesIn } from '../store/sales.ts';
import type { Till } from '../till/till.ts';
import { decidedBy, type Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';
import { freeze } from './freezing.ts';

export function outboxHandlers(context: Context): HandlersOf<'outbox'> {
  const decide = (till: Till, decision: DecisionOfMoney, event: StepEvent): Result<SaleSummary> => {
    const { reference, by, note } = decision;
    const step = withMoney(context, till, { ...decision, heldCents: zeroCents }, () =>
      takeStep(till.db, {
        reference,
        event,
        evidence: { kind: 'decided', ...decidedBy(context, by), note },
        atMs: context.now().getTime(),
      }),
    );
    if (step.ok) till.saleChanged(step.value);
    if (step.ok && event === 'corrected') till.replay.doubt(reference);
    else if (step.ok) till.replay.ended(reference);
    return step;
  };

  /**
   * A decision about a sale in doubt is kept until it is proven that the service does not hold the
   * sale.
   */
  const cancel = (decision: DecisionOfMoney, till: Till): Result<SaleSummary> => {
    const { reference, by, note } = decision;
    const sale = readSaleDetail(till.db, reference);
    if (sale?.state !== 'in_doubt') return decide(till, decision, 'cancelled');
    const asked = { decision: 'cancel', ...decidedBy(context, by), note } as const;
    const step = withMoney(context, till, { ...decision, heldCents: zeroCents }, () =>
      keepPendingDecision(till.db, reference, asked, context.now().getTime()),
    );
    if (step.ok) till.saleChanged(step.value);
    till.replay.wake();
    return step;
  };

  return {
    'outbox.list': (query, till) => ok(listSales(till.db, query)),
    'outbox.parties': ({ references }, till) => ok(partiesOf(till, references)),
    'outbox.get': ({ reference }, till) => {
      const sale = readSaleDetail(till.db, reference);
      if (!sale) return err({ code: 'not_found' });
      const held = heldToAskAbout(till.db, reference);
      const isHidden = isPaymentHidden(context.lock, till.db, sale);
      return ok({
        ...(isHidden ? withoutPayment(sale) : sale),
        decidableAtMs: decidableAtMs(context, till, sale),
        requestedDecision: readPendingDecision(till.db, reference)?.decision ?? null,
        held: isHidden ? null : held,
        isCash: !isHidden && wasPaidInCash(till.db, reference),
        movedCents: readMoneyOfFoundSale(till.db, reference),
      });
    },
    'outbox.tryNow': (_, till) => {
      till.replay.tryNow();
      return ok(null);
    },
    'outbox.report': (_, till) => ok(till.replay.report()),
    'outbox.release': ({ by }, till) => {
      const { replay } = till;
      // The look-up that should be skipped may have been answered while the question stood on the
      // screen.
      if (replay.report().mayRelease) replay.release(decidedBy(context, by).by);
      return ok(null);
    },
    'outbox.cancel': cancel,
    'outbox.sendAgain': (decision, till) => {
      const isRejected = readSaleDetail(till.db, decision.reference)?.state === 'rejected';
      return isRejected ? decide(till, decision, 'corrected') : err({ code: 'sale_moved_on' });
    },
    'outbox.sendAllAgain': (decision, till) => {
      const references = referencesIn(till.db, 'rejected');
      for (const reference of references) {
        const step = decide(till, { ...decision, reference }, 'corrected');
        if (!step.ok) return step;
      }
      return ok({ count: references.length });
    },
    'outbox.correct': (correction, till) => correct(context, till, correction),
    'outbox.settle': ({ as, ...decision }, till) => {
      // What the service has was sold, so its money stays.
      if (as === 'confirmed' && decision.moneyMoved === true)
        return err({ code: 'invalid_value', field: 'moneyMoved' });
      const sale = readSaleDetail(till.db, decision.reference);
      const untilMs = sale ? decidableAtMs(context, till, sale) : null;
      if (untilMs !== null && context.now().getTime() < untilMs) {
        return err({ code: 'still_looking', untilMs });
      }
      return decide(till, decision, as === 'confirmed' ? 'settled_confirmed' : 'settled_cancelled');
    },
    'outbox.saveEvidence': async ({ reference }, till) => {
      const sale = readSaleDetail(till.db, reference);
      if (!sale) return err({ code: 'not_found' });
      chainRest(till.db);
      const text = evidenceText(sale, {
        journal: { entryId: entryOfSale(till.db, reference), head: readHead(till.db) },
        language: context.language(),
        profile: till.profile,
        writtenAtMs: context.now().getTime(),
        hidesPayment: isPaymentHidden(context.lock, till.db, sale),
      });
      const file = join(context.receiptFolder(), `${reference}.txt`);
      return writeNewFile(file, Buffer.from(text, 'utf8'));
    },
  };
}

/**
 * Corrects a sale. The correction is dated when it is made, unless a person dates it, because that
 * is when it is issued.
 */
function correct(
  context: Context,
  till: Till,
  { reference, by, note, moneyMoved, ...sold }: CorrectionAsked,
): Result<SaleSummary> {
  const { db, replay } = till;
  const cartId = readCartId(db, reference);
  const former = readSaleDetail(db, reference);
  if (cartId === undefined || !former) return err({ code: 'not_found' });
  // A sale at the counter stays one, and so does a document.
  if ((former.payment === null) === 'payment' in sold) {
    return err({
      code: 'invalid_value',
      field: 'payment' in sold ? 'payment' : 'particulars',
    });
  }
  const now = context.now();
  const cart = { ...sold.cart, cartId };
  // An invoice of the counter stays of its kind.
  const kept = 'payment' in sold && former.particulars ? { particulars: former.particulars } : {};
  const frozen = freeze(context, db, { ...sold, ...kept, cart }, { reference, now });
  if (!frozen.ok) return frozen;
  // The person who corrects the sale is not the one who sold it.
  const correction = {
    ...frozen.value,
    sold: { ...frozen.value.sold, ...sellerOf(former) },
    ...decidedBy(context, by),
    note,
  };
  const heldCents = heldOfCorrection(db, { reference, ...sold });
  const money = { reference, by, note, heldCents, ...(moneyMoved && { moneyMoved }) };
  const corrected = withMoney(context, till, money, () =>
    former.state === 'in_doubt'
      ? keepPendingDecision(db, reference, askedCorrection(correction), now.getTime())
      : correctSale(db, { ...correction, atMs: now.getTime() }),
  );
  if (corrected.ok) {
    till.saleChanged(corrected.value);
    if (former.state !== 'in_doubt') replay.doubt(reference);
  }
  replay.wake();
  return corrected;
}

type DecisionOfMoney = Decision & { readonly moneyMoved?: boolean };
/** A document has no money of its own, so it may come without this field. */
type CorrectionAsked = Argument<'outbox.correct'> & { readonly moneyMoved?: boolean };

/**
 * Takes a decision. If the money of the sale was moved with it, notes that movement in the same
 * transaction: from then on the drawer holds `heldCents` of the sale.
 */
function withMoney(
  context: Context,
  till: Till,
  money: DecisionOfMoney & { readonly heldCents: Cents },
  decide: () => Result<SaleSummary>,
): Result<SaleSummary> {
  return inTransaction(till.db, () => {
    const decided = decide();
    if (decided.ok && money.moneyMoved === true) {
      const { by, approvedBy = null } = decidedBy(context, money.by);
      const doing = { by, approvedBy, atMs: context.now().getTime() };
      const unbookedCents = settleMoney(till.db, money, doing);
      const { reference } = money;
      if (unbookedCents !== 0) {
        const movedCents = unbookedCents;
        till.environment.notify({ code: 'money_not_booked', reference, movedCents });
      }
    }
    return decided;
  });
}

const askedCorrection = ({
  body,
  totalCents,
  sold,
  ...decision
}: Omit<Correction, 'atMs'>): PendingDecision => ({
  decision: 'correct',
  by: decision.by,
  ...(decision.approvedBy !== undefined && { approvedBy: decision.approvedBy }),
  note: decision.note,
  body: body.toString('utf8'),
  totalCents,
  sold,
});

/** Returns who sold the sale, whom its first step names. */
function sellerOf({ steps }: SaleDetail): Pick<Sold, 'by'> {
  const committed = steps[0]?.evidence;
  return committed?.kind === 'committed' && committed.by ? { by: committed.by } : {};
}

/**
 * Returns when a person may decide. A sale in doubt is the outbox's own business until it has
 * watched the sale for the settling time.
 */
function decidableAtMs(context: Context, { replay }: Till, sale: SaleDetail): number | null {
  if (sale.state !== 'in_doubt') return null;
  return context.now().getTime() + replay.undecidableMs(sale);
}

/** Returns the customers of those sales that exist. */
const partiesOf = ({ db }: Till, references: readonly string[]): readonly SaleParty[] =>
  references.flatMap((reference) => {
    const sale = readSaleDetail(db, reference);
    if (!sale) return [];
    const kindName = sale.particulars?.name ?? '';
    const isCounter = sale.payment !== null;
    const natureId = natureOf(db, sale.requestedKind.kind);
    return [{ reference, kindName, party: partyOf(sale), isCounter, natureId }];
  });

/**
 * Returns the nature of a kind of document. Of the company's document types only that of its
 * invoices is known.
 */
function natureOf(db: Store, kind: DocumentKind): number | null {
  if (kind.by !== 'documentId') return natureIdOf(kind) ?? null;
  const invoice = readInvoiceKind(db);
  const isInvoice = invoice?.kind.by === 'documentId' && invoice.kind.id === kind.id;
  return (isInvoice ? invoice.natureId : null) ?? null;
}

// The outbox screen: what waits, the life of one sale, and the decisions that a person takes.
import { join } from 'node:path';
import { heldToAskAbout, movesMoney } from '../day/cash.ts';
import {
  cancelSale,
  correctSale,
  decidableAtMs,
  sendAllAgain,
  sendSaleAgain,
  settleSale,
} from '../day/decide-sale.ts';
import { err, ok } from '../contract/errors.ts';
import { partyOf, type SaleParty } from '../contract/sales.ts';
import { natureOf } from '../documents/invoice-kinds.ts';
import { isPaymentHidden, withoutPayment } from '../page/hidden-from-cashiers.ts';
import { evidenceText } from '../receipt/evidence-text.ts';
import { writeNewFile } from '../store/new-file.ts';
import { readPendingDecision } from '../store/corrections.ts';
import {
  readMoneyOfFoundSale,
  readPaidInCash,
  readHeldToGiveBack,
} from '../store/cash-movements.ts';
import { readSaleNotices, tickOffNotices } from '../store/sale-notices.ts';
import { listSales, readSale, readSaleDetail } from '../store/sales.ts';
import { searchSales } from '../store/search-sales.ts';
import type { Till } from '../till/till.ts';
import { decidedBy, type Context } from './context.ts';
import { forEverybody, type Requests } from './request.ts';
import type { Argument } from '../contract/api.ts';
import type { ManagerAction } from '../contract/lock.ts';
import { cents, subtractCents, zeroCents, type Cents } from '../contract/money.ts';
import { heldOfCorrection } from '../day/held-of-correction.ts';
import { type Known, saleWords, totalOf, loweredBy, loweringActions } from './approval.ts';

const notInCash = { wasCash: false, isCash: false } as const;

export function outboxRequests(context: Context): Requests<'outbox'> {
  const nowMs = () => context.now().getTime();
  let searches = 0;
  const decided = <Made extends { readonly by: string }>(decision: Made) => ({
    ...decision,
    ...decidedBy(context, decision.by),
  });

  return {
    'outbox.list': forEverybody(async ({ search, ...query }, till) => {
      if (search === undefined) return ok(listSales(till.db, query));
      searches += 1;
      const searchNumber = searches;
      // A later search ends this one.
      const isWanted = () => searchNumber === searches;
      return ok(await searchSales(till.db, { ...query, search }, isWanted));
    }),
    'outbox.parties': forEverybody(({ references }, till) => ok(partiesOf(till, references))),
    'outbox.get': forEverybody(({ reference }, till) => {
      const sale = readSaleDetail(till.db, reference);
      if (!sale) return err({ code: 'not_found' });
      const heldMoney = heldToAskAbout(till.db, reference);
      const isHidden = isPaymentHidden(context.lock, till.db, sale);
      return ok({
        ...(isHidden ? withoutPayment(sale) : sale),
        decidableAtMs: decidableAtMs(till, sale, nowMs()),
        requestedDecision: readPendingDecision(till.db, reference)?.decision ?? null,
        held: isHidden ? null : heldMoney,
        ...((isHidden ? undefined : readPaidInCash(till.db, reference)) ?? notInCash),
        movedCents: readMoneyOfFoundSale(till.db, reference),
        notices: readSaleNotices(till.db, reference),
      });
    }),
    'outbox.tryNow': forEverybody((_, till) => {
      till.outbox.tryNow();
      return ok(null);
    }),
    'outbox.report': forEverybody((_, till) => ok(till.outbox.report())),
    'outbox.release': {
      actions: 'decide_sale',
      words: (decision, known) => decisionWords(known.says.release, decision, known),
      run: ({ by }, till) => {
        const { outbox } = till;
        // The look-up that should be skipped may have been answered meanwhile.
        if (outbox.report().mayRelease) outbox.release(decidedBy(context, by).by);
        return ok(null);
      },
    },
    'outbox.cancel': {
      actions: deciding,
      words: (decision, known) => [
        ...decisionWords(known.says.cancelSale(decision.reference), decision, known),
        ...moneyWords(decision, nothingHeld, known),
      ],
      run: (decision, till) => cancelSale(till, decided(decision), nowMs()),
    },
    'outbox.sendAgain': {
      actions: 'decide_sale',
      words: (decision, known) =>
        decisionWords(known.says.sendAgain(decision.reference), decision, known),
      run: (decision, till) => sendSaleAgain(till, decided(decision), nowMs()),
    },
    'outbox.sendAllAgain': {
      actions: 'decide_sale',
      words: (decision, known) => decisionWords(known.says.sendAllAgain, decision, known),
      run: ({ isDatedAnew, ...decision }, till) => {
        const { limits } = context.settings.value.selling;
        const redated = isDatedAnew ? { now: context.now(), limits } : null;
        return ok(sendAllAgain(till, decided(decision), nowMs(), redated));
      },
    },
    'outbox.tickOff': forEverybody(({ reference }, till) => {
      tickOffNotices(till.db, reference, till.whoIsAtIt, nowMs());
      const sale = readSale(till.db, reference);
      if (sale) till.saleChanged(sale);
      return ok(null);
    }),
    'outbox.correct': {
      actions: (correction) => [
        ...deciding(correction),
        ...loweringActions(correction.cart, context),
      ],
      cart: 'approved',
      words: (correction, known) => [
        ...decisionWords(
          known.says.correctSale(correction.reference, totalOf(correction.cart, known)),
          correction,
          known,
        ),
        ...moneyWords(correction, heldCorrected(correction, known), known),
        ...saleWords(loweredBy(correction.cart, known.context), known),
      ],
      run: (correction, till) => {
        const { limits } = context.settings.value.selling;
        return correctSale(till, decided(correction), { now: context.now(), limits });
      },
    },
    'outbox.settle': {
      actions: deciding,
      words: (settlement, known) => [
        ...decisionWords(
          known.says.settleSale[settlement.as](settlement.reference),
          settlement,
          known,
        ),
        ...moneyWords(settlement, nothingHeld, known),
      ],
      run: (settlement, till) => settleSale(till, decided(settlement), nowMs()),
    },
    'outbox.saveEvidence': forEverybody(async ({ reference }, till) => {
      const sale = readSaleDetail(till.db, reference);
      if (!sale) return err({ code: 'not_found' });
      const text = evidenceText(sale, {
        language: context.language(),
        profile: till.profile,
        writtenAtMs: context.now().getTime(),
        hidesPayment: isPaymentHidden(context.lock, till.db, sale),
      });
      const file = join(context.receiptFolder(), `${reference}.txt`);
      return writeNewFile(file, Buffer.from(text, 'utf8'));
    }),
  };
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

/** Giving the money of a sale back also moves cash. That of a return comes back by itself. */
const deciding = (decision: {
  readonly reference: string;
  readonly moneyMoved?: boolean;
}): readonly ManagerAction[] =>
  decision.moneyMoved === true ? ['decide_sale', 'move_cash'] : ['decide_sale'];

const decisionWords = (what: string, { note }: { readonly note: string }, { says }: Known) =>
  note === '' ? [what] : [what, says.note(note)];

function moneyWords(
  decision: Parameters<typeof movesMoney>[1],
  heldCents: (formerCents: Cents) => Cents,
  { says, format, context }: Known,
): readonly string[] {
  const { till } = context.session;
  if (!till || !movesMoney(till.db, decision)) return [];
  const heldBeforeCents = readHeldToGiveBack(till.db, decision.reference);
  if (heldBeforeCents === undefined) return [];
  const moved = subtractCents(heldCents(heldBeforeCents), heldBeforeCents);
  if (moved === 0) return [];
  const amount = format.money(cents(Math.abs(moved)));
  return [moved > 0 ? says.moneyComes(amount) : says.moneyGoes(amount)];
}

const nothingHeld = (): Cents => zeroCents;

/**
 * Returns what `day/decide-sale.ts` will say that the drawer holds of it: the sale's new total, if
 * that is paid into the drawer.
 */
const heldCorrected =
  (correction: Argument<'outbox.correct'>, { context }: Known) =>
  (): Cents => {
    const { till } = context.session;
    return till ? heldOfCorrection(till.db, correction).heldCents : zeroCents;
  };

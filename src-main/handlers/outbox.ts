// The outbox screen: what waits, the life of one sale, and the decisions that a person takes.
import { join } from 'node:path';
import { heldToAskAbout } from '../day/cash.ts';
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
import { writeNewFile } from '../receipt/new-file.ts';
import { readPendingDecision } from '../store/corrections.ts';
import { readMoneyOfFoundSale, readPaidInCash } from '../store/cash-movements.ts';
import { chainRest, entryOfSale, readHead } from '../store/journal.ts';
import { readSaleNotices, tickOffNotices } from '../store/sale-notices.ts';
import { listSales, readSale, readSaleDetail } from '../store/sales.ts';
import type { Till } from '../till/till.ts';
import { decidedBy, type Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

const notInCash = { wasCash: false, isCash: false } as const;

export function outboxHandlers(context: Context): HandlersOf<'outbox'> {
  const nowMs = () => context.now().getTime();
  const decided = <Made extends { readonly by: string }>(decision: Made) => ({
    ...decision,
    ...decidedBy(context, decision.by),
  });

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
        decidableAtMs: decidableAtMs(till, sale, nowMs()),
        requestedDecision: readPendingDecision(till.db, reference)?.decision ?? null,
        held: isHidden ? null : held,
        ...((isHidden ? undefined : readPaidInCash(till.db, reference)) ?? notInCash),
        movedCents: readMoneyOfFoundSale(till.db, reference),
        notices: readSaleNotices(till.db, reference),
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
    'outbox.cancel': (decision, till) => cancelSale(till, decided(decision), nowMs()),
    'outbox.sendAgain': (decision, till) => sendSaleAgain(till, decided(decision), nowMs()),
    'outbox.sendAllAgain': ({ isDatedAnew, ...decision }, till) => {
      const { limits } = context.settings.value.selling;
      const redated = isDatedAnew ? { now: context.now(), limits } : null;
      return ok(sendAllAgain(till, decided(decision), nowMs(), redated));
    },
    'outbox.tickOff': ({ reference }, till) => {
      tickOffNotices(till.db, reference, till.whoIsAtIt, nowMs());
      const sale = readSale(till.db, reference);
      if (sale) till.saleChanged(sale);
      return ok(null);
    },
    'outbox.correct': (correction, till) => {
      const { limits } = context.settings.value.selling;
      return correctSale(till, decided(correction), { now: context.now(), limits });
    },
    'outbox.settle': (settlement, till) => settleSale(till, decided(settlement), nowMs()),
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

// The outbox screen: what waits, the life of one sale, and the decisions that a person takes.
import { err, ok, type Result } from '../contract/errors.ts';
import type { SaleEvent } from '../contract/outbox-states.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { Handlers } from '../ipc.ts';
import { takeStep } from '../store/sale-steps.ts';
import { listSales, readSaleDetail } from '../store/sales.ts';
import { openTill, type Context } from './context.ts';

export function outboxHandlers(
  context: Context,
): Pick<
  Handlers,
  | 'outbox.list'
  | 'outbox.get'
  | 'outbox.tryNow'
  | 'outbox.cancel'
  | 'outbox.sendAgain'
  | 'outbox.settle'
> {
  const decide = (
    decision: { readonly reference: string; readonly by: string; readonly note: string },
    event: SaleEvent,
  ): Result<SaleSummary> => {
    const till = openTill(context);
    if (!till.ok) return till;
    const { reference, by, note } = decision;
    const step = takeStep(till.value.db, {
      reference,
      event,
      evidence: { kind: 'decided', by, note },
      atMs: context.now().getTime(),
    });
    if (step.ok) context.saleChanged(step.value);
    till.value.replay.wake();
    return step;
  };

  return {
    'outbox.list': (query) => {
      const till = openTill(context);
      return till.ok ? ok(listSales(till.value.db, query)) : till;
    },
    'outbox.get': ({ reference }) => {
      const till = openTill(context);
      if (!till.ok) return till;
      const sale = readSaleDetail(till.value.db, reference);
      return sale ? ok(sale) : err({ code: 'not_found' });
    },
    'outbox.tryNow': () => {
      const till = openTill(context);
      if (!till.ok) return till;
      till.value.replay.tryNow();
      return ok(null);
    },
    'outbox.cancel': (decision) => decide(decision, 'cancelled'),
    'outbox.sendAgain': (decision) => decide(decision, 'corrected'),
    'outbox.settle': ({ as, ...decision }) =>
      decide(decision, as === 'confirmed' ? 'settled_confirmed' : 'settled_cancelled'),
  };
}

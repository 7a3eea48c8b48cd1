// What of an answer only managers may see, if the shop's rules say so, and the answer without it.
import type { DaySnapshot } from '../contract/day-report.ts';
import { drawerTables, type Figures } from '../contract/figures.ts';
import { zeroCents } from '../contract/money.ts';
import type { Particulars } from '../contract/new-document.ts';
import { isFinal } from '../contract/outbox-states.ts';
import type { Payment } from '../contract/payment.ts';
import type { SaleDetail, SaleContent } from '../contract/sales.ts';
import { heldToAskAbout } from '../day/cash.ts';
import type { Store } from '../store/open.ts';
import type { Lock } from '../staff/lock.ts';

/** Returns whether the person at the till sees it without a manager's PIN. */
export function maySee(
  { state }: Pick<Lock, 'state'>,
  action: 'see_drawer' | 'see_exceptions',
): boolean {
  if (state === null || state.atTill?.role === 'manager') return true;
  return !state.rules.managerActions.includes(action);
}

const notShown: Payment = { method: { id: 1, label: '' }, tenderedCents: zeroCents };

/**
 * Hides how a sale was paid, which would tell what a count has to come to. A sale that somebody may
 * still decide about shows it, as how it was paid is part of the question about its money.
 */
export const isPaymentHidden = (lock: Lock, db: Store, sale: SaleDetail): boolean =>
  heldToAskAbout(db, sale.reference) !== null && isFinal(sale.state) && !maySee(lock, 'see_drawer');

type CounterContent = Extract<SaleContent, { readonly payment: Payment }>;

/** Returns the sale without its payment. It stays a sale at the counter. */
export const withoutPayment = (sale: SaleDetail): SaleDetail => ({
  ...sale,
  payment: sale.payment && notShown,
  particulars: sale.payment && sale.particulars && unpaid(sale.particulars),
  ...(sale.returned && { returned: { ...sale.returned, method: notShown.method } }),
  former: sale.former.map((one) => ({
    ...one,
    content: 'payment' in one.content ? withoutMethod(one.content) : one.content,
  })),
});

const withoutMethod = ({ particulars, ...content }: CounterContent): CounterContent => ({
  ...content,
  payment: notShown,
  ...(particulars && { particulars: unpaid(particulars) }),
});

/** An invoice of the counter has the payment method in its particulars too. */
const unpaid = (particulars: Particulars): Particulars => ({ ...particulars, paymentMethod: null });

/** Leaves out of a day's report what only managers see elsewhere. */
export function shownTo(lock: Lock, snapshot: DaySnapshot): DaySnapshot {
  if (maySee(lock, 'see_exceptions')) return snapshot;
  const { sinceLast } = snapshot;
  return {
    ...snapshot,
    exceptions: [],
    sinceLast: sinceLast && { ...sinceLast, exceptions: [] },
  };
}

/** Leaves out the figures that tell what the drawer holds, so that a count is blind. */
export const withoutDrawer = (figures: Figures): Figures => ({
  ...figures,
  methods: [],
  cash: [],
  hidden: drawerTables,
});

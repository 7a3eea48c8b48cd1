// The cash drawer. It opens by itself when a sale is paid in cash, and when a person says why.
import { err, ok, type Result } from '../contract/errors.ts';
import type { Payment } from '../contract/payment.ts';
import type { DrawerOpening } from '../contract/drawer.ts';
import type { Printing } from '../contract/printing.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { sendBytes, thermalOf } from '../printing/transport.ts';
import { drivers } from '../printing/drivers/drivers.ts';
import { noteOpening, noteOutcome } from '../store/drawer-openings.ts';
import type { TillParts } from './parts.ts';

/** Nobody waits for it. If it does not open, a notice says so. */
export function openForSale(
  till: TillParts,
  { reference }: SaleSummary,
  { method }: Payment,
): void {
  const { drawer } = till.environment.printing();
  if (!drawer?.opensFor.includes(method.id)) return;
  till.environment.inBackground('the drawer was not opened', async () => {
    await openDrawer(till, { reason: null, reference });
  });
}

/** Opens the drawer when cash moves. Nobody waits for it, and a shop may have none. */
export function openForCash(till: TillParts, reason: string): void {
  const { drawer, printer } = till.environment.printing();
  if (!drawer || !thermalOf(printer)) return;
  till.environment.inBackground('the drawer was not opened', async () => {
    await openDrawer(till, { reason, reference: null });
  });
}

/** Errors: `no_drawer`, `drawer_not_opened`. */
export async function openDrawer(
  till: TillParts,
  why: Pick<DrawerOpening, 'reason' | 'reference'>,
  { printer, drawer }: Pick<Printing, 'printer' | 'drawer'> = till.environment.printing(),
): Promise<Result<null>> {
  const kicker = thermalOf(printer);
  if (!drawer || !kicker) return err({ code: 'no_drawer' });
  const opening = noteOpening(till.db, {
    atMs: till.clock.nowMs(),
    openedBy: till.whoIsAtIt,
    // The drawer opens for a sale by itself: what was approved then is a price, and the sale's own
    // history tells of it.
    approvedBy: why.reference === null ? (till.environment.doneBy()?.approvedBy ?? null) : null,
    ...why,
  });
  if (!opening) return ok(null);
  const kick = drivers[kicker.thermal.language].drawerKick(drawer);
  const sent = await till.printQueue.ahead((signal) => sendBytes(kicker, kick, signal));
  till.environment.withdraw('drawer_not_opened');
  const outcomes = { printed: 'opened', not_sent: 'failed', unclear: 'unclear' } as const;
  if (till.db.open) noteOutcome(till.db, opening.openingId, outcomes[sent.outcome]);
  if (sent.outcome === 'printed') return ok(null);
  const error = { code: 'drawer_not_opened', error: sent.error } as const;
  if (why.reference !== null) till.environment.notify(error);
  return err(error);
}

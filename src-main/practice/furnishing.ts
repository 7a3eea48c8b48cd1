// Furnishes a practice till with what it has from its first day: products, ways to pay, a closed
// day of yesterday and one that is open.
import type { Clock } from '../clock.ts';
import type { OutboxTiming } from '../outbox/timing.ts';
import type { Furnishing } from '../till/open-till.ts';
import { hasSales } from '../store/sales.ts';
import { hasShifts } from '../store/shifts.ts';
import { exampleProducts } from './example-products.ts';
import { PastClock } from './past-clock.ts';
import { playDays } from './play-days.ts';
import type { Practice } from './practice.ts';
import { beforeShopDays, invoiceKind, paymentMethods, shopDays } from './shop-days.ts';

export const furnishingOf = (
  practice: Practice,
  clock: Pick<Clock, 'nowMs'>,
  timing: OutboxTiming,
): Furnishing => ({
  paymentMethods,
  invoiceKind,
  products: exampleProducts,
  timing,
  // While the plug is pulled nothing could be confirmed, so a later start does it. A service made
  // by a release without such days has documents that are newer.
  days: async (db, { client, token, profile }) => {
    if (hasSales(db) || hasShifts(db) || token === undefined) return;
    const nowMs = clock.nowMs();
    const past = new PastClock(beforeShopDays(nowMs).getTime());
    const till = { db, client, token, by: profile.userName, timing };
    await practice.furnish(past, () => playDays(till, shopDays(nowMs), past));
  },
});

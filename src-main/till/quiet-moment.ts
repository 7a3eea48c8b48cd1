// When a till may be closed for some minutes with nobody there to ask.
import type { Clock } from '../clock.ts';
import { activityOf } from '../store/activity.ts';
import { readOpenCart } from '../store/carts.ts';
import type { Store } from '../store/open.ts';

const quietMs = 10 * 60_000;
const lookEveryMs = 30_000;

/**
 * Resolves once nobody has done anything at the till for ten minutes, and no sale is under way.
 * False if the signal aborts first.
 */
export async function quietMoment(db: Store, clock: Clock, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  let sinceMs = clock.monotonicMs();
  let last = activityOf(db);
  for (;;) {
    await clock.sleep(lookEveryMs, signal);
    if (signal.aborted) return false;
    const activity = activityOf(db);
    const isBusy = activity !== last || (readOpenCart(db)?.lines.length ?? 0) > 0;
    last = activity;
    if (isBusy) sinceMs = clock.monotonicMs();
    if (clock.monotonicMs() - sinceMs >= quietMs) return true;
  }
}

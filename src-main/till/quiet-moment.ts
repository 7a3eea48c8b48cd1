// When a till may be closed for some minutes with nobody there to ask.
import type { Clock } from '../clock.ts';
import { activityOf } from '../store/activity.ts';
import { isSaleOpen } from '../store/carts.ts';
import { ifReadable } from '../store/if-readable.ts';
import type { Store } from '../store/open.ts';

const quietMs = 10 * 60_000;
const lookEveryMs = 30_000;

export interface QuietMomentOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Counts what people do on the page: keys, touches, what stands there half-typed. */
  readonly touches: () => number;
}

/**
 * Resolves once nobody has done anything at the till for ten minutes, and no sale is under way; not
 * while that cannot be read. False if the signal aborts first.
 */
export async function quietMoment(
  db: Store,
  { clock, signal, touches }: QuietMomentOptions,
): Promise<boolean> {
  let sinceMs = clock.monotonicMs();
  let last: string | undefined;
  while (!signal.aborted) {
    const sold = ifReadable(() => (isSaleOpen(db) ? undefined : activityOf(db)));
    const activity = sold && `${sold} ${touches()}`;
    if (activity === undefined || activity !== last) sinceMs = clock.monotonicMs();
    last = activity;
    if (clock.monotonicMs() - sinceMs >= quietMs) return true;
    await clock.sleep(lookEveryMs, signal);
  }
  return false;
}

// The times of a history: a till's minutes as milliseconds, in the proportions that `outbox/timing.ts` has.
import type { OutboxTiming } from '../../src-main/outbox/timing.ts';
import type { ServiceTimeouts } from '../../src-main/service/client.ts';

export const serviceTimeouts: ServiceTimeouts = { connectMs: 200, headersMs: 120, bodyMs: 120 };

/** How long it looks again depends on how late the service is: see `latenessOf`. */
export const outboxTiming: Omit<OutboxTiming, 'laterLooksMs'> = {
  settlingMs: 600,
  lookUpsNeeded: 3,
  firstLookUpMs: 30,
  lookUpCapMs: 150,
  retryFirstMs: 10,
  retryCapMs: 60,
  probeMs: 200,
  pausedProbeMs: 100,
  measureMs: 500,
};

/** Shown only when the till had to believe that it never would be. */
export const isTooLate = (arrivedAtMs: number, shownAtMs: number): boolean =>
  shownAtMs - arrivedAtMs >= outboxTiming.settlingMs;

/** Shown when the till need not look any more. */
export const isBeyondLooks = (
  laterLooksMs: readonly number[],
  arrivedAtMs: number,
  shownAtMs: number,
): boolean =>
  shownAtMs - arrivedAtMs >= laterLooksMs.reduce((sum, distanceMs) => sum + distanceMs, 0);

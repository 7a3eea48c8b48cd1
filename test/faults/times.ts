// The times of a history. A till's seconds go by as milliseconds, so that minutes, hours and bounds of its outbox all count.
import type { Clock } from '../../src-main/outbox/clock.ts';
import { systemClock } from '../../src-main/outbox/clock.ts';
import type { OutboxTiming } from '../../src-main/outbox/timing.ts';
import type { ServiceTimeouts } from '../../src-main/service/client.ts';

/** So much faster than ours goes a till's clock. */
export const scale = 1000;

/** Ours. */
export const serviceTimeouts: ServiceTimeouts = { connectMs: 200, headersMs: 120, bodyMs: 120 };

/** A till's. How long it looks again depends on how late the service is: see `latenessOf`. */
export const outboxTiming: Omit<OutboxTiming, 'laterLooksMs'> = {
  settlingMs: 600 * scale,
  lookUpsNeeded: 3,
  firstLookUpMs: 30 * scale,
  lookUpCapMs: 150 * scale,
  retryFirstMs: 10 * scale,
  retryCapMs: 60 * scale,
  probeMs: 200 * scale,
  pausedProbeMs: 100 * scale,
  measureMs: 500 * scale,
};

/** Ours, as everything else here that is not said to be a till's. */
export const settlingMs = outboxTiming.settlingMs / scale;
export const lookUpCapMs = outboxTiming.lookUpCapMs / scale;

const preciseNowMs = (): number => performance.timeOrigin + performance.now();

/** The wall's time at a till whose clock is right. `originMs`: when its time began to go faster. */
export const tillTimeMs = (originMs: number): number =>
  Math.round(originMs + (preciseNowMs() - originMs) * scale);

/** `offsetMs`: how far the computer's clock is from the true time. */
export const fastClock = (originMs: number, offsetMs: () => number): Clock => ({
  nowMs: () => tillTimeMs(originMs) + offsetMs(),
  monotonicMs: () => performance.now() * scale,
  sleep: (ms, signal) => systemClock.sleep(ms / scale, signal),
});

/** Shown only when the till had to believe that it never would be. */
export const isTooLate = (arrivedAtMs: number, shownAtMs: number): boolean =>
  shownAtMs - arrivedAtMs >= settlingMs;

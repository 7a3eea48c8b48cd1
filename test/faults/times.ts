// The times of a history. A till's seconds pass in milliseconds, so that all minutes, hours and
// bounds of its outbox matter.
import type { Clock } from '../../src-main/clock.ts';
import { systemClock } from '../../src-main/clock.ts';
import type { OutboxTiming } from '../../src-main/outbox/timing.ts';
import type { ServiceTimeouts } from '../../src-main/service/client.ts';

/** For a busy machine: everything takes so many times longer. */
const slowness = Number(process.env.FAULTS_SLOWNESS ?? 1);

/** How much faster a till's clock is than ours. */
export const scale = 1000 / slowness;

/** Returns how long a number of the till's seconds take here. */
export const ours = (tillSeconds: number): number => (tillSeconds * 1000) / scale;

/** In our time. */
export const serviceTimeouts: ServiceTimeouts = {
  connectMs: ours(200),
  headersMs: ours(120),
  bodyMs: ours(120),
};

/**
 * In a till's time. How long it looks again depends on how late the service is: see `latenessOf`.
 */
export const outboxTiming: Omit<OutboxTiming, 'auditDelaysMs'> = {
  settlingMs: 600_000,
  lookUpsNeeded: 3,
  firstLookUpMs: 30_000,
  lookUpCapMs: 150_000,
  retryFirstMs: 10_000,
  retryCapMs: 60_000,
  probeMs: 200_000,
  pausedProbeMs: 100_000,
  decisionDelayMs: 300_000,
};

/** In our time, as everything else here that is not said to be a till's. */
export const settlingMs = outboxTiming.settlingMs / scale;
export const lookUpCapMs = outboxTiming.lookUpCapMs / scale;

const preciseNowMs = (): number => performance.timeOrigin + performance.now();

/**
 * Returns the wall time at a till whose clock is right. `originMs`: when its time began to go
 * faster.
 */
export const tillTimeMs = (originMs: number): number =>
  Math.round(originMs + (preciseNowMs() - originMs) * scale);

/** `offsetMs`: the distance of the computer's clock from the true time. */
export const fastClock = (originMs: number, offsetMs: () => number): Clock => ({
  nowMs: () => tillTimeMs(originMs) + offsetMs(),
  monotonicMs: () => performance.now() * scale,
  sleep: (ms, signal) => systemClock.sleep(ms / scale, signal),
});

/**
 * Returns whether a document was shown only after the till had to believe that it never would be.
 */
export const isTooLate = (arrivedAtMs: number, shownAtMs: number): boolean =>
  shownAtMs - arrivedAtMs >= settlingMs;

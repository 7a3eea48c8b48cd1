// Time as the outbox needs it: two clocks, and waiting.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Of the wall: for what is written down, and shown. */
  nowMs(): number;
  /** Never set by anybody: for everything that waits. */
  monotonicMs(): number;
  /** Resolves after the time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Node's timers hold no more than 31 bits of milliseconds; the outbox just wakes earlier. */
const longestMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(Math.min(ms, longestMs), undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};

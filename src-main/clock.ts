// The real clock of the outbox.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './outbox/replay.ts';

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

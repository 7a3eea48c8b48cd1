// Time: two clocks, and waits by them, also for answers that may never come.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Returns the time of the wall clock, for what is written down and shown. */
  nowMs(): number;
  /** Returns a time that nobody can set, for everything that waits. */
  monotonicMs(): number;
  /** Resolves after the time, or at once when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node's timers hold no more than 31 bits of milliseconds. The outbox just wakes earlier. */
const longestMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(Math.min(ms, longestMs), undefined, { signal });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  },
};

/** Calls `act` after the time, unless the signal aborts first. */
export function after(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  signal: AbortSignal,
  act: () => void,
): void {
  void clock.sleep(ms, signal).then(() => {
    if (!signal.aborted) act();
  });
}

/** Returns a signal that aborts with a `TimeoutError` after the time, unless `over` does first. */
export function deadline(clock: Pick<Clock, 'sleep'>, ms: number, over: AbortSignal): AbortSignal {
  const late = new AbortController();
  after(clock, ms, over, () => late.abort(new DOMException('The time is over.', 'TimeoutError')));
  return late.signal;
}

/** Resolves with the answer, or with null once that has taken too long or the signal aborts. */
export async function inTime<Answer>(
  clock: Pick<Clock, 'sleep'>,
  answer: Promise<Answer>,
  ms: number,
  signal?: AbortSignal,
): Promise<{ readonly answer: Answer } | null> {
  const over = new AbortController();
  const ended = AbortSignal.any([over.signal, ...(signal ? [signal] : [])]);
  try {
    return await Promise.race([
      answer.then((answer) => ({ answer })),
      clock.sleep(ms, ended).then(() => null),
    ]);
  } finally {
    over.abort();
  }
}

/**
 * Returns the wait after so many failures: it doubles up to the cap, and is spread by jitter so
 * that a shop's tills do not return as one. `random`: from 0 to 1.
 */
export function growingWaitMs(
  failures: number,
  { firstMs, capMs }: { readonly firstMs: number; readonly capMs: number },
  random = Math.random(),
): number {
  const longestMs = Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30), capMs);
  return longestMs * (0.5 + random / 2);
}

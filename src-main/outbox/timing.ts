// How long the outbox waits, and for what. Safe defaults; tests shorten them.

export interface OutboxTiming {
  /**
   * Quiet time, watched from the first complete look-up on, before absence may be believed: the service may still
   * commit what it was sent. The time that fresh documents were measured to need is added twice.
   */
  readonly settlingMs: number;
  /** Complete look-ups that must have found nothing, the last of them after the settling time. */
  readonly lookUpsNeeded: number;
  readonly firstLookUpMs: number;
  readonly lookUpCapMs: number;
  readonly retryFirstMs: number;
  readonly retryCapMs: number;
  /** How often an idle till asks whether the service is still there. */
  readonly probeMs: number;
  /** How often, at most, a fresh document is looked up to see how long the search needs to find it. */
  readonly measureMs: number;
  /** From one look to the next, at sales that may turn out to have a document too many. */
  readonly laterLooksMs: readonly number[];
  /** How often a till that was turned away (403, 404, 405) asks again by itself. */
  readonly pausedProbeMs: number;
}

export const defaultTiming: OutboxTiming = {
  settlingMs: 600_000,
  lookUpsNeeded: 3,
  firstLookUpMs: 2_000,
  lookUpCapMs: 120_000,
  retryFirstMs: 1_000,
  retryCapMs: 30_000,
  probeMs: 15_000,
  pausedProbeMs: 300_000,
  measureMs: 600_000,
  laterLooksMs: [300_000, 3_600_000, 86_400_000],
};

const longestRetryAfterMs = 3_600_000;

/** Waits that double with each failure up to a cap, spread by jitter so that a shop's tills do not return as one. */
export class Backoff {
  readonly #timing: OutboxTiming;
  readonly #random: () => number;
  #failures = 0;
  #readyAtMs = 0;

  constructor(timing: OutboxTiming, random: () => number = Math.random) {
    this.#timing = timing;
    this.#random = random;
  }

  get readyAtMs(): number {
    return this.#readyAtMs;
  }

  /** A `Retry-After` of the service is honoured up to an hour: beyond that it is a mistake of somebody's clock. */
  fail(nowMs: number, retryAfterMs: number | null = null): void {
    const { retryFirstMs, retryCapMs } = this.#timing;
    const longest = Math.min(retryFirstMs * 2 ** Math.min(this.#failures, 30), retryCapMs);
    this.#failures += 1;
    this.#readyAtMs =
      nowMs +
      Math.max(
        Math.min(retryAfterMs ?? 0, longestRetryAfterMs),
        longest * (0.5 + this.#random() / 2),
      );
  }

  succeed(): void {
    this.#failures = 0;
    this.#readyAtMs = 0;
  }
}

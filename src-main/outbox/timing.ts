// How long the outbox waits, and for what. Safe defaults; tests shorten them.

export interface OutboxTiming {
  /** Quiet time after the last attempt before absence may be believed: the service may still commit what it was sent. */
  readonly settlingMs: number;
  /** Complete look-ups that must have found nothing, the last of them after the settling time. */
  readonly lookUpsNeeded: number;
  readonly firstLookUpMs: number;
  readonly lookUpCapMs: number;
  readonly retryFirstMs: number;
  readonly retryCapMs: number;
  /** How often an idle till asks whether the service is still there. */
  readonly probeMs: number;
}

export const defaultTiming: OutboxTiming = {
  settlingMs: 600_000,
  lookUpsNeeded: 3,
  firstLookUpMs: 2_000,
  lookUpCapMs: 120_000,
  retryFirstMs: 1_000,
  retryCapMs: 30_000,
  probeMs: 15_000,
};

/**
 * When to look again after a look-up that found nothing: at growing distances, and once exactly when the settling
 * time ends.
 */
export function nextLookUpAtMs(
  timing: OutboxTiming,
  nowMs: number,
  attemptEndedAtMs: number,
  lookUps: number,
): number {
  const growing = Math.min(
    timing.firstLookUpMs * 3 ** Math.max(0, lookUps - 1),
    timing.lookUpCapMs,
  );
  const settledAtMs = attemptEndedAtMs + timing.settlingMs;
  return nowMs < settledAtMs ? Math.min(nowMs + growing, settledAtMs) : nowMs + growing;
}

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

  /** A `Retry-After` of the service is never cut short. */
  fail(nowMs: number, retryAfterMs: number | null = null): void {
    const { retryFirstMs, retryCapMs } = this.#timing;
    const longest = Math.min(retryFirstMs * 2 ** Math.min(this.#failures, 30), retryCapMs);
    this.#failures += 1;
    this.#readyAtMs = nowMs + Math.max(retryAfterMs ?? 0, longest * (0.5 + this.#random() / 2));
  }

  succeed(): void {
    this.#failures = 0;
    this.#readyAtMs = 0;
  }
}

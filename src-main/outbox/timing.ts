// How long the outbox waits, and for what. The object `outbox` in settings.json changes these safe
// defaults.

export interface OutboxTiming {
  /** How long a sale in doubt is looked for, without a gap, before its absence may be believed. */
  readonly settlingMs: number;
  /**
   * How many complete look-ups must have found nothing; the last one is made in the turn in which
   * the sale is sent again.
   */
  readonly lookUpsNeeded: number;
  readonly firstLookUpMs: number;
  /** The longest time between look-ups; a gap of three of these begins the search anew. */
  readonly lookUpCapMs: number;
  readonly retryFirstMs: number;
  readonly retryCapMs: number;
  /** How often an idle till asks whether the service is still there. */
  readonly probeMs: number;
  /**
   * How long after a settled doubt the audits are made; the last of them is also the time from one
   * audit to the next.
   */
  readonly auditDelaysMs: readonly number[];
  /** How often a till tries again by itself if it was turned away, or if its outbox is paused. */
  readonly pausedProbeMs: number;
  /** How much longer than its proof takes a doubt is watched before a person may settle it. */
  readonly decisionDelayMs: number;
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
  decisionDelayMs: 300_000,
  auditDelaysMs: [300_000, 3_600_000, 86_400_000],
};

/** A longer `Retry-After` comes from somebody's wrong clock. */
export const longestRetryAfterMs = 3_600_000;

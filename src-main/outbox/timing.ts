// How long the outbox waits, and for what. Safe defaults; the object `outbox` in settings.json
// changes them.

export interface OutboxTiming {
  /** How long a sale in doubt is looked for, without a gap, before its absence may be believed. */
  readonly settlingMs: number;
  /**
   * Complete look-ups that must have found nothing, the last of them in the turn in which it is
   * sent again.
   */
  readonly lookUpsNeeded: number;
  readonly firstLookUpMs: number;
  /** Look-ups are never further apart; a gap of three of these begins the search anew. */
  readonly lookUpCapMs: number;
  readonly retryFirstMs: number;
  readonly retryCapMs: number;
  /** How often an idle till asks whether the service is still there. */
  readonly probeMs: number;
  /** How often, at most, the search's lag is learnt from the control. */
  readonly measureMs: number;
  /**
   * When the audit is made after a doubt was settled; the last of them is also the time from one to
   * the next.
   */
  readonly auditDelaysMs: readonly number[];
  /** How often a till that was turned away, or whose outbox is paused, tries again by itself. */
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
  auditDelaysMs: [300_000, 3_600_000, 86_400_000],
};

/** A longer `Retry-After` is a mistake of somebody's clock. */
export const longestRetryAfterMs = 3_600_000;

/**
 * Returns the wait after so many failures: it doubles up to the cap, and is spread by jitter so
 * that a shop's tills do not return as one. `random`: from 0 to 1.
 */
export function growingWaitMs(
  failures: number,
  { firstMs, capMs }: { readonly firstMs: number; readonly capMs: number },
  random: number,
): number {
  const longestMs = Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), 30), capMs);
  return longestMs * (0.5 + random / 2);
}

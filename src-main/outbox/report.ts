// What the Outbox screen shows beside the sales, and which sales wait so long that a person must
// know of it.
import { unsentStates } from '../contract/outbox-states.ts';
import type { Overdue, OutboxReport } from '../contract/outbox-report.ts';
import { readLastAudit } from '../store/audits.ts';
import type { Store } from '../store/open.ts';
import { unseenNotices } from '../store/sale-notices.ts';
import { oldestIn } from '../store/sales.ts';
import type { Clock } from '../clock.ts';
import type { ConnectionWatch } from './connection.ts';
import type { Rules } from './rules.ts';

/** The longest waits before a person is told. */
const queuedBoundMs = 300_000;
const heldBoundMs = 3_600_000;
/** Twice as long as a creation may take. */
const sendingBoundMs = 200_000;
const releaseAfterMs = 3_600_000;
const mostOverdue = 1000;
const clockToleranceMs = 60_000;

export interface ReportParts {
  readonly db: Store;
  readonly clock: Clock;
  readonly rules: Rules;
  readonly connection: ConnectionWatch;
}

export function reportOf(
  parts: ReportParts,
  ofOutbox: Pick<OutboxReport, 'isAuditing' | 'auditError' | 'clockAheadMs'>,
): OutboxReport {
  const { db, clock, rules, connection } = parts;
  const nowMs = clock.nowMs();
  const monotonicMs = clock.monotonicMs();
  const { gateClosedAtMs, isPaused, releasedBy, sendAtMs } = rules;
  const closedMs = gateClosedAtMs === null ? 0 : monotonicMs - gateClosedAtMs;
  const waitMs = (connection.works ? sendAtMs : connection.askAtMs) - monotonicMs;
  /**
   * Whether to tell the next try: either is enough, as what the status line says may lag behind.
   */
  const isTold =
    connection.held === null &&
    (isPaused || !connection.works || connection.connection !== 'online');
  return {
    ...ofOutbox,
    audit: readLastAudit(db) ?? null,
    nextTryAtMs: isTold ? Math.round(nowMs + Math.max(0, waitMs)) : null,
    pause: connection.held ?? (isPaused ? connection.error : null),
    gateSinceMs: gateClosedAtMs === null ? null : Math.round(nowMs - closedMs),
    // Whether it works at this moment is another matter: what is let go waits for that.
    mayRelease: closedMs >= releaseAfterMs,
    isReleased: releasedBy !== undefined,
    overdue: overdue(parts, nowMs),
    notices: unseenNotices(db, mostOverdue),
  };
}

/** Returns every sale that waits longer than its bound: nothing waits in silence. */
function overdue({ db, rules, connection }: ReportParts, nowMs: number): readonly Overdue[] {
  const maySend = connection.works && rules.gateClosedAtMs === null && !rules.isPaused;
  const bounds = {
    sending: () => sendingBoundMs,
    queued: () => (maySend ? queuedBoundMs : heldBoundMs),
    in_doubt: (reference: string) => rules.doubtBoundMs(reference),
  };
  // Each sale has its own time: after a change of the clock the first in the queue need not be the
  // oldest.
  return unsentStates.flatMap((why) =>
    oldestIn(db, why, mostOverdue)
      .filter(({ reference, sinceMs }) => isOver(sinceMs, bounds[why](reference), nowMs))
      .map(({ reference, sinceMs }) => ({ reference, why, sinceMs })),
  );
}

const isOver = (sinceMs: number, boundMs: number, nowMs: number): boolean =>
  waitedMs(sinceMs, nowMs) >= boundMs;

/**
 * Returns the wait by the computer's clock. A time in the future means that a clock was wrong:
 * whatever waits for it is due.
 */
export const waitedMs = (sinceMs: number, nowMs: number): number =>
  sinceMs > nowMs + clockToleranceMs ? Infinity : Math.max(0, nowMs - sinceMs);

// What the outbox's report means for a person: what is held back and why, what waits too long, and
// what agrees.
import type { AuditReport, Overdue, OutboxReport } from '../../src-main/contract/outbox-report.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type { Connection, TillState } from '../../src-main/contract/till-state.ts';

/** Why nothing is sent at the moment. */
export interface Held {
  /** `refusing`: the service is there, and has accepted none of the last three sales. */
  readonly by: 'refusing' | Exclude<Connection, 'online'>;
  readonly cause: AppError | null;
  /** Null while it is being tried. */
  readonly nextTryAtMs: number | null;
}

type HeldState = Pick<TillState, 'connection' | 'connectionError'>;

export function heldBack(
  { connection, connectionError }: HeldState,
  { pause, nextTryAtMs }: Pick<OutboxReport, 'pause' | 'nextTryAtMs'>,
  nowMs: number,
): Held | null {
  const next = { nextTryAtMs: nextTryAtMs !== null && nextTryAtMs > nowMs ? nextTryAtMs : null };
  if (connection === 'offline' || connection === 'sign_in_needed') {
    return { by: connection, cause: connectionError, ...next };
  }
  if (pause) return { by: 'refusing', cause: pause, ...next };
  if (connection === 'paused') return { by: connection, cause: connectionError, ...next };
  // Of what was answered there is nothing to say that is an error: documents, but not the ones that
  // were asked for.
  return next.nextTryAtMs === null ? null : { by: 'refusing', cause: connectionError, ...next };
}

export interface OverdueGroup {
  readonly why: Overdue['why'];
  readonly count: number;
  readonly sinceMs: number;
  /** The oldest of them. */
  readonly references: readonly string[];
}

/** A report names no more in one state: there may be others. */
export const mostOverdue = 1000;

/** How many of them are named: there can be thousands, and a person reads few. */
export const mostNamed = 5;

const whys: readonly Overdue['why'][] = ['in_doubt', 'sending', 'queued'];

/** What a person can do something about comes first. */
export function overdueGroups(overdue: readonly Overdue[]): readonly OverdueGroup[] {
  return whys.flatMap((why) => {
    const waiting = overdue
      .filter((sale) => sale.why === why)
      .toSorted((one, other) => one.sinceMs - other.sinceMs);
    const [oldest] = waiting;
    if (!oldest) return [];
    const references = waiting.slice(0, mostNamed).map(({ reference }) => reference);
    return [{ why, count: waiting.length, sinceMs: oldest.sinceMs, references }];
  });
}

export const oldestOf = (overdue: readonly Overdue[]): number =>
  overdue.reduce((oldest, { sinceMs }) => Math.min(oldest, sinceMs), Infinity);

/** How many confirmed sales have just the document that they should have. */
export const agreeing = ({ confirmed, missing, differing }: AuditReport): number =>
  Math.max(0, confirmed - new Set([...missing, ...differing]).size);

export const agrees = ({ missing, differing, alarms }: AuditReport): boolean =>
  missing.length === 0 && differing.length === 0 && alarms === 0;

/** Missing for the first time: the lists may lag, so that nobody need worry yet. */
export const missingOnce = ({ missing, lost }: AuditReport): readonly string[] =>
  missing.filter((reference) => !lost.includes(reference));

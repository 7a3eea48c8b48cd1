// What the Outbox screen tells beside the sales: the last audit, why nothing is sent, and what a
// person must know.
import * as v from 'valibot';
import type { AppError } from './errors.ts';

/** What the service holds of this till's documents, beside what the till's file says. */
export const auditReportSchema = v.object({
  atMs: v.number(),
  /** Documents of this till that the lists showed: those since a day before the audit before. */
  checked: v.number(),
  /** Sales whose document the service has confirmed, in all. */
  confirmed: v.number(),
  /** References of confirmed sales whose document the lists did not show. */
  missing: v.array(v.string()),
  /** Those that were missing at the audit before as well. */
  lost: v.array(v.string()),
  /** References whose document has another total, or status, than it was confirmed with. */
  differing: v.array(v.string()),
  /** Sales that turned out to have a document too many. */
  alarms: v.number(),
});
export type AuditReport = v.InferOutput<typeof auditReportSchema>;

/** A sale that has waited longer than it should without coming to an end. */
export interface Overdue {
  readonly reference: string;
  readonly why: 'queued' | 'sending' | 'in_doubt';
  readonly sinceMs: number;
}

export interface OutboxReport {
  /** Null before the first. */
  readonly audit: AuditReport | null;
  readonly isAuditing: boolean;
  /** Why the last audit could not be finished; null where it was. */
  readonly auditError: AppError | null;
  /** When the outbox tries next, while it may not send; null while it may. */
  readonly nextTryAtMs: number | null;
  /** Why all sales are held back although the service is there; null where they are not. */
  readonly pause: AppError | null;
  /**
   * Nothing is created before what the service holds was looked through once. Since when that
   * waits; null once it is done.
   */
  readonly gateSinceMs: number | null;
  /** It has waited so long that a named person may let sales go that were never attempted. */
  readonly mayRelease: boolean;
  readonly isReleased: boolean;
  /** Oldest first; at most 1000. */
  readonly overdue: readonly Overdue[];
  /**
   * By how much the computer's clock is ahead of the service's, where that would date a document
   * wrongly.
   */
  readonly clockAheadMs: number | null;
}

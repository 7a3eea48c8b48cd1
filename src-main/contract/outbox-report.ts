// What stands beside the sales: the last audit, why nothing is sent, what a person must know.
import * as v from 'valibot';
import type { AppError } from './errors.ts';
import type { SaleNotice } from './sales.ts';

/** What the service holds of this till's documents, compared with the till's file. */
export const auditReportSchema = v.object({
  atMs: v.number(),
  /** How many documents of this till the lists showed, from a day before the previous audit on. */
  checked: v.number(),
  /** How many sales have a document that the service has confirmed, in all. */
  confirmed: v.number(),
  /** References of confirmed sales whose document the lists did not show. */
  missing: v.array(v.string()),
  /**
   * Those of `missing` that an audit a settling time ago has missed as well, and that the service
   * says it does not have: they wait for a person.
   */
  lost: v.array(v.string()),
  /** References whose document has another total or status than the sale was confirmed with. */
  differing: v.array(v.string()),
  /** How many sales turned out to have a document too many. */
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
  /** Null before the first audit. */
  readonly audit: AuditReport | null;
  readonly isAuditing: boolean;
  /** Why the last audit could not be finished; null if it was. */
  readonly auditError: AppError | null;
  /** When the outbox tries next while it may not send; null while it may. */
  readonly nextTryAtMs: number | null;
  /** Why all sales are held back although the service is there; null if they are not. */
  readonly pause: AppError | null;
  /** Since when creating waits for the documents to be looked through; null once they are. */
  readonly gateSinceMs: number | null;
  /** Whether that takes so long that a named person may let sales go that were never attempted. */
  readonly mayRelease: boolean;
  readonly isReleased: boolean;
  /** The overdue sales, oldest first; at most 1000. */
  readonly overdue: readonly Overdue[];
  /** What somebody must still tick off, oldest first; at most 1000. */
  readonly notices: readonly Pick<
    SaleNotice & { readonly reference: string },
    'reference' | 'kind'
  >[];
  /** How far the clock is ahead of the service's, if that dates a document wrongly; else null. */
  readonly clockAheadMs: number | null;
}

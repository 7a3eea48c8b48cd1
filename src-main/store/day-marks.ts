// How far the file's records go, by their numbers. They tell what belongs to a day, because a clock
// can be put right while the day is open.
import { marksSchema, type Marks } from '../contract/day-report.ts';
import type { Store } from './open.ts';
import { requireRow } from './prepared.ts';

/** The rows after the first marks, up to the second. */
export interface Stretch {
  readonly after: Marks;
  readonly upTo: Marks;
}

export const noMarks: Marks = { saleId: 0, stepId: 0, decisionId: 0, openingId: 0, recoveryId: 0 };

export const readMarks = (db: Store): Marks =>
  requireRow(
    db,
    marksSchema,
    `SELECT (SELECT coalesce(max(sale_id), 0) FROM sale) AS saleId,
         (SELECT coalesce(max(step_id), 0) FROM sale_step) AS stepId,
         (SELECT coalesce(max(decision_id), 0) FROM decision) AS decisionId,
         (SELECT coalesce(max(opening_id), 0) FROM drawer_opening) AS openingId,
         (SELECT coalesce(max(recovery_id), 0) FROM recovery) AS recoveryId`,
  );

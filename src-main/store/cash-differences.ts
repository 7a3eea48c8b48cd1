// How far the counts of closed days differed, as their Z reports have it.
import { cashDifferenceSchema, type CashDifference } from '../contract/figures.ts';
import type { Days } from '../contract/periods.ts';
import type { Store } from './open.ts';
import { readRows } from './prepared.ts';

/**
 * Returns the differences of days that were opened in the span, in the order in which they were
 * closed.
 */
export const readCashDifferences = (db: Store, days: Days): readonly CashDifference[] =>
  readRows(
    db,
    cashDifferenceSchema,
    `SELECT z_id AS zId, installation, number, shift.date AS date,
       said ->> '$.expectedCents' AS expectedCents, said ->> '$.countedCents' AS countedCents
     FROM (SELECT *, iif(json_valid(snapshot), snapshot -> '$.cash.count', NULL) AS said
           FROM z_report) JOIN shift USING (shift_id)
     WHERE shift.date BETWEEN @from AND @until ORDER BY z_id`,
    { ...days },
  );

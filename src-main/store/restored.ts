// A record that may be behind what has really happened: a copy of a till's database, what was saved of a damaged one, or an
// older file than the service's own documents tell.
import * as v from 'valibot';
import type { Evidence } from '../contract/sales.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { doubtRestoredJobs } from './print-jobs.ts';
import { mustStep } from './sale-steps.ts';
import { countSales } from './sales.ts';
import { setInstallation } from './till.ts';

export type RestoredFrom = Extract<Evidence, { kind: 'restored' }>['from'];

/**
 * Puts whatever was not settled in doubt, in one transaction: it is looked for before it is sent. `installation` must be
 * new, so that no reference is given twice. Returns how many sales are in doubt now.
 */
export function doubtUnsettled(
  db: Store,
  from: RestoredFrom,
  installation: string,
  nowMs: number,
): number {
  return inTransaction(db, () => {
    prepared(
      db,
      `UPDATE sale SET proof = 'absence' WHERE proof <> 'never'
         AND state IN ('queued', 'sending', 'in_doubt', 'rejected')`,
    ).run();
    const references = prepared(
      db,
      `SELECT reference FROM sale WHERE state IN ('queued', 'sending') ORDER BY sale_id`,
    )
      .pluck()
      .all();
    for (const reference of references) {
      mustStep(db, {
        reference: v.parse(v.string(), reference),
        event: 'restored',
        evidence: { kind: 'restored', from },
        atMs: nowMs,
      });
    }
    doubtRestoredJobs(db);
    setInstallation(db, installation);
    return countSales(db).in_doubt;
  });
}

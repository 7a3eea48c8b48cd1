// A record that may be behind what has really happened: a copy of a till's database, or what was saved of a damaged one.
import * as v from 'valibot';
import type { Evidence } from '../contract/sales.ts';
import type { SaleState } from '../contract/outbox-states.ts';
import { planLaterLook } from './later-looks.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';
import { doubtRestoredJobs } from './print-jobs.ts';
import { mustStep } from './sale-steps.ts';
import { countSales } from './sales.ts';
import { setInstallation } from './till.ts';

export type RestoredFrom = Extract<Evidence, { kind: 'restored' }>['from'];

/**
 * Whatever was not settled is looked up before it is sent, in one transaction. A sale that was refused may have been put
 * right and sent meanwhile: it is looked at later. `installation` must be new, so that no reference is given twice.
 * Answers how many sales are in doubt now.
 */
export function doubtUnsettled(
  db: Store,
  from: RestoredFrom,
  installation: string,
  nowMs: number,
): number {
  return inTransaction(db, () => {
    assumeAttempts(db, nowMs);
    for (const reference of inState(db, 'queued', 'sending')) {
      mustStep(db, {
        reference,
        event: 'restored',
        evidence: { kind: 'restored', from },
        atMs: nowMs,
      });
    }
    for (const reference of inState(db, 'rejected')) planLaterLook(db, reference, 0, nowMs);
    doubtRestoredJobs(db);
    setInstallation(db, installation);
    return countSales(db).in_doubt;
  });
}

const inState = (db: Store, ...states: readonly SaleState[]): readonly string[] =>
  states.flatMap((state) =>
    prepared(db, 'SELECT reference FROM sale WHERE state = ? ORDER BY sale_id')
      .pluck()
      .all(state)
      .map((reference) => v.parse(v.string(), reference)),
  );

/**
 * The attempts that this record does not know of, or has lost: a sale that was refused has been sent. Sales are first sent
 * in the order in which they were committed, so whatever was created for one has a higher id than was known when the sale
 * before was first sent.
 */
function assumeAttempts(db: Store, nowMs: number): void {
  prepared(
    db,
    `INSERT INTO attempt (sale_id, started_at_ms, ended_at_ms, highest_document_id)
     SELECT sale_id, @nowMs, @nowMs, coalesce(
       (SELECT min(highest_document_id) FROM attempt WHERE sale_id =
         (SELECT max(sale_id) FROM attempt WHERE sale_id < sale.sale_id)), 0)
     FROM sale WHERE state IN ('queued', 'sending') OR (state = 'rejected'
       AND NOT EXISTS (SELECT 1 FROM attempt WHERE attempt.sale_id = sale.sale_id))`,
  ).run({ nowMs });
}

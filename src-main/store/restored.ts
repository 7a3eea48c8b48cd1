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
    assumeAttempts(db);
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
function assumeAttempts(db: Store): void {
  const sales = prepared(
    db,
    `SELECT sale_id FROM sale WHERE state IN ('queued', 'sending') OR (state = 'rejected' AND mark IS NULL)
     ORDER BY sale_id`,
  )
    .pluck()
    .all();
  const latestMark = prepared(
    db,
    `SELECT mark FROM sale WHERE sale_id >= @from AND sale_id < @saleId AND mark IS NOT NULL
     ORDER BY sale_id DESC LIMIT 1`,
  ).pluck();
  const assume = prepared(
    db,
    `UPDATE sale SET attempts = attempts + 1, mark = min(ifnull(mark, @mark), @mark) WHERE sale_id = @saleId`,
  );
  let mark: unknown = 0;
  let from: unknown = 0;
  // All are read before one is changed.
  const assumed = sales.map((saleId) => {
    mark = latestMark.get({ from, saleId }) ?? mark;
    from = saleId;
    return { saleId, mark };
  });
  for (const attempt of assumed) assume.run(attempt);
}

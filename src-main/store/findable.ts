// How long fresh documents take until the service's search finds them, as measured on ordinary sales.
import * as v from 'valibot';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

/** Older ones are forgotten, so that one bad day does not slow the till for ever. */
const kept = 100;

export function noteFindable(db: Store, lagMs: number): void {
  inTransaction(db, () => {
    prepared(db, 'INSERT INTO findable (lag_ms) VALUES (?)').run(Math.ceil(lagMs));
    prepared(
      db,
      `DELETE FROM findable WHERE findable_id <=
         (SELECT findable_id FROM findable ORDER BY findable_id DESC LIMIT 1 OFFSET ${kept})`,
    ).run();
  });
}

/** The longest of those that are kept; 0 before anything was measured. */
export function longestFindableMs(db: Store): number {
  const longest = prepared(db, 'SELECT max(lag_ms) FROM findable').pluck().get();
  return v.parse(v.nullable(v.pipe(v.number(), v.safeInteger())), longest) ?? 0;
}

// Which receipts and Z reports have left the till, or may have, so that every later one is marked
// as a copy.
import * as v from 'valibot';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const countRow = v.object({ prints: v.pipe(v.number(), v.safeInteger()) });

/** A document of the service, by its id, or a Z report. */
export type Printed = number | { readonly zId: number };

const columnsOf = (printed: Printed) =>
  typeof printed === 'number'
    ? { documentId: printed, zId: null }
    : { documentId: null, zId: printed.zId };

export function countPrints(db: Store, printed: Printed): number {
  const row = prepared(
    db,
    `SELECT count(*) AS prints FROM receipt_print
     WHERE document_id = @documentId OR z_id = @zId`,
  ).get(columnsOf(printed));
  return v.parse(countRow, row).prints;
}

export interface NotedPrint {
  readonly printId: number;
  /** Whether another print was noted before. */
  readonly isCopy: boolean;
}

/**
 * Notes a print before anything leaves the till: if two are made at once, one is the first and the
 * other a copy.
 */
export function notePrint(db: Store, printed: Printed, nowMs: number): NotedPrint {
  return inTransaction(db, () => {
    const isCopy = countPrints(db, printed) > 0;
    const { lastInsertRowid } = prepared(
      db,
      'INSERT INTO receipt_print (document_id, z_id, at_ms) VALUES (@documentId, @zId, @nowMs)',
    ).run({ ...columnsOf(printed), nowMs });
    return { printId: Number(lastInsertRowid), isCopy };
  });
}

/** Forgets a print, because nothing has left after all. */
export function forgetPrint(db: Store, printId: number): void {
  prepared(db, 'DELETE FROM receipt_print WHERE print_id = ?').run(printId);
}

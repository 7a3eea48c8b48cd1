// Which receipts have left the till, so that every later one is marked as a copy.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const countRow = v.object({ prints: v.pipe(v.number(), v.safeInteger()) });

export function countPrints(db: Store, documentId: number): number {
  const row = prepared(
    db,
    'SELECT count(*) AS prints FROM receipt_print WHERE document_id = ?',
  ).get(documentId);
  return v.parse(countRow, row).prints;
}

export function notePrint(db: Store, documentId: number, nowMs: number): void {
  prepared(db, 'INSERT INTO receipt_print (document_id, at_ms) VALUES (?, ?)').run(
    documentId,
    nowMs,
  );
}

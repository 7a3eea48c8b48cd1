// Which receipts and Z reports have left the till, or may have, so that later ones are copies.
import * as v from 'valibot';
import type { DocumentSummary } from '../contract/documents.ts';
import { isSameDocument } from '../contract/sales.ts';
import { noteDecision } from './decisions.ts';
import { inTransaction } from './in-transaction.ts';
import type { Store } from './open.ts';
import { prepared, readRows } from './prepared.ts';

export interface PrintedDocument extends Pick<DocumentSummary, 'docKey' | 'ourReference'> {
  readonly documentId: number;
}

/** A document of the service, or a Z report. */
export type Printed = PrintedDocument | { readonly zId: number };

const columnsOf = (printed: Printed) =>
  'zId' in printed
    ? { documentId: null, zId: printed.zId }
    : { documentId: printed.documentId, zId: null };

const printRow = v.object({
  docKey: v.nullable(v.string()),
  ourReference: v.nullable(v.string()),
});

/**
 * Counts the prints. One that no job names, such as a file, says only the id of its document, and
 * counts for whichever document has that id.
 */
export const countPrints = (db: Store, printed: Printed): number =>
  readRows(
    db,
    printRow,
    `SELECT title AS docKey, reference AS ourReference
     FROM receipt_print LEFT JOIN print_job USING (print_id)
     WHERE receipt_print.document_id = @documentId OR z_id = @zId`,
    columnsOf(printed),
  ).filter(
    ({ docKey, ourReference }) =>
      'zId' in printed ||
      docKey === null ||
      isSameDocument({ docKey, ourReference: ourReference ?? '' }, printed),
  ).length;

/**
 * Notes a print before anything leaves the till: if two are made at once, one is the first and the
 * other a copy: then another print was noted before. A copy of a receipt may go with goods that do
 * not come back: a manager sees it.
 */
export const notePrint = (
  db: Store,
  printed: Printed,
  {
    askedBy: by,
    atMs,
    isNoted = false,
  }: {
    readonly askedBy: string;
    readonly atMs: number;
    /** Whether a manager sees this copy already: it is tried once more. */
    readonly isNoted?: boolean;
  },
) =>
  inTransaction(db, () => {
    const isCopy = countPrints(db, printed) > 0;
    if (isCopy && !isNoted && 'docKey' in printed) {
      const what = { kind: 'receipt_reprinted', docKey: printed.docKey } as const;
      noteDecision(db, { atMs, by, approvedBy: null, what });
    }
    const { lastInsertRowid } = prepared(
      db,
      'INSERT INTO receipt_print (document_id, z_id, at_ms) VALUES (@documentId, @zId, @atMs)',
    ).run({ ...columnsOf(printed), atMs });
    return { printId: Number(lastInsertRowid), isCopy };
  });

/** Forgets a print, because nothing has left after all. */
export function forgetPrint(db: Store, printId: number): void {
  prepared(db, 'DELETE FROM receipt_print WHERE print_id = ?').run(printId);
}

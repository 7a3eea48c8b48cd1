// Brings over what was printed, what is to be printed, and when the drawer was opened.
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { readableRows } from './damaged-rows.ts';

/** Jobs arrive as they are: they are doubted with everything else before anything is printed. */
export function bringPrinting(db: Store, source: Store): void {
  const insertPrint = prepared(
    db,
    `INSERT INTO receipt_print (print_id, document_id, at_ms) VALUES (@print_id, @document_id, @at_ms)
     ON CONFLICT DO NOTHING`,
  );
  for (const print of readableRows(source, 'receipt_print')) insertPrint.run(print);
  // Which print a job counts as is not known any more: one that may have come out is printed again
  // as a copy anyway.
  const insertJob = prepared(
    db,
    `INSERT INTO print_job (job_id, at_ms, document_id, reference, title, language, is_copy, asked_by, is_automatic,
       state, error)
     VALUES (@job_id, @at_ms, @document_id, @reference, @title, @language, @is_copy, @asked_by, @is_automatic,
       @state, @error)
     ON CONFLICT DO NOTHING`,
  );
  for (const job of readableRows(source, 'print_job')) insertJob.run(job);
  const insertOpening = prepared(
    db,
    `INSERT INTO drawer_opening (opening_id, at_ms, opened_by, approved_by, reason, reference, outcome)
     VALUES (@opening_id, @at_ms, @opened_by, @approved_by, @reason, @reference, @outcome) ON CONFLICT DO NOTHING`,
  );
  for (const opening of readableRows(source, 'drawer_opening')) insertOpening.run(opening);
}

// Brings over what was printed, what is to be printed, and when the drawer was opened.
import * as v from 'valibot';
import { otherPaperSchema } from '../../contract/day-report.ts';
import type { Store } from '../open.ts';
import { prepared } from '../prepared.ts';
import { readableRows } from './damaged-rows.ts';

const paperColumn = v.pipe(v.string(), v.parseJson(), otherPaperSchema);

/**
 * Brings over what was printed. Jobs keep their states: they are doubted with everything else
 * before anything is printed. `reports` maps each Z report to its new number.
 */
export function bringPrinting(
  db: Store,
  source: Store,
  reports: ReadonlyMap<number, number>,
): void {
  const insertPrint = prepared(
    db,
    `INSERT INTO receipt_print (print_id, document_id, z_id, at_ms)
     VALUES (@print_id, @document_id, @zId, @at_ms) ON CONFLICT DO NOTHING`,
  );
  for (const print of readableRows(source, 'receipt_print')) {
    const zId = print.document_id === null ? (reports.get(print.z_id ?? 0) ?? null) : null;
    if (print.document_id !== null || zId !== null) insertPrint.run({ ...print, zId });
  }
  // Nobody knows which print a job counts as; one that may have come out is printed as a copy.
  const insertJob = prepared(
    db,
    `INSERT INTO print_job (job_id, at_ms, document_id, reference, day_paper, labels, title, language, is_copy,
       asked_by,
       is_automatic, state, error)
     SELECT @job_id, @at_ms, @document_id, @reference, @paper, @labels, @title, @language, @is_copy, @asked_by,
       @is_automatic, @state, @error
     WHERE coalesce(@document_id, @reference, @paper, @labels) IS NOT NULL
     ON CONFLICT DO NOTHING`,
  );
  for (const job of readableRows(source, 'print_job')) {
    insertJob.run({ ...job, paper: paperOf(job.day_paper, reports) });
  }
  const insertOpening = prepared(
    db,
    `INSERT INTO drawer_opening (opening_id, at_ms, opened_by, approved_by, reason, reference, outcome)
     VALUES (@opening_id, @at_ms, @opened_by, @approved_by, @reason, @reference, @outcome) ON CONFLICT DO NOTHING`,
  );
  for (const opening of readableRows(source, 'drawer_opening')) insertOpening.run(opening);
}

/** Returns the report that a job prints, with its new number. Null also if that Z is gone. */
function paperOf(column: string | null, reports: ReadonlyMap<number, number>): string | null {
  const paper = column === null ? null : v.parse(paperColumn, column);
  if (paper?.kind !== 'z') return column;
  const zId = reports.get(paper.zId);
  return zId === undefined ? null : JSON.stringify({ ...paper, zId });
}

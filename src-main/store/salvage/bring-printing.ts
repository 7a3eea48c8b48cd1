// Brings over what was printed, what is to be printed, and when the drawer was opened.
import * as v from 'valibot';
import { otherPaperSchema } from '../../contract/day-report.ts';
import type { Store } from '../open.ts';
import { readableRows } from './damaged-rows.ts';
import { insertAsItIs } from './inserts.ts';

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
  const insertPrint = insertAsItIs(db, 'receipt_print');
  for (const print of readableRows(source, 'receipt_print')) {
    const z_id = print.document_id === null ? (reports.get(print.z_id ?? 0) ?? null) : null;
    if (print.document_id !== null || z_id !== null) insertPrint.run({ ...print, z_id });
  }
  // Nobody knows which print a job counts as; one that may have come out is printed as a copy.
  const insertJob = insertAsItIs(db, 'print_job');
  for (const job of readableRows(source, 'print_job')) {
    const row = { ...job, day_paper: paperOf(job.day_paper, reports) };
    const { document_id, reference, day_paper, labels } = row;
    if ((document_id ?? reference ?? day_paper ?? labels) !== null) insertJob.run(row);
  }
  const insertOpening = insertAsItIs(db, 'drawer_opening');
  for (const opening of readableRows(source, 'drawer_opening')) insertOpening.run(opening);
}

/** Returns the report that a job prints, with its new number. Null also if that Z is gone. */
function paperOf(column: string | null, reports: ReadonlyMap<number, number>): string | null {
  const paper = column === null ? null : v.parse(paperColumn, column);
  if (paper?.kind !== 'z') return column;
  const zId = reports.get(paper.zId);
  return zId === undefined ? null : JSON.stringify({ ...paper, zId });
}

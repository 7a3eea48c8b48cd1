// How a closed day last compared with the service's lists: a dated note beside its Z report, in
// none of its hashes. One that is lost is made anew by comparing again.
import * as v from 'valibot';
import { comparisonNoteSchema, type ComparisonNote } from '../contract/day-comparison.ts';
import type { Store } from './open.ts';
import { prepared } from './prepared.ts';

const noteText = v.pipe(v.string(), v.parseJson(), comparisonNoteSchema);

/**
 * In the place of the one before; but one that came to its end is kept before one that did not, as
 * when the line is down.
 */
export function keepComparison(db: Store, zId: number, note: ComparisonNote): void {
  const before = readComparison(db, zId);
  if (note.verdict === 'incomplete' && before && before.verdict !== 'incomplete') return;
  prepared(
    db,
    `INSERT INTO z_comparison (z_id, note) VALUES (?, ?)
     ON CONFLICT (z_id) DO UPDATE SET note = excluded.note`,
  ).run(zId, JSON.stringify(note));
}

/** Null where the day was not compared, or what is kept cannot be read. */
export function readComparison(db: Store, zId: number): ComparisonNote | null {
  const kept = prepared(db, 'SELECT note FROM z_comparison WHERE z_id = ?').pluck().get(zId);
  const note = v.safeParse(noteText, kept);
  return note.success ? note.output : null;
}

// How a closed day last compared with the service's lists: a dated note beside its Z report, in
// none of its hashes. A lost one is made again by comparing again.
import * as v from 'valibot';
import { comparisonNoteSchema, type ComparisonNote } from '../contract/day-comparison.ts';
import type { Store } from './open.ts';
import { inJson, prepared, readValue } from './prepared.ts';

/**
 * Keeps a comparison in place of the one before. An incomplete one, as when the line is down, does
 * not replace a complete one.
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

/** Returns null if the day was not compared, or the note cannot be read. */
export function readComparison(db: Store, zId: number): ComparisonNote | null {
  const schema = v.fallback(v.nullable(inJson(comparisonNoteSchema)), null);
  return readValue(db, schema, 'SELECT note FROM z_comparison WHERE z_id = ?', zId);
}

// Tells what was seen of the documents of some days, by kind and status. They are of all tills of
// the company, as far as somebody has looked at the lists.
import * as v from 'valibot';
import { sumSchema } from '../contract/day.ts';
import type { SeenDocuments } from '../contract/figures.ts';
import type { Days } from '../contract/periods.ts';
import type { Store } from '../store/open.ts';
import { readRows } from '../store/prepared.ts';

const kindRow = v.object({
  name: v.string(),
  status: v.string(),
  ...sumSchema.entries,
  seenAtMs: v.pipe(v.number(), v.safeInteger()),
});

const firstNonEmpty = (field: string): string =>
  `coalesce(nullif(summary ->> '$.${field}.description', ''), summary ->> '$.${field}.code', '')`;

/**
 * Returns the kinds with the most documents first. No total over several kinds is known, as natures
 * differ in sign.
 */
export function recallSeen(db: Store, { from, until }: Days): SeenDocuments {
  const rows = readRows(
    db,
    kindRow,
    `SELECT coalesce(nullif(summary ->> '$.documentName', ''), ${firstNonEmpty('nature')}) AS name,
       ${firstNonEmpty('status')} AS status, count(*) AS count,
       sum(summary ->> '$.totalCents') AS totalCents, max(seen_at_ms) AS seenAtMs
     FROM document WHERE document_date BETWEEN ? AND ?
     GROUP BY name, status ORDER BY count DESC, name, status`,
    from,
    until,
  );
  return {
    kinds: rows.map(({ name, status, count, totalCents }) => ({ name, status, count, totalCents })),
    lastSeenAtMs: rows.length === 0 ? null : Math.max(...rows.map(({ seenAtMs }) => seenAtMs)),
  };
}

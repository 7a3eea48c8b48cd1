// The audit in the model, as `outbox/audit.ts` makes it.
import type { AppError } from '../../../src-main/contract/errors.ts';
import { sightingOf } from '../../../src-main/outbox/look.ts';
import type { LookUpRow } from '../../../src-main/service/responses.ts';
import type { Task } from './lanes.ts';
import { idsOf, lookedFor, type Row } from './model-file.ts';
import { bearing, type Looking } from './model-look.ts';

type Auditing = Pick<Looking, 'file' | 'computer' | 'ask'> & { readonly onOlderFile: () => void };

const wellFormed = /^CF-\d{4}-\d{4}-\d{4}$/;

export function* audit(auditing: Auditing): Task<AppError | null> {
  const { file, computer, ask } = auditing;
  const newestId = file.highestId;
  const floor = Math.min(file.auditFloor(), file.lowestMark() ?? newestId);
  const seen = new Set<string>();
  const ids = new Set<number>();
  const doubtful = new Set<string>();
  for (const prefix of file.prefixes) {
    const walked = yield* ask(prefix, floor);
    if (!walked.ok) return walked.error;
    for (const listed of walked.rows) {
      const { id, ourReference } = listed;
      if (!ourReference.startsWith(prefix)) continue;
      const row = file.rows.get(ourReference);
      const isPlain = row && row.state !== 'queued' && !judge(row, [listed]);
      if (!isPlain || seen.has(ourReference)) doubtful.add(ourReference);
      seen.add(ourReference);
      ids.add(id);
    }
  }
  const closer = new Map<string, readonly LookUpRow[]>();
  for (const reference of doubtful) {
    if (!file.rows.has(reference)) closer.set(reference, []);
    else {
      const found = yield* bearing(auditing, reference);
      if (!found.ok) return found.error;
      closer.set(reference, found.rows);
    }
  }
  compare(auditing, closer);
  const missing = file
    .inState('confirmed')
    .filter(({ documentId: id }) => id !== null && id > floor && id <= newestId && !ids.has(id))
    .map(({ reference }) => reference);
  const before = new Set(file.audits.at(-1)?.missing);
  const lost = missing.filter((reference) => before.has(reference));
  file.saveAudit({ atMs: computer.wallMs(), newestId, missing, lost });
  return null;
}

/** Acts on every document that does not fit what the file says of its sale. */
export function compare(
  auditing: Auditing,
  byReference: ReadonlyMap<string, readonly LookUpRow[]>,
): void {
  const { file, computer } = auditing;
  const unknown: string[] = [];
  for (const [reference, rows] of byReference) {
    const row = file.rows.get(reference);
    if (!row || row.state === 'queued') {
      if (wellFormed.test(reference)) unknown.push(reference);
      continue;
    }
    const judged = judge(row, rows);
    const { documentIds, document } = sightingOf(lookedFor(row), rows);
    if (judged === 'named') row.documentIds = documentIds;
    else if (judged) {
      const documentId = judged === 'found' ? document?.id : undefined;
      file.step(row, judged, { atMs: computer.wallMs(), documentIds, documentId });
    }
  }
  const news = unknown.filter((reference) => !file.actedUpon.has(reference));
  if (news.length === 0) return;
  auditing.onOlderFile();
  for (const reference of news) file.actedUpon.add(reference);
}

/** What the listed documents mean for a sale; undefined where they are what they should be. */
function judge(
  row: Row,
  rows: readonly LookUpRow[],
): 'found' | 'found_second' | 'named' | undefined {
  const { saw, documentIds } = sightingOf(lookedFor(row), rows);
  const isKnown = documentIds.every((id) => idsOf(row).includes(id));
  const second = isKnown ? undefined : 'found_second';
  switch (row.state) {
    case 'queued':
    case 'sending':
    case 'in_doubt':
      return undefined;
    case 'rejected':
    case 'cancelled':
      return second;
    case 'incomplete':
      return second ?? (saw === 'as_asked' ? 'found' : undefined);
    case 'conflict':
      return saw === 'as_asked' && row.isNothingFound ? 'found' : second;
    case 'confirmed':
      return idsOf(row).length === 0 && documentIds.length === 1 ? 'named' : second;
  }
}

// The audit in the model, made as in `outbox/audit.ts`.
import type { AppError } from '../../../src-main/contract/errors.ts';
import { auditFinding, sightingOf, type AuditedSale } from '../../../src-main/outbox/sightings.ts';
import type { LookUpRow } from '../../../src-main/service/responses.ts';
import type { Task } from './lanes.ts';
import { idsOf, lookedFor, modelDay, type Row } from './model-file.ts';
import { bearing, type Looking } from './model-look.ts';

type Auditing = Pick<Looking, 'file' | 'computer' | 'ask'> & { readonly onOlderFile: () => void };

const wellFormed = /^CF-\d{4}-\d{4}-\d{4}$/;

export function* audit(auditing: Auditing): Task<AppError | null> {
  const { file, computer, ask } = auditing;
  const newestId = file.highestId;
  const floor = Math.min(file.auditFloor(), file.lowestHighWaterMark() ?? newestId);
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
      const isPlain =
        row &&
        row.state !== 'queued' &&
        !auditFinding(auditedAs(row), sightingOf(lookedFor(row), [listed], modelDay));
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

/** Acts on every document that does not agree with what the file says of its sale. */
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
    const found = sightingOf(lookedFor(row), rows, modelDay);
    const { documentIds, document, differences } = found;
    const finding = auditFinding(auditedAs(row), found);
    if (finding === 'named') row.documentIds = documentIds;
    else if (finding && finding !== 'differs') {
      const documentId = finding === 'found' ? document?.id : undefined;
      file.step(row, finding, { atMs: computer.wallMs(), documentIds, documentId, differences });
    }
  }
  const news = unknown.filter((reference) => !file.actedUpon.has(reference));
  if (news.length === 0) return;
  auditing.onOlderFile();
  for (const reference of news) file.actedUpon.add(reference);
}

/**
 * The total that a sale was confirmed with is not told apart, since the model's services do not
 * change totals.
 */
const auditedAs = (row: Row): AuditedSale => ({
  state: row.state,
  documentIds: idsOf(row),
  serviceTotalCents: null,
  isNothingFound: row.isNothingFound,
});

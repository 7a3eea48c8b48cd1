// The audit in the model, as `outbox/audit.ts` makes it.
import type { AppError } from '../../../src-main/contract/errors.ts';
import type { SaleEvent } from '../../../src-main/contract/outbox-states.ts';
import { sightingOf } from '../../../src-main/outbox/look.ts';
import type { LookUpRow } from '../../../src-main/service/responses.ts';
import type { Task } from './lanes.ts';
import { idsOf, lookedFor, type Change, type ModelFile, type Row } from './model-file.ts';
import type { Looking } from './model-look.ts';

type Auditing = Pick<Looking, 'file' | 'computer' | 'ask'> & { readonly onOlderFile: () => void };

const wellFormed = /^CF-\d{4}-\d{4}-\d{4}$/;

export function* audit(auditing: Auditing): Task<AppError | null> {
  const { file, computer, ask } = auditing;
  const newestId = file.highestId;
  const floor = Math.min(file.auditFloor(), file.lowestMark() ?? newestId);
  const rows: LookUpRow[] = [];
  for (const prefix of file.prefixes) {
    const walked = yield* ask(prefix, floor);
    if (!walked.ok) return walked.error;
    rows.push(...walked.rows.filter(({ ourReference }) => ourReference.startsWith(prefix)));
  }
  compare(auditing, rows);
  const ids = new Set(rows.map(({ id }) => id));
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
export function compare(auditing: Auditing, rows: readonly LookUpRow[]): void {
  const { file, computer } = auditing;
  const unknown: string[] = [];
  for (const [reference, bearing] of Map.groupBy(rows, ({ ourReference }) => ourReference)) {
    const row = file.rows.get(reference);
    if (!row || row.state === 'queued') {
      if (wellFormed.test(reference)) unknown.push(reference);
      continue;
    }
    judge(file, row, bearing, computer.wallMs());
  }
  const news = unknown.filter((reference) => !file.actedUpon.has(reference));
  if (news.length === 0) return;
  auditing.onOlderFile();
  for (const reference of news) file.actedUpon.add(reference);
}

function judge(file: ModelFile, row: Row, bearing: readonly LookUpRow[], atMs: number): void {
  const { saw, documentIds, document } = sightingOf(lookedFor(row), bearing);
  const isKnown = documentIds.every((id) => idsOf(row).includes(id));
  const change: Change = { atMs, documentIds };
  const take = (event: SaleEvent, taken: Change = change) => {
    file.step(row, event, taken);
  };
  switch (row.state) {
    case 'queued':
    case 'sending':
    case 'in_doubt':
      return;
    case 'rejected':
    case 'cancelled':
      if (!isKnown) take('found_second');
      return;
    case 'incomplete':
      if (!isKnown) take('found_second');
      else if (saw === 'as_asked') take('found', { ...change, documentId: document?.id });
      return;
    case 'conflict':
      if (saw === 'as_asked' && row.isNothingFound) {
        take('found', { ...change, documentId: document?.id });
      } else if (!isKnown) take('found_second');
      return;
    case 'confirmed':
      if (idsOf(row).length === 0 && documentIds.length === 1) row.documentIds = documentIds;
      else if (!isKnown) take('found_second');
  }
}

// Finding out what became of a sale whose request got no clear answer, by asking the service's lists.
import {
  detailOfSummary,
  isFinalized,
  type DocumentDetail,
  type DocumentSummary,
} from '../contract/documents.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { isOfKind, isSurelyListed, type Asked } from '../contract/new-document.ts';
import type { SaleEvent } from '../contract/outbox-states.ts';
import { seen, type Evidence } from '../contract/sales.ts';
import type { LookUpQuery } from '../service/endpoints.ts';
import type { LookUpPage, LookUpRow } from '../service/responses.ts';
import type { Doubt } from '../store/doubts.ts';
import type { Quiet } from './watch.ts';
import type { OutboxTiming } from './timing.ts';

/** Asks for one page of all documents. */
export type LookUpDocuments = (query: LookUpQuery) => Promise<Result<LookUpPage>>;

const pageSize = 100;

/** Nowhere near as many documents contain one sale's reference: a search of more pages has no end. */
const maxSearchPages = 100;

/** Every document that bears the reference. `search` means contains, so equality is checked here. */
export async function searchReference(
  ask: LookUpDocuments,
  reference: string,
): Promise<Result<readonly LookUpRow[]>> {
  const found = new Map<number, LookUpRow>();
  let offset = 0;
  for (let pages = 0; pages < maxSearchPages; pages += 1) {
    const page = await ask({ search: reference, descending: false, offset, limit: pageSize });
    if (!page.ok) return page;
    const { rows, hasNext } = page.value;
    for (const row of rows) if (row.ourReference === reference) found.set(row.id, row);
    if (!hasNext) return ok([...found.values()]);
    if (rows.length === 0) return endless;
    offset += rows.length;
  }
  return endless;
}

/**
 * Every document with the reference among those with an id above the mark, newest first: it needs no search. Documents
 * that arrive meanwhile push others onto the next page, so rows may come twice, but a list that is not in descending
 * order proves nothing.
 */
export async function scanAbove(
  ask: LookUpDocuments,
  mark: number,
  reference: string,
): Promise<Result<readonly LookUpRow[]>> {
  const found = new Map<number, LookUpRow>();
  let offset = 0;
  let lowest = Infinity;
  for (;;) {
    const page = await ask({ search: '', descending: true, offset, limit: pageSize });
    if (!page.ok) return page;
    const { rows, hasNext } = page.value;
    const last = rows.at(-1);
    if (!last) return hasNext ? endless : ok([...found.values()]);
    const descending = rows.every(({ id }, index) => id < (rows[index - 1]?.id ?? Infinity));
    if (!descending || last.id >= lowest) return err({ code: 'answer_invalid', field: 'ordering' });
    lowest = last.id;
    for (const row of rows) if (row.ourReference === reference) found.set(row.id, row);
    if (!hasNext || lowest <= mark) return ok([...found.values()]);
    offset += rows.length;
  }
}

/** An empty page that claims to have a next one, or pages that go on for ever. */
const endless = err({ code: 'answer_invalid', field: 'next' });

export interface Finding {
  readonly event: Extract<
    SaleEvent,
    'found' | 'found_not_finalized' | 'found_mismatch' | 'proven_absent'
  >;
  readonly evidence: Evidence;
  readonly document?: DocumentDetail;
}

/** What the documents that bear the sale's reference mean for it; null where there are none. */
export function findingOf(doubt: Doubt, rows: readonly LookUpRow[]): Finding | null {
  const [first] = rows;
  if (!first) return null;
  const evidence = evidenceOf(rows);
  // What bears our reference but cannot be read, is of another kind or is there twice is for a person to look at. A
  // total that differs is not: the service's is the one that counts, whichever way its answer came. Only where the sale
  // was corrected does the total tell the two bodies apart.
  const { summary } = first;
  const { kind, finalize } = doubt.asked;
  const isOfFormerBody = doubt.corrected && summary?.totalCents !== doubt.totalCents;
  if (rows.length > 1 || !summary || !isOfKind(summary, kind) || isOfFormerBody) {
    const document = summary ? { document: detailOfSummary(summary) } : {};
    return { event: 'found_mismatch', evidence, ...document };
  }
  return {
    event: isFinalized(summary) || !finalize ? 'found' : 'found_not_finalized',
    evidence,
    document: detailOfSummary(summary),
  };
}

/** Names every document that was found, also one of which no more than its id could be read. */
export const evidenceOf = (rows: readonly LookUpRow[]): Evidence => ({
  kind: 'found',
  documents: rows.map(({ id, summary }) =>
    summary ? seen(summary) : { id, docKey: '?', totalCents: null },
  ),
});

/** Of a look that decided nothing: how many documents it saw, or why it failed. */
export const lookEvidence = (saw: number | AppError): Evidence =>
  typeof saw === 'number'
    ? { kind: 'looked', documents: saw }
    : { kind: 'look_failed', what: 'field' in saw ? `${saw.code} ${saw.field}` : saw.code };

/** Whether absence may be believed, after a complete look-up that found nothing. */
export const isSettled = (timing: OutboxTiming, quiet: Quiet, settlingMs: number): boolean =>
  quiet.quietMs >= settlingMs && quiet.lookUps >= timing.lookUpsNeeded;

/** The settling time, lengthened by what the search was seen to need: a document that is there must have had time to show. */
export const settlingTimeMs = (timing: OutboxTiming, findableMs: number): number =>
  timing.settlingMs + 2 * findableMs;

const isAsAsked = (summary: DocumentSummary, { kind, finalize }: Asked): boolean =>
  isOfKind(summary, kind) && isFinalized(summary) === finalize;

/**
 * The rest of the proof of absence, once it is settled. An error means that it failed, in any part, and proves nothing; null
 * that nothing was found, and that this proves nothing either.
 * `control`: the latest confirmed reference of the same kind, which search must find, or it does not work. Of a kind that may
 * be in no list, it is the only sign that the lists show such documents.
 */
export async function proveAbsence(
  ask: LookUpDocuments,
  doubt: Doubt,
  quiet: Quiet,
  control: string | undefined,
): Promise<Result<Finding | null>> {
  const { asked } = doubt;
  if (control === undefined && !isSurelyListed(asked)) return ok(null);
  if (control !== undefined) {
    const found = await searchReference(ask, control);
    if (!found.ok) return found;
    if (found.value.length === 0) return err({ code: 'answer_invalid', field: 'search' });
    // It may have become something else since: a draft that was finalized says nothing of drafts.
    const isShown = found.value.some(({ summary }) => summary && isAsAsked(summary, asked));
    if (!isShown && !isSurelyListed(asked)) return ok(null);
  }
  const scanned = await scanAbove(ask, doubt.mark, doubt.reference);
  if (!scanned.ok) return scanned;
  const finding = findingOf(doubt, scanned.value);
  if (finding) return ok(finding);
  const { lookUps, quietMs } = quiet;
  return ok({
    event: 'proven_absent',
    evidence: { kind: 'absent', lookUps, settledMs: Math.round(quietMs) },
  });
}

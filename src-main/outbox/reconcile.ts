// Finding out what became of a sale whose request got no clear answer, by asking the service's lists.
import {
  detailOfSummary,
  isFinalized,
  type DocumentDetail,
  type DocumentPage,
  type DocumentQuery,
  type DocumentSummary,
} from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { SaleEvent } from '../contract/outbox-states.ts';
import { seen, type Evidence } from '../contract/sales.ts';
import type { Doubt } from '../store/doubts.ts';
import type { OutboxTiming } from './timing.ts';

/** Asks for one page of a list. */
export type ListDocuments = (query: DocumentQuery) => Promise<Result<DocumentPage>>;

const pageSize = 100;
const allById: DocumentQuery = {
  list: 'all',
  search: '',
  natureId: null,
  statusId: null,
  orderBy: 'id',
  descending: false,
  offset: 0,
  limit: pageSize,
};

/** Every document that bears the reference. `search` means contains, so equality is checked here. */
export async function searchReference(
  list: ListDocuments,
  reference: string,
): Promise<Result<readonly DocumentSummary[]>> {
  return collect(
    list,
    { ...allById, search: reference },
    (document) => document.ourReference === reference,
    () => true,
  );
}

/** Every document with the reference among those with an id above the mark, newest first: it asks no search. */
async function scanAbove(
  list: ListDocuments,
  mark: number,
  reference: string,
): Promise<Result<readonly DocumentSummary[]>> {
  return collect(
    list,
    { ...allById, descending: true },
    (document) => document.ourReference === reference,
    (document) => document.id > mark,
  );
}

/** Pages to the list's end, or to the first document that need not be looked at. New documents may repeat others. */
async function collect(
  list: ListDocuments,
  query: DocumentQuery,
  wanted: (document: DocumentSummary) => boolean,
  goOn: (document: DocumentSummary) => boolean,
): Promise<Result<readonly DocumentSummary[]>> {
  const found = new Map<number, DocumentSummary>();
  let offset = 0;
  for (;;) {
    const page = await list({ ...query, offset });
    if (!page.ok) return page;
    for (const document of page.value.results) {
      if (wanted(document)) found.set(document.id, document);
    }
    if (!page.value.hasNext || !page.value.results.every(goOn)) return ok([...found.values()]);
    // An empty page that claims to have a next one would never end.
    if (page.value.results.length === 0) return err({ code: 'answer_invalid', field: 'next' });
    offset += page.value.results.length;
  }
}

export interface Finding {
  readonly event: Extract<
    SaleEvent,
    'found' | 'found_not_finalized' | 'found_mismatch' | 'proven_absent'
  >;
  readonly evidence: Evidence;
  readonly document?: DocumentDetail;
}

/**
 * One look-up. A finding ends the doubt; null means that nothing was found and absence is not proven yet. A look-up that
 * fails, in any part, proves nothing.
 */
export async function lookUp(
  list: ListDocuments,
  doubt: Doubt,
  context: {
    readonly timing: OutboxTiming;
    readonly nowMs: number;
    /** The latest confirmed reference of this till: search must find it, or it does not work. */
    readonly control: string | undefined;
  },
): Promise<Result<Finding | null>> {
  const bySearch = await searchReference(list, doubt.reference);
  if (!bySearch.ok) return bySearch;
  if (bySearch.value.length > 0) return ok(findingOf(doubt, bySearch.value));

  const settledMs = context.nowMs - doubt.attemptEndedAtMs;
  const lookUps = doubt.lookUps + 1;
  if (settledMs < context.timing.settlingMs || lookUps < context.timing.lookUpsNeeded) {
    return ok(null);
  }
  if (context.control !== undefined) {
    const control = await searchReference(list, context.control);
    if (!control.ok) return control;
    if (control.value.length === 0) return err({ code: 'answer_invalid', field: 'search' });
  }
  const byScan = await scanAbove(list, doubt.mark, doubt.reference);
  if (!byScan.ok) return byScan;
  if (byScan.value.length > 0) return ok(findingOf(doubt, byScan.value));
  return ok({ event: 'proven_absent', evidence: { kind: 'absent', lookUps, settledMs } });
}

function findingOf(doubt: Doubt, documents: readonly DocumentSummary[]): Finding {
  const [first] = documents;
  if (!first) throw new Error('a finding of nothing');
  const evidence: Evidence = { kind: 'found', documents: documents.map(seen) };
  const document = detailOfSummary(first);
  const matches =
    documents.length === 1 &&
    first.totalCents === doubt.totalCents &&
    first.nature.code === doubt.natureCode;
  if (!matches) return { event: 'found_mismatch', evidence, document };
  return { event: isFinalized(first) ? 'found' : 'found_not_finalized', evidence, document };
}

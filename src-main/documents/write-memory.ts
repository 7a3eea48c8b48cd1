// Writes into the memory what was shown, within bounds.
import * as v from 'valibot';
import {
  documentSummarySchema,
  nameOf,
  type DocumentDetail,
  type DocumentList,
  type DocumentSummary,
} from '../contract/documents.ts';
import { isSameDocument } from '../contract/sales.ts';
import { foldText } from '../contract/fold-text.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';
import { recallDetail, recallSummary } from './read-memory.ts';
import type { DocumentsInAnswer } from './shown.ts';

/** The most documents that are kept besides the till's own. */
const keptDocuments = 20_000;

/** More natures, and more statuses, than any service has. */
const keptChoices = 200;

/** The longest texts that are remembered, in characters. Longer JSON does not come from a shop. */
const longestSummary = 10_000;
const longestDetail = 500_000;
const longestName = 200;

/** A summary that has not changed is written again only when it was last written this long ago. */
const freshMs = 3_600_000;

/** `ownIds` are those of the shown documents that are sales of this till. */
export function keepShown(
  db: Store,
  { list, summaries, detail }: DocumentsInAnswer,
  ownIds: ReadonlySet<number>,
  nowMs: number,
): void {
  inTransaction(db, () => {
    const documents = detail ? [wholeSummary(db, detail)] : summaries;
    keepNames(db, documents, list);
    let othersWritten = 0;
    for (const summary of documents) {
      const own = ownIds.has(summary.id);
      const rowsWritten = keepSummary(db, summary, own, nowMs);
      if (!own) othersWritten += rowsWritten;
    }
    if (detail) keepDetail(db, detail, nowMs);
    if (othersWritten > 0) forgetOldest(db);
  });
}

/** Returns how many rows were written. */
export function keepSummary(
  db: Store,
  summary: DocumentSummary,
  isOwn: boolean,
  seenAtMs: number,
): number {
  const text = JSON.stringify(v.parse(documentSummarySchema, summary));
  if (text.length > longestSummary) return 0;
  return prepared(
    db,
    `INSERT INTO document (id, doc_key, document_date, document_time, nature_id, status_id, search_text,
       is_own, seen_at_ms, summary)
     VALUES (@id, @docKey, @date, @time, @natureId, @statusId, @searchText, @isOwn, @seenAtMs, @text)
     ON CONFLICT (id) DO UPDATE SET doc_key = excluded.doc_key, document_date = excluded.document_date,
       document_time = excluded.document_time, nature_id = excluded.nature_id,
       status_id = excluded.status_id, search_text = excluded.search_text,
       is_own = max(is_own, excluded.is_own), seen_at_ms = excluded.seen_at_ms, summary = excluded.summary
     WHERE summary <> excluded.summary OR is_own < excluded.is_own
       OR abs(seen_at_ms - excluded.seen_at_ms) >= ${freshMs}`,
  ).run({
    id: summary.id,
    docKey: summary.docKey,
    date: summary.date,
    time: summary.time,
    natureId: summary.nature.id,
    statusId: summary.status.id,
    searchText: searchTextOf(summary),
    isOwn: isOwn ? 1 : 0,
    seenAtMs,
    text,
  }).changes;
}

/** Returns a summary's fields that a search looks in (service-api, Documents: `search`). */
const searchTextOf = ({ docKey, documentName, ourReference, party }: DocumentSummary): string =>
  foldText(
    [docKey, documentName, ourReference, party?.fiscalNumber ?? '', party?.name ?? ''].join('\n'),
  );

function wholeSummary(db: Store, detail: DocumentDetail): DocumentSummary {
  const summary = v.parse(documentSummarySchema, detail);
  return filledIn(summary, recallSummary(db, detail.id)?.value);
}

/** Fills in from lists what a document on its own may lack (its shape is "not shown"). */
export function filledIn<Document extends DocumentSummary>(
  document: Document,
  listed: DocumentSummary | undefined,
): Document {
  if (!listed || !isSameDocument(document, listed)) return document;
  return {
    ...document,
    date: document.date || listed.date,
    time: document.time || listed.time,
    ourReference: document.ourReference || listed.ourReference,
    documentName: document.documentName || listed.documentName,
    nature: named(document.nature, listed.nature),
    status: named(document.status, listed.status),
    party: document.party ?? listed.party,
  };
}

type Named = DocumentSummary['nature'];

/** Keeps the listed description only for the same id: a status that has changed has another id. */
const named = (givenName: Named, listed: Named): Named =>
  givenName.description === '' && givenName.id === listed.id
    ? { ...listed, code: givenName.code || listed.code }
    : givenName;

/**
 * Keeps a document unless its summary was too long to be remembered. An answer with less detail
 * does not take away the lines of one with more, if it is of the same document.
 */
function keepDetail(db: Store, detail: DocumentDetail, seenAtMs: number): void {
  const known = detail.lines.length === 0 ? recallDetail(db, detail.id)?.value : undefined;
  const { lines, payments, taxes } = known && isSameDocument(known, detail) ? known : detail;
  const text = JSON.stringify({ ...detail, lines, payments, taxes });
  if (text.length > longestDetail) return;
  prepared(
    db,
    `INSERT INTO detail (id, seen_at_ms, detail)
     SELECT id, @seenAtMs, @text FROM document WHERE id = @id
     ON CONFLICT (id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms, detail = excluded.detail
     WHERE detail <> excluded.detail OR abs(seen_at_ms - excluded.seen_at_ms) >= ${freshMs}`,
  ).run({ id: detail.id, seenAtMs, text });
}

/** Keeps the service's names of natures and statuses, and which list shows a nature. */
function keepNames(
  db: Store,
  documents: readonly DocumentSummary[],
  list: DocumentList | null,
): void {
  const natures = new Map(documents.map(({ nature }) => [nature.id, nature]));
  const statuses = new Map(documents.map(({ status }) => [status.id, status]));
  const ownList = list === 'all' ? null : list;
  for (const [id, nature] of natures)
    keepNature(db, id, nameOf(nature).slice(0, longestName), ownList);
  for (const [id, status] of statuses) keepStatus(db, id, nameOf(status).slice(0, longestName));
}

export function keepNature(db: Store, id: number, name: string, list: DocumentList | null): void {
  prepared(
    db,
    `INSERT INTO nature (nature_id, name, list)
     SELECT @id, @name, @list WHERE (SELECT count(*) FROM nature) < ${keptChoices}
     ON CONFLICT (nature_id) DO UPDATE SET name = excluded.name, list = coalesce(excluded.list, list)
     WHERE name <> excluded.name OR list IS NOT coalesce(excluded.list, list)`,
  ).run({ id, name, list });
}

export function keepStatus(db: Store, id: number, name: string): void {
  prepared(
    db,
    `INSERT INTO status (status_id, name)
     SELECT @id, @name WHERE (SELECT count(*) FROM status) < ${keptChoices}
     ON CONFLICT (status_id) DO UPDATE SET name = excluded.name WHERE name <> excluded.name`,
  ).run({ id, name });
}

function forgetOldest(db: Store): void {
  prepared(
    db,
    `DELETE FROM document WHERE id IN
       (SELECT id FROM document WHERE is_own = 0
        ORDER BY seen_at_ms DESC, id DESC LIMIT -1 OFFSET ${keptDocuments})`,
  ).run();
}

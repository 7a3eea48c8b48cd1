// The documents that an answer of the service shows, whatever it was asked for.
import { type Observer } from '../service/observed.ts';
import * as v from 'valibot';
import {
  documentLists,
  type DocumentDetail,
  type DocumentList,
  type DocumentSummary,
} from '../contract/documents.ts';
import { listPaths } from '../service/endpoints.ts';
import type { Exchange, ServiceRequest } from '../service/exchange.ts';
import { parseDocumentDetail, parseListedDocument, rowsOf } from '../service/responses.ts';

export interface DocumentsInAnswer {
  /** The list that showed them; null if none did. */
  readonly list: DocumentList | null;
  readonly summaries: readonly DocumentSummary[];
  readonly detail: DocumentDetail | null;
}

const newPath = '/documents/new/';
const documentPath = /^\/documents\/(\d+)\/$/;

const page = v.object({ results: rowsOf(v.unknown()) });

/** Passes over what cannot be read: whoever asked is told of that. */
export function readShown({ path }: ServiceRequest, exchange: Exchange): DocumentsInAnswer {
  const nothing: DocumentsInAnswer = { list: null, summaries: [], detail: null };
  if (exchange.kind !== 'answer' || exchange.status < 200 || exchange.status >= 300) return nothing;
  const { body } = exchange;
  const list = documentLists.find((each) => listPaths[each] === path);
  if (list) {
    const results = v.is(page, body) ? body.results : [];
    return { list, summaries: results.flatMap(summaryOf), detail: null };
  }
  // The answer to creating holds more than a summary; the sale keeps it.
  if (path === newPath) return { list: null, summaries: summaryOf(body), detail: null };
  const id = documentPath.exec(path)?.[1];
  if (id === undefined) return nothing;
  const detail = parseDocumentDetail(body, Number(id));
  return detail.ok ? { list: null, summaries: [], detail: detail.value } : nothing;
}

function summaryOf(body: unknown): readonly DocumentSummary[] {
  const summary = parseListedDocument(body);
  return summary.ok ? [summary.value] : [];
}

/** Has the documents remembered as the service's answers show them. */
export const remember = (
  note: (documents: DocumentsInAnswer, atMs: number) => void,
  nowMs: () => number,
): Observer => ({
  whatFailed: 'documents could not be remembered',
  hear: (request, exchange) => note(readShown(request, exchange), nowMs()),
});

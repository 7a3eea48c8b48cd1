// The documents that sales of this till became.
import * as v from 'valibot';
import { documentSummarySchema, type DocumentSummary } from '../contract/documents.ts';
import type { Store } from '../store/open.ts';
import { prepared } from '../store/prepared.ts';

const integer = v.pipe(v.number(), v.safeInteger());

export const isOwn = (sales: Store, { ourReference }: DocumentSummary): boolean =>
  prepared(sales, 'SELECT EXISTS (SELECT * FROM sale WHERE reference = ?)')
    .pluck()
    .get(ourReference) === 1;

/** In rising order, those above `after`. */
export const ownDocumentIds = (sales: Store, after: number, limit: number): readonly number[] =>
  prepared(
    sales,
    'SELECT DISTINCT document_id FROM sale WHERE document_id > ? ORDER BY document_id LIMIT ?',
  )
    .pluck()
    .all(after, limit)
    .map((id) => v.parse(integer, id));

const soldRow = v.object({
  committed_at_ms: integer,
  document: v.nullable(v.pipe(v.string(), v.parseJson(), documentSummarySchema)),
});

export interface OwnDocument {
  readonly summary: DocumentSummary;
  /** When the sale was finished; the answer came later. */
  readonly soldAtMs: number;
}

/** As the service answered it to the sale. */
export function ownDocument(sales: Store, id: number): OwnDocument | undefined {
  const found = prepared(
    sales,
    'SELECT committed_at_ms, document FROM sale WHERE document_id = ? ORDER BY sale_id LIMIT 1',
  ).get(id);
  if (found === undefined) return undefined;
  const { committed_at_ms: soldAtMs, document } = v.parse(soldRow, found);
  return document ? { summary: document, soldAtMs } : undefined;
}

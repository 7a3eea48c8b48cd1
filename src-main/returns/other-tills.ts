// The returns of other tills, found at the service by the original's key, which they bear behind
// their own reference.
import { isFinalized, type DocumentQuery, type DocumentSummary } from '../contract/documents.ts';
import { cents } from '../contract/money.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Till } from '../till/till.ts';
import type { TakenBack } from '../contract/return-ledger.ts';
import type { Returned } from '../contract/returns.ts';
import { lacksLines } from './original.ts';

const pageSize = 100;
/** More documents than this with the key of one in their texts are none of a till's returns. */
const mostPages = 20;

const query = (docKey: string, offset: number): DocumentQuery => ({
  ...{ list: 'all', search: docKey, natureId: null, statusId: null },
  ...{ orderBy: 'id', descending: true, offset, limit: pageSize },
});

const isSameKey = (one: string, other: string): boolean => plain(one) === plain(other);

const plain = (key: string): string => key.normalize('NFKC').replace(/\s/gu, '').toUpperCase();

export interface OtherReturn extends TakenBack {
  readonly ourReference: string;
}

/**
 * Asks the service for every return of the document. The search only finds what contains the key,
 * so the key is compared whole, whatever the service has made of its case and its spaces. One that
 * does not even find the document itself has seen no return either. Errors: `not_returnable`, those
 * of asking.
 */
export async function findReturnsOf(
  till: Pick<Till, 'listDocuments' | 'documents'>,
  { docKey, documentId }: Pick<Returned['origin'], 'docKey' | 'documentId'>,
): Promise<Result<readonly OtherReturn[]>> {
  const foundReturns: DocumentSummary[] = [];
  let original: DocumentSummary | undefined;
  for (let page = 0, offset = 0; ; page += 1) {
    const answer = await till.listDocuments(query(docKey, offset));
    if (!answer.ok) return answer;
    const { results, hasNext } = answer.value;
    foundReturns.push(...results.filter(({ returnOf = '' }) => isSameKey(returnOf, docKey)));
    original ??= results.find(({ id }) => id === documentId);
    offset += results.length;
    if (!hasNext || results.length === 0) break;
    if (page === mostPages) return err({ code: 'not_returnable', why: 'return_unread' });
  }
  if (!original) return err({ code: 'not_returnable', why: 'not_searchable' });
  // It may have been voided since the till has seen it last.
  if (!isFinalized(original)) return err({ code: 'not_returnable', why: 'not_finalized' });
  const unique = new Map(foundReturns.map((document) => [document.id, document]));
  const returns: OtherReturn[] = [];
  for (const { id, docKey: name, ourReference, totalCents } of unique.values()) {
    const opened = await till.documents.getAnswered(id);
    if (!opened.ok) return opened;
    const { detail } = opened.value;
    // A part of its lines says as little of what is left as none.
    const lines = lacksLines(detail) ? [] : detail.lines;
    returns.push({
      ...{ name, ourReference },
      totalCents: cents(Math.abs(totalCents)),
      lines: lines.map(({ code, quantity, backQuantity = null, unitPrice }) => ({
        ...{ code, quantity: quantity ?? backQuantity, unitPrice },
      })),
    });
  }
  return ok(returns);
}

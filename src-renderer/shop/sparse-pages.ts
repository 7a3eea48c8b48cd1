// A long list of which only some pages are there, as one value, and what an answer makes of it.
import type { ListedDocuments, ListedRow } from '../../src-main/contract/documents.ts';

export const pageSize = 100;
/**
 * The most pages that are kept. Those farthest from the latest one are dropped first, so that the
 * longest list takes no more memory than these.
 */
export const keptPages = 30;

interface Page {
  readonly documents: readonly ListedRow[];
  /** When each of the documents was seen; null if the service has just answered. */
  readonly seenAtMs: readonly number[] | null;
}

export interface SparsePages {
  readonly pages: ReadonlyMap<number, Page>;
  /** The count that the service answered. */
  readonly count: number;
  /**
   * How many documents there are, as far as known: the count may promise more than the pages hold.
   */
  readonly length: number;
  readonly hasEnd: boolean;
  readonly isRemembered: boolean;
}

/** One place of the list. */
export interface ListedDocument {
  /** Null while its page is not there. */
  readonly document: ListedRow | null;
  /** Null if the service has just answered. */
  readonly seenAtMs: number | null;
}

export const pageOf = (index: number): number => Math.floor(index / pageSize);

export function documentAt(list: SparsePages | null, index: number): ListedDocument {
  const page = list?.pages.get(pageOf(index));
  const at = index % pageSize;
  return { document: page?.documents[at] ?? null, seenAtMs: page?.seenAtMs?.[at] ?? null };
}

/**
 * Returns whether the answer fits the pages that are there. If it has another count, or a document
 * of the page before or after, the list has moved meanwhile.
 */
export function fits(list: SparsePages, index: number, answer: ListedDocuments): boolean {
  if (answer.count !== list.count) return false;
  if ((answer.remembered !== null) !== list.isRemembered) return false;
  const neighbours = [index - 1, index + 1].flatMap((at) => list.pages.get(at)?.documents ?? []);
  const ids = new Set(neighbours.map(({ id }) => id));
  return answer.results.every(({ id }) => id === null || !ids.has(id));
}

/** Returns the list with the page that was answered; without `list`, that page alone. */
export function withPage(
  list: SparsePages | null,
  index: number,
  { count, hasNext, results, remembered }: ListedDocuments,
): SparsePages {
  const pages = new Map(list?.pages);
  pages.set(index, { documents: results, seenAtMs: remembered?.seenAtMs ?? null });
  const byDistance = [...pages.keys()].sort((a, b) => Math.abs(b - index) - Math.abs(a - index));
  for (const far of byDistance.slice(0, Math.max(0, pages.size - keptPages))) pages.delete(far);
  const isRemembered = remembered !== null;
  if (list?.hasEnd) return { ...list, pages, count, isRemembered };
  const end = index * pageSize + results.length;
  const last = results.length > 0 ? end : Math.min(count, end);
  const length = hasNext ? Math.max(count, end + 1) : last;
  return { pages, count, length, hasEnd: !hasNext, isRemembered };
}

/** Joins two answers for one page, of which the first was shorter than asked. */
export function joined(first: ListedDocuments, second: ListedDocuments): ListedDocuments {
  const { remembered } = second;
  return {
    ...second,
    offset: first.offset,
    results: [...first.results, ...second.results],
    remembered: remembered && {
      error: remembered.error,
      seenAtMs: [...(first.remembered?.seenAtMs ?? []), ...remembered.seenAtMs],
    },
  };
}

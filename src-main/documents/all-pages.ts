// Reads every document of a list, page by page, while others arrive.
import type { DocumentPage, DocumentSummary, ExportProgress } from '../contract/documents.ts';
import type { AppError, Result } from '../contract/errors.ts';

/** Ends a walk that could not be finished. */
export class PagesEnded extends Error {
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.code);
    this.error = error;
  }
}

/**
 * Yields each document once, in the list's order as far as that lasts. A document that arrives
 * during the walk moves the others along, so that some come a second time, and it may itself stand
 * where the walk has already been. One that goes away lets others slip by. So the list is walked
 * again as long as it counts more documents than came, or if it has become shorter. @throws
 * {PagesEnded} when a page cannot be had.
 */
export async function* allPages(
  ask: (offset: number) => Promise<Result<DocumentPage>>,
  onProgress: (progress: ExportProgress) => void,
): AsyncGenerator<readonly DocumentSummary[]> {
  const ids = new Set<number>();
  let before = -1;
  let hasShrunk = true;
  let isComplete = false;
  // A walk that finds nothing new is the last, as the service also counts documents that it does
  // not show.
  while (!isComplete && ids.size > before) {
    const isToTheEnd = hasShrunk;
    let counted = 0;
    let offset = 0;
    let isEnd = false;
    before = ids.size;
    hasShrunk = false;
    while (!isEnd) {
      const page = await ask(offset);
      if (!page.ok) throw new PagesEnded(page.error);
      const { results, count, hasNext } = page.value;
      const fresh = results.filter(({ id }) => ids.size < ids.add(id).size);
      offset += results.length;
      hasShrunk ||= count < counted;
      counted = count;
      const isAll = ids.size >= count;
      // A service that answers the same page for ever must not be asked for ever.
      const isRepeated = fresh.length === 0 && offset >= count;
      isEnd = results.length === 0 || !hasNext || isRepeated || (isAll && !isToTheEnd);
      isComplete = isAll && !hasShrunk;
      if (fresh.length > 0) yield fresh;
      onProgress({ written: ids.size, count: Math.max(count, ids.size) });
    }
  }
}

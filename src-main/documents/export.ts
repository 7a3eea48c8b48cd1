// Exports what a filter selects. One runs at a time, until it is done or ended.
import type { Language } from '../contract/languages.ts';
import {
  isReadable,
  type DocumentFilter,
  type DocumentPage,
  type DocumentQuery,
  type DocumentSummary,
  type ExportProgress,
  type ListedRow,
  type UnreadableDocument,
} from '../contract/documents.ts';
import { err, ok, type Result, type AppError } from '../contract/errors.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import { formatDecimal } from '../contract/money.ts';
import { foreignCell } from '../csv/cells.ts';
import { headCsv, rowsCsv, writings, type Cells, type Writing } from '../csv/writing.ts';

type ListDocuments = (query: DocumentQuery, signal: AbortSignal) => Promise<Result<DocumentPage>>;

export interface ExportOptions {
  readonly language: Language;
  /** Writes the file, part by part. Leaves nothing behind when the parts throw. */
  readonly write: (parts: AsyncIterable<string>) => Promise<Result<{ readonly file: string }>>;
  readonly onProgress: (progress: ExportProgress) => void;
}

const pageSize = 200;

export class DocumentExport {
  readonly #list: ListDocuments;
  #run: { readonly ending: AbortController; readonly ended: Promise<unknown> } | null = null;

  constructor(list: ListDocuments) {
    this.#list = list;
  }

  /** Errors: `export_under_way`, `export_cancelled`, those of asking and of writing. */
  async run(
    filter: DocumentFilter,
    options: ExportOptions,
  ): Promise<Result<{ readonly file: string; readonly documents: number }>> {
    if (this.#run) return err({ code: 'export_under_way' });
    const ending = new AbortController();
    const ended = this.#write(filter, options, ending.signal);
    this.#run = { ending, ended };
    try {
      return await ended;
    } finally {
      this.#run = null;
    }
  }

  /** Resolves when the export, if there is one, has ended. */
  async stop(): Promise<void> {
    this.#run?.ending.abort();
    await Promise.allSettled([this.#run?.ended]);
  }

  async #write(
    filter: DocumentFilter,
    { language, write, onProgress }: ExportOptions,
    signal: AbortSignal,
  ): Promise<Result<{ readonly file: string; readonly documents: number }>> {
    let documents = 0;
    const ask = async (offset: number): Promise<Result<DocumentPage>> => {
      const page = await this.#list({ ...filter, offset, limit: pageSize }, signal);
      return signal.aborted ? err({ code: 'export_cancelled' }) : page;
    };
    const pages = allPages(ask, (progress) => {
      documents = progress.written;
      onProgress(progress);
    });
    try {
      const writtenFile = await write(documentsCsv(pages, language));
      return writtenFile.ok ? ok({ file: writtenFile.value.file, documents }) : writtenFile;
    } catch (error) {
      if (error instanceof PagesEnded) return err(error.error);
      throw error;
    }
  }
}

const columns = [
  ...(['key', 'date', 'time', 'document', 'nature', 'status'] as const),
  ...(['customer', 'taxNumber', 'reference', 'total'] as const),
] satisfies readonly (keyof Messages['documentsCsv'])[];

/** Yields the text in parts, a page each. */
export async function* documentsCsv(
  pages: AsyncIterable<readonly ListedRow[]>,
  language: Language,
): AsyncGenerator<string> {
  const writing = writings[language];
  const { documentsCsv: names, documents: messages } = messagesFor(language);
  yield headCsv(
    columns.map((column) => names[column]),
    writing,
  );
  for await (const page of pages) {
    yield rowsCsv(
      page.map((row) => cellsOf(row, writing.decimalMark, messages)),
      writing,
    );
  }
}

function cellsOf(
  row: ListedRow,
  decimalMark: Writing['decimalMark'],
  messages: Messages['documents'],
): Cells {
  const cells = isReadable(row) ? documentCells(row, decimalMark) : unreadableCells(row, messages);
  return columns.map((column) => cells[column] ?? '');
}

type CellsByColumn = Readonly<Record<keyof Messages['documentsCsv'], string>>;

/** A document that could not be read is not left out. */
const unreadableCells = (
  { docKey, date, ourReference, unreadable }: UnreadableDocument,
  messages: Messages['documents'],
): Partial<CellsByColumn> => ({
  key: foreignCell(docKey),
  date: foreignCell(date),
  document: messages.unreadable(unreadable),
  reference: foreignCell(ourReference),
});

function documentCells(
  document: DocumentSummary,
  decimalMark: Writing['decimalMark'],
): CellsByColumn {
  const { nature, status, party } = document;
  return {
    key: foreignCell(document.docKey),
    date: foreignCell(document.date),
    // The time without fractions of a second.
    time: foreignCell(document.time.slice(0, 8)),
    document: foreignCell(document.documentName),
    nature: foreignCell(nature.description || nature.code),
    status: foreignCell(status.description || status.code),
    customer: foreignCell(party?.name ?? ''),
    taxNumber: foreignCell(party?.fiscalNumber ?? ''),
    reference: foreignCell(document.ourReference),
    total: formatDecimal(document.totalCents, 2, decimalMark),
  };
}

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
): AsyncGenerator<readonly ListedRow[]> {
  const ids = new Set<number | string>();
  let before = -1;
  let hasShrunk = true;
  let isComplete = false;
  // A walk without news is the last, as the service also counts what it does not show.
  while (!isComplete && ids.size > before) {
    const isToTheEnd = hasShrunk;
    let counted = 0;
    let offset = 0;
    let isEnd = false;
    let lastLooks = '';
    const withoutId = new Map<string, number>();
    /** Rows without an id that look alike are told apart by how many of them came before. */
    const placeOf = (row: ListedRow): number | string => {
      if (row.id !== null) return row.id;
      const looks = JSON.stringify(row);
      const times = (withoutId.get(looks) ?? 0) + 1;
      withoutId.set(looks, times);
      return `${looks} ${times}`;
    };
    before = ids.size;
    hasShrunk = false;
    while (!isEnd) {
      const page = await ask(offset);
      if (!page.ok) throw new PagesEnded(page.error);
      const { results, count, hasNext } = page.value;
      const fresh = results.filter((row) => ids.size < ids.add(placeOf(row)).size);
      offset += results.length;
      hasShrunk ||= count < counted;
      counted = count;
      const isAll = ids.size >= count;
      // A service that answers the same page for ever must not be asked for ever.
      const looks = JSON.stringify(results);
      const isRepeated =
        fresh.every(({ id }) => id === null) && (offset >= count || looks === lastLooks);
      lastLooks = looks;
      isEnd = results.length === 0 || !hasNext || isRepeated || (isAll && !isToTheEnd);
      isComplete = isAll && !hasShrunk;
      if (fresh.length > 0) yield fresh;
      onProgress({ written: ids.size, count: Math.max(count, ids.size) });
    }
  }
}

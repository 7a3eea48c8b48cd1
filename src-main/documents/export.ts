// Exports what a filter selects. One export runs at a time, as long as it takes, until somebody
// ends it.
import type { Language } from '../contract/languages.ts';
import type {
  DocumentFilter,
  DocumentPage,
  DocumentQuery,
  ExportProgress,
} from '../contract/documents.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { allPages, PagesEnded } from './all-pages.ts';
import { documentsCsv } from './csv.ts';

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

  /**
   * Errors: `export_under_way`, `export_cancelled`, those of asking the service and those of
   * writing the file.
   */
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

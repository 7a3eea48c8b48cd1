// An export of documents as the screen shows it. It lives as long as the frame, so that a person
// can leave the list meanwhile.
import type { DocumentFilter, ExportProgress } from '../../src-main/contract/documents.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { listening } from '../bridge/listening.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class DocumentExport {
  readonly #till: Till;
  #isRunning = $state(false);
  #progress = $state.raw<ExportProgress | null>(null);
  #exported = $state.raw<{ readonly file: string; readonly documents: number } | null>(null);
  #error = $state.raw<AppError | null>(null);

  constructor(till: Till) {
    this.#till = till;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Null until the first documents are written. */
  get progress(): ExportProgress | null {
    return this.#progress;
  }

  /** The file that the latest export has written. */
  get exported(): { readonly file: string; readonly documents: number } | null {
    return this.#exported;
  }

  get error(): AppError | null {
    return this.#error;
  }

  async run(filter: DocumentFilter): Promise<void> {
    this.#isRunning = true;
    this.#progress = null;
    this.dismiss();
    const answer = await listening(
      () => this.#till.on('documents.exportProgress', (progress) => (this.#progress = progress)),
      () => this.#till.request('documents.export', filter),
    );
    this.#isRunning = false;
    if (answer.ok) this.#exported = answer.value;
    else this.#error = answer.error;
  }

  /** Forgets how the latest export ended, once a person has seen it. */
  dismiss(): void {
    this.#exported = null;
    this.#error = null;
  }

  /** Stops the export. The answer to the export itself says that it was cancelled. */
  async stop(): Promise<void> {
    const answer = await this.#till.request('documents.stopExport', undefined);
    if (!answer.ok) this.#error = answer.error;
  }
}

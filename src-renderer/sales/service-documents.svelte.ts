// The documents that a sale's history names, asked of the service one by one.
import type { DocumentDetail } from '../../src-main/contract/documents.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { withoutDirections } from '../bridge/foreign-text.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';
import type { SeenDocument } from './life.ts';

export interface ServiceDocument {
  readonly seen: SeenDocument;
  /** As the service shows it, or as the till remembers it; null while neither is known. */
  readonly detail: DocumentDetail | null;
  /** Why the service could not be asked. */
  readonly error: AppError | null;
}

/** Null where no document of the service could be read. */
export function knownKey({ seen: summary, detail }: ServiceDocument): string | null {
  const key = detail?.docKey ?? summary.docKey;
  return key === '?' ? null : withoutDirections(key);
}

export class ServiceDocuments {
  readonly #till: Till;
  readonly #latest = new LatestAnswer();
  #documents = $state.raw<readonly ServiceDocument[]>([]);
  #busy = $state(false);

  constructor(till: Till, seenDocuments: readonly SeenDocument[]) {
    this.#till = till;
    this.#documents = seenDocuments.map((document) => ({
      seen: document,
      detail: null,
      error: null,
    }));
  }

  get all(): readonly ServiceDocument[] {
    return this.#documents;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#documents.find(({ error }) => error !== null)?.error ?? null;
  }

  async load(): Promise<void> {
    const isLatest = this.#latest.begin();
    this.#busy = true;
    for (const { seen: summary } of this.#documents) {
      const answer = await this.#till.request('documents.get', { id: summary.id });
      if (!isLatest()) return;
      this.#documents = this.#documents.map((document) =>
        document.seen.id !== summary.id
          ? document
          : answer.ok
            ? {
                seen: summary,
                detail: answer.value.detail,
                error: answer.value.remembered?.error ?? null,
              }
            : { ...document, error: answer.error },
      );
    }
    this.#busy = false;
  }
}

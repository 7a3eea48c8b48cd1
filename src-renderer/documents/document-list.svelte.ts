// The list of documents under one query: its pages as they are asked for. Answers that a newer query has overtaken are dropped.
import type { AppError } from '../../src-main/contract/errors.ts';
import {
  knownNatures,
  knownStatuses,
  type DocumentQuery,
  type DocumentSummary,
} from '../../src-main/contract/documents.ts';
import type { Till } from '../ui/till.svelte.ts';

const pageSize = 50;
/** Typing is not asked for letter by letter: the service is far away. */
const typingPauseMs = 250;

/** A nature or status to filter by; the name is the service's own, where a list has shown it. */
export interface Choice {
  readonly id: number;
  readonly name: string;
}

type Filter = Omit<DocumentQuery, 'offset' | 'limit'>;

export class DocumentList {
  readonly #till: Till;
  #filter = $state.raw<Filter>({
    list: 'all',
    search: '',
    natureId: null,
    statusId: null,
    orderBy: 'id',
    descending: true,
  });
  #documents = $state.raw<readonly DocumentSummary[]>([]);
  #natures = $state.raw<ReadonlyMap<number, string>>(namesOf(knownNatures));
  #statuses = $state.raw<ReadonlyMap<number, string>>(namesOf(knownStatuses));
  #count = $state<number | null>(null);
  /** Where the next page begins; null when there is none. */
  #nextOffset = $state<number | null>(0);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  #asked = 0;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(till: Till) {
    this.#till = till;
  }

  get filter(): Filter {
    return this.#filter;
  }

  get documents(): readonly DocumentSummary[] {
    return this.#documents;
  }

  get natures(): readonly Choice[] {
    return Array.from(this.#natures, ([id, name]) => ({ id, name }));
  }

  get statuses(): readonly Choice[] {
    return Array.from(this.#statuses, ([id, name]) => ({ id, name }));
  }

  /** Of all that match; null until an answer is there. */
  get count(): number | null {
    return this.#count;
  }

  get hasMore(): boolean {
    return this.#nextOffset !== null;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  choose(change: Partial<Filter>): void {
    this.#filter = { ...this.#filter, ...change };
    void this.reload();
  }

  search(text: string): void {
    this.#filter = { ...this.#filter, search: text };
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => void this.reload(), typingPauseMs);
  }

  async reload(): Promise<void> {
    clearTimeout(this.#typing);
    this.#nextOffset = 0;
    await this.#load(0);
  }

  /** Asks again for the page that did not come. */
  async retry(): Promise<void> {
    await this.#load(this.#nextOffset ?? 0);
  }

  async loadMore(): Promise<void> {
    if (!this.#busy && this.#nextOffset !== null) await this.#load(this.#nextOffset);
  }

  async #load(offset: number): Promise<void> {
    const asked = ++this.#asked;
    this.#busy = true;
    const answer = await this.#till.request('documents.list', {
      ...this.#filter,
      offset,
      limit: pageSize,
    });
    if (asked !== this.#asked) return;
    this.#busy = false;
    this.#error = answer.ok ? null : answer.error;
    if (!answer.ok) {
      if (offset === 0) this.#documents = [];
      return;
    }
    const { results, hasNext, count } = answer.value;
    // A document that arrived meanwhile pushes others onto the next page: none is listed twice.
    const before = offset === 0 ? [] : this.#documents;
    const fresh = results.filter(({ id }) => before.every((document) => document.id !== id));
    this.#documents = [...before, ...fresh];
    this.#count = count;
    this.#nextOffset = hasNext && results.length > 0 ? offset + results.length : null;
    this.#natures = learned(this.#natures, results, ({ nature }) => nature);
    this.#statuses = learned(this.#statuses, results, ({ status }) => status);
  }
}

function namesOf(known: readonly { id: number; code: string }[]): ReadonlyMap<number, string> {
  return new Map(known.map(({ id, code }) => [id, code]));
}

function learned(
  names: ReadonlyMap<number, string>,
  documents: readonly DocumentSummary[],
  of: (document: DocumentSummary) => { id: number; description: string },
): ReadonlyMap<number, string> {
  const shown = documents.map(of);
  return new Map([...names, ...shown.map(({ id, description }) => [id, description] as const)]);
}

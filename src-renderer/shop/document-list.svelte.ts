// The documents under one filter. Pages are asked for as they come into view. Answers that
// something newer has overtaken are dropped.
import { ok, type AppError, type Result } from '../../src-main/contract/errors.ts';
import {
  isReadable,
  knownNatures,
  knownStatuses,
  nameOf,
  type Choice,
  type DocumentFilter,
  type DocumentSummary,
  type ListedDocuments,
} from '../../src-main/contract/documents.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { Timer } from '../bridge/timer.ts';
import {
  documentAt,
  fits,
  joined,
  pageOf,
  pageSize,
  withPage,
  type ListedDocument,
  type SparsePages,
} from './sparse-pages.ts';

const askedAtOnce = 2;
/** The wait after typing: the service is too far away to be asked letter by letter. */
const typingPauseMs = 250;
/** The wait while scrolling, as pages that only fly past are not asked for. */
const scrollingPauseMs = 40;
/**
 * How often pages that do not fit together are asked for anew, until something else is looked at.
 */
const mostRefits = 3;
/** The longest text that can be searched for (`documentFilterSchema`). */
export const longestSearch = 200;

/** A filter that searches for nothing and leaves nothing out. */
export const everything = { list: 'all', search: '', natureId: null, statusId: null } as const;

export type FoundDocuments =
  | { readonly kind: 'one'; readonly id: number }
  | { readonly kind: 'several' }
  /** `isRemembered` means that the service could not be asked. */
  | { readonly kind: 'none'; readonly isRemembered: boolean }
  | { readonly kind: 'failed' };

type Names = ReadonlyMap<number, string>;

interface Listeners {
  /** Called when something else is searched for, from its beginning. */
  readonly onbegin: () => void;
  /** Called when this many documents have come before those in view. */
  readonly onshift: (documents: number) => void;
}

export class DocumentList {
  readonly #till: Till;
  readonly #listeners: Listeners;
  #filter = $state.raw<DocumentFilter>({ ...everything, orderBy: 'id', descending: true });
  #keptPages = $state.raw<SparsePages | null>(null);
  /** True while what is kept was found under another filter. */
  #isOther = $state(false);
  /** Pages that show until they are answered anew. */
  #stale: readonly number[] = [];
  #natures = $state.raw<Names>(namesOf(knownNatures));
  #statuses = $state.raw<Names>(namesOf(knownStatuses));
  #asking = $state.raw<readonly number[]>([]);
  #error = $state.raw<AppError | null>(null);
  #rememberedBecause = $state.raw<AppError | null>(null);
  #lostAtMs = $state<number | null>(null);
  /** Rises whenever something is asked for anew: main abandons what a lower view asks for. */
  #view = 0;
  readonly #views = new LatestAnswer();
  readonly #choices = new LatestAnswer();
  #inView = { first: 0, last: 0, isForward: true };
  #refits = 0;
  readonly #typing = new Timer();
  readonly #scrolling = new Timer();

  constructor(till: Till, listeners: Listeners) {
    this.#till = till;
    this.#listeners = listeners;
  }

  get filter(): DocumentFilter {
    return this.#filter;
  }

  get natures(): readonly Choice[] {
    return Array.from(this.#natures, ([id, name]) => ({ id, name }));
  }

  get statuses(): readonly Choice[] {
    return Array.from(this.#statuses, ([id, name]) => ({ id, name }));
  }

  /** True while what shows was found under another filter, until this one is answered. */
  get isOther(): boolean {
    return this.#isOther && this.#keptPages !== null;
  }

  /** The number of documents that show; null until an answer is there. */
  get length(): number | null {
    return this.#keptPages?.length ?? null;
  }

  /** The number of documents that match the filter; null until it is answered. */
  get matching(): number | null {
    return this.#isOther ? null : this.length;
  }

  /** The documents that match the filter and could be read, on all pages that are kept. */
  get loaded(): readonly DocumentSummary[] {
    if (this.#isOther) return [];
    const pages = Array.from(this.#keptPages?.pages.values() ?? []);
    const readable = pages.flatMap(({ documents }) => documents.filter(isReadable));
    // Pages may overlap.
    const keyed = readable.map((each) => [`${each.id} ${each.docKey}`, each] as const);
    return Object.values(Object.fromEntries(keyed));
  }

  get busy(): boolean {
    return this.#asking.length > 0;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** Why the service could not be asked, if what shows is what the till has seen before. */
  get rememberedBecause(): AppError | null {
    return this.#rememberedBecause;
  }

  /** Since when the service cannot be asked; null while it can. */
  get lostAtMs(): number | null {
    return this.#lostAtMs;
  }

  at(index: number): ListedDocument {
    return documentAt(this.#keptPages, index);
  }

  choose(change: Partial<DocumentFilter>): void {
    this.#filter = { ...this.#filter, ...change };
    this.#begin();
  }

  search(text: string): void {
    this.#filter = { ...this.#filter, search: text };
    this.#isOther = true;
    this.#renew();
    this.#typing.start(typingPauseMs, () => this.#begin());
  }

  /** True if something is searched for, or left out. */
  get isFiltered(): boolean {
    const { list, search, natureId, statusId } = this.#filter;
    return list !== 'all' || search.trim() !== '' || natureId !== null || statusId !== null;
  }

  showAll(): void {
    this.choose(everything);
  }

  /**
   * Searches all lists for a document's key or a sale's reference. The list itself stays as it is.
   */
  async find(code: string): Promise<FoundDocuments> {
    // The key itself comes before the longer ones that begin with it, of which there may be many.
    const query = {
      ...everything,
      search: code.slice(0, longestSearch),
      orderBy: 'doc_key',
      descending: false,
      offset: 0,
      limit: pageSize,
    } as const;
    const ask = () => this.#till.request('documents.list', { ...query, view: this.#view });
    let answer = await ask();
    // The list may have been asked for something else in between.
    for (let times = 0; isOvertaken(answer) && times < mostRefits; times += 1) answer = await ask();
    if (!answer.ok) return { kind: 'failed' };
    const { results, remembered } = answer.value;
    const matches = results.filter(
      ({ docKey, ourReference }) => docKey === code || ourReference === code || docKey === '',
    );
    const [first, ...others] = matches;
    if (!first) return { kind: 'none', isRemembered: remembered !== null };
    // What cannot be read may be it: a person sees for themselves.
    const isOne = others.length === 0 && first.id !== null && first.docKey !== '';
    return isOne ? { kind: 'one', id: first.id } : { kind: 'several' };
  }

  /** Asks anew for what is in view. What shows stays until then. */
  async reload(): Promise<void> {
    if (this.#typing.isRunning) {
      this.#begin();
      return;
    }
    this.#renew();
    void this.#loadChoices();
    await this.#load(this.#isOther ? 0 : pageOf(this.#inView.first));
  }

  /** Must be called with the first and the last document in view whenever they change. */
  see(first: number, last: number): void {
    const before = this.#inView;
    const isForward = first === before.first ? before.isForward : first > before.first;
    this.#inView = { first, last, isForward };
    const isTurned = isForward !== before.isForward;
    const isSame = pageOf(first) === pageOf(before.first) && pageOf(last) === pageOf(before.last);
    if (isSame && !isTurned) return;
    this.#refits = 0;
    this.#scrolling.start(scrollingPauseMs, () => this.#loadMissing());
  }

  noteConnection(isOnline: boolean): void {
    if (isOnline) this.#lostAtMs = null;
    else this.#lostAtMs ??= Date.now();
  }

  #begin(): void {
    this.#isOther = true;
    this.#renew();
    this.#inView = { first: 0, last: 0, isForward: true };
    this.#listeners.onbegin();
    void this.#load(0);
  }

  #renew(): void {
    this.#typing.stop();
    this.#scrolling.stop();
    this.#view += 1;
    this.#views.begin();
    this.#refits = 0;
    this.#asking = [];
    this.#stale = [...(this.#keptPages?.pages.keys() ?? [])];
  }

  async #loadChoices(): Promise<void> {
    const answer = await this.#choices.of(this.#till.request('documents.choices', undefined));
    if (!answer?.ok) return;
    this.#natures = withNames(this.#natures, answer.value.natures);
    this.#statuses = withNames(this.#statuses, answer.value.statuses);
  }

  #loadMissing(): void {
    if (this.#error || this.#typing.isRunning) return;
    for (const page of this.#missing()) {
      if (this.#asking.length >= askedAtOnce) return;
      if (!this.#asking.includes(page)) void this.#load(page);
    }
  }

  /**
   * Returns the missing pages in view; once those are there, the next one in the direction of
   * scrolling.
   */
  #missing(): readonly number[] {
    const first = pageOf(this.#inView.first);
    const last = pageOf(this.#inView.last);
    const isMissing = (page: number) =>
      page >= 0 &&
      page * pageSize < (this.length ?? 1) &&
      (!this.#keptPages?.pages.has(page) || this.#stale.includes(page));
    const inView = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const missing = inView.filter(isMissing);
    const next = this.#inView.isForward ? last + 1 : first - 1;
    return missing.length > 0 ? missing : [next].filter(isMissing);
  }

  async #load(page: number): Promise<void> {
    const isCurrent = this.#views.current();
    this.#asking = [...this.#asking, page];
    const answer = await this.#request(page);
    if (!isCurrent()) return;
    this.#asking = this.#asking.filter((askedPage) => askedPage !== page);
    if (answer.ok) {
      this.#take(page, answer.value);
      this.#loadMissing();
    } else if (answer.error.code !== 'overtaken') {
      this.#fail(answer.error);
    }
  }

  /**
   * Asks for a page. The service may answer with fewer documents than asked for, so the rest is
   * asked for until the page is whole.
   */
  async #request(page: number): Promise<Result<ListedDocuments>> {
    const view = this.#view;
    const isCurrent = this.#views.current();
    let whole: ListedDocuments | null = null;
    for (;;) {
      const got: number = whole?.results.length ?? 0;
      const answer: Result<ListedDocuments> = await this.#till.request('documents.list', {
        ...this.#filter,
        offset: page * pageSize + got,
        limit: pageSize - got,
        view,
      });
      if (!answer.ok || !isCurrent()) return answer;
      const part = answer.value;
      whole = whole ? joined(whole, part) : part;
      const isWhole = whole.results.length >= pageSize;
      if (isWhole || !part.hasNext || part.results.length === 0) return ok(whole);
    }
  }

  #take(page: number, answer: ListedDocuments): void {
    const keptPages = this.#isOther ? null : this.#keptPages;
    const isFitting =
      keptPages !== null && (this.#refits >= mostRefits || fits(keptPages, page, answer));
    if (keptPages && !isFitting) {
      this.#refits += 1;
      this.#shift(keptPages, answer);
    }
    this.#isOther = false;
    this.#keptPages = withPage(isFitting ? keptPages : null, page, answer);
    this.#stale = isFitting ? this.#stale.filter((stale) => stale !== page) : [];
    this.#error = null;
    this.#rememberedBecause = answer.remembered?.error ?? null;
    this.noteConnection(answer.remembered === null);
    const readable = answer.results.filter(isReadable);
    this.#natures = withNames(
      this.#natures,
      readable.map(({ nature }) => choiceOf(nature)),
    );
    this.#statuses = withNames(
      this.#statuses,
      readable.map(({ status }) => choiceOf(status)),
    );
  }

  /**
   * Moves the pages down by the new documents, which come first in these orders. In any other order
   * nobody can tell where they are.
   */
  #shift(keptPages: SparsePages, { count, remembered }: ListedDocuments): void {
    const { orderBy, descending } = this.#filter;
    if (!descending || (orderBy !== 'id' && orderBy !== 'document_date')) return;
    if (keptPages.isRemembered || remembered) return;
    this.#listeners.onshift(count - keptPages.count);
  }

  #fail(error: AppError): void {
    this.#error = error;
    this.#rememberedBecause = null;
    if (this.#isOther || error.code === 'not_permitted') this.#keptPages = null;
  }
}

const isOvertaken = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.error.code === 'overtaken';

const choiceOf = (named: DocumentSummary['nature']): Choice => ({
  id: named.id,
  name: nameOf(named),
});

const namesOf = (known: readonly { readonly id: number; readonly code: string }[]): Names =>
  new Map(known.map(({ id, code }) => [id, code]));

/** Returns the same names if there is nothing new. */
function withNames(names: Names, choices: readonly Choice[]): Names {
  const named = choices.map(({ id, name }) => {
    const code = names.get(id) ?? '';
    return [id, nameOf({ id, code, description: name })] as const;
  });
  if (named.every(([id, name]) => names.get(id) === name)) return names;
  return new Map([...names, ...named]);
}

// The till's own sales, newest first, page by page; changes of a sale show at once.
import type { AppError } from '../../src-main/contract/errors.ts';
import { isFinal } from '../../src-main/contract/outbox-states.ts';
import type { OutboxSearch, SaleSummary } from '../../src-main/contract/sales.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { Timer } from '../bridge/timer.ts';

const pageSize = 50;
/** The wait after typing: an old till has a million sales to look through. */
const typingPauseMs = 200;
const everything: OutboxSearch = { text: '', day: null };

export class SaleList {
  readonly #till: Till;
  readonly #latest = new LatestAnswer();
  #openOnly = $state(false);
  #sales = $state.raw<readonly SaleSummary[]>([]);
  #count = $state<number | null>(null);
  #search = $state.raw(everything);
  #hasMoreFound = $state(false);
  readonly #typing = new Timer();
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);

  constructor(till: Till, openOnly: boolean) {
    this.#till = till;
    this.#openOnly = openOnly;
  }

  get openOnly(): boolean {
    return this.#openOnly;
  }

  set openOnly(openOnly: boolean) {
    this.#openOnly = openOnly;
    void this.reload();
  }

  get sales(): readonly SaleSummary[] {
    return this.#sales;
  }

  get search(): OutboxSearch {
    return this.#search;
  }

  /** Lists what is searched for. A text is looked for once nobody types any more. */
  set search(search: OutboxSearch) {
    const isTyped = search.text !== this.#search.text;
    this.#search = search;
    this.#typing.stop();
    const reload = () => void this.reload();
    if (isTyped) this.#typing.start(typingPauseMs, reload);
    else reload();
  }

  get isSearching(): boolean {
    return this.#search.text.trim() !== '' || this.#search.day !== null;
  }

  /** How many sales there are; null until an answer is there, and while something is searched. */
  get count(): number | null {
    return this.#count;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  get hasMore(): boolean {
    return this.#count === null ? this.#hasMoreFound : this.#sales.length < this.#count;
  }

  reload(): Promise<void> {
    return this.#load([]);
  }

  async loadMore(): Promise<void> {
    if (!this.#busy && this.hasMore) await this.#load(this.#sales);
  }

  /** To be called for each sale that changes. */
  changed(sale: SaleSummary): void {
    const listed = this.#sales.some(({ reference }) => reference === sale.reference);
    const belongs = !this.#openOnly || !isFinal(sale.state);
    const others = this.#sales.filter(({ reference }) => reference !== sale.reference);
    if (listed && belongs) {
      this.#sales = this.#sales.map((old) => (old.reference === sale.reference ? sale : old));
    } else if (listed) {
      this.#sales = others;
      if (this.#count !== null) this.#count -= 1;
    } else if (belongs && !this.isSearching && isNewest(sale, others)) {
      this.#sales = [sale, ...others];
      this.#count = (this.#count ?? 0) + 1;
    }
  }

  /** Those that come after the ones that are listed already. */
  async #load(listed: readonly SaleSummary[]): Promise<void> {
    this.#busy = true;
    const before = listed.at(-1)?.reference ?? null;
    const query = {
      ...{ before, limit: pageSize, openOnly: this.#openOnly },
      ...(this.isSearching && { search: this.#search }),
    };
    const answer = await this.#latest.of(this.#till.request('outbox.list', query));
    if (!answer) return;
    this.#busy = false;
    this.#error = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    // What changed meanwhile shows already.
    const keptSales = before === null ? [] : this.#sales;
    const fresh = answer.value.sales.filter(({ reference }) =>
      keptSales.every((sale) => sale.reference !== reference),
    );
    this.#sales = [...keptSales, ...fresh];
    this.#count = answer.value.count;
    this.#hasMoreFound = answer.value.hasMore ?? false;
  }
}

/** An older sale that is not listed is on a page that is not loaded yet, and counted already. */
const isNewest = (sale: SaleSummary, others: readonly SaleSummary[]): boolean =>
  others.every(({ committedAtMs }) => committedAtMs <= sale.committedAtMs);

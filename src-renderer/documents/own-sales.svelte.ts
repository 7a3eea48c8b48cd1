// This till's own sales that the service has not confirmed, as far as they belong among the documents that are looked for.
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import { knownNatures, type DocumentFilter } from '../../src-main/contract/documents.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { natureIdOf } from '../../src-main/contract/new-document.ts';
import { isFinal } from '../../src-main/contract/outbox-states.ts';
import type { SaleParty, SaleSummary } from '../../src-main/contract/sales.ts';
import { SaleList } from '../outbox/sale-list.svelte.ts';
import type { Till } from '../ui/till.svelte.ts';

/** What the service will call its status is not known. */
const mayHold = ({ statusId }: DocumentFilter): boolean => statusId === null;

/** Whether it will be among the documents that are looked for, once it is one. Of other kinds only the service knows the list. */
function isAmong({ asked: { kind } }: SaleSummary, { list, natureId }: DocumentFilter): boolean {
  const own = natureIdOf(kind);
  const known = knownNatures.find(({ id }) => id === own);
  return (list === 'all' || list === known?.list) && (natureId === null || natureId === own);
}

/** As many as are near the view, whichever way it is scrolled. */
const partiesAtOnce = 100;

export class OwnSales {
  readonly #till: Till;
  readonly #list: SaleList;
  readonly #filter: () => DocumentFilter;
  readonly #matching = $derived.by(() => {
    const filter = this.#filter();
    const search = filter.search.trim().toLowerCase();
    return this.#list.sales.filter(
      (sale) => sale.reference.toLowerCase().includes(search) && isAmong(sale, filter),
    );
  });
  #wanted = 0;
  readonly #parties = new SvelteMap<string, SaleParty>();
  readonly #asking = new SvelteSet<string>();

  constructor(till: Till, filter: () => DocumentFilter) {
    this.#till = till;
    this.#list = new SaleList(till, true);
    this.#filter = filter;
  }

  get count(): number {
    if (!mayHold(this.#filter())) return 0;
    return this.#isFiltered ? this.#matching.length : (this.#list.count ?? 0);
  }

  get error(): AppError | null {
    return this.#list.error;
  }

  /** Newest first; null while it is not there. */
  at(index: number): SaleSummary | null {
    return this.#matching[index] ?? null;
  }

  /** Whom the sale is for; null while that is not there. */
  partyOf({ reference }: SaleSummary): SaleParty | null {
    return this.#parties.get(reference) ?? null;
  }

  async reload(): Promise<void> {
    await this.#list.reload();
    await this.#loadWanted();
  }

  /** To be called with the last one in view whenever it changes. */
  see(last: number): void {
    this.#wanted = last;
    void this.#loadWanted();
  }

  /** To be called for each sale that changes. Answers whether the service holds one of these now. */
  changed(sale: SaleSummary): boolean {
    const { sales, hasMore } = this.#list;
    // One that is not loaded may still be counted.
    const mayBeCounted = hasMore || sales.some(({ reference }) => reference === sale.reference);
    this.#list.changed(sale);
    // Perhaps it was corrected.
    this.#parties.delete(sale.reference);
    void this.#loadParties();
    return mayBeCounted && isFinal(sale.state);
  }

  get #isFiltered(): boolean {
    const { search, list, natureId } = this.#filter();
    return search.trim() !== '' || list !== 'all' || natureId !== null;
  }

  /** Main filters no sales, so what is filtered needs all of them. */
  async #loadWanted(): Promise<void> {
    const list = this.#list;
    const isWanted = () => this.#isFiltered || list.sales.length <= this.#wanted;
    while (mayHold(this.#filter()) && list.hasMore && !list.busy && !list.error && isWanted())
      await list.loadMore();
    await this.#loadParties();
  }

  async #loadParties(): Promise<void> {
    const near = this.#matching.slice(Math.max(0, this.#wanted + 1 - partiesAtOnce));
    const references = near
      .slice(0, partiesAtOnce)
      .map(({ reference }) => reference)
      .filter((reference) => !this.#parties.has(reference) && !this.#asking.has(reference));
    if (references.length === 0) return;
    for (const reference of references) this.#asking.add(reference);
    const answer = await this.#till.request('outbox.parties', { references });
    for (const reference of references) this.#asking.delete(reference);
    if (!answer.ok) return;
    for (const party of answer.value) this.#parties.set(party.reference, party);
  }
}

// This till's own sales that the service has not confirmed, as far as they belong among the
// documents that are searched for.
import { SvelteMap } from 'svelte/reactivity';
import { knownNatures, type DocumentFilter } from '../../src-main/contract/documents.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { natureIdOf } from '../../src-main/contract/new-document.ts';
import { isFinal } from '../../src-main/contract/outbox-states.ts';
import type { SaleParty, SaleSummary } from '../../src-main/contract/sales.ts';
import { SaleList } from '../sales/sale-list.svelte.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';

/**
 * With a filter on the status there are none, as the status that the service will give them is not
 * known.
 */
const mayHold = ({ statusId }: DocumentFilter): boolean => statusId === null;

const knownNature = ({ requestedKind: { kind } }: SaleSummary) =>
  knownNatures.find(({ id }) => id === natureIdOf(kind));

/**
 * Returns whether the sale, once it is a document, will be among those that are searched for. What
 * was sold at the counter is a sale. For kinds that the API does not name only the service knows
 * the list. `party` is null while main has not answered.
 */
function isAmong(
  sale: SaleSummary,
  party: SaleParty | null,
  { list, natureId }: DocumentFilter,
): boolean {
  const ownList = party?.isCounter ? 'sales' : knownNature(sale)?.list;
  const ownNature = natureIdOf(sale.requestedKind.kind) ?? party?.natureId;
  return (list === 'all' || list === ownList) && (natureId === null || natureId === ownNature);
}

/**
 * The customers of this many sales are asked for at once: as many as are near the view, whichever
 * way it is scrolled.
 */
const partiesAtOnce = 100;

export class OwnSales {
  readonly #till: Till;
  readonly #list: SaleList;
  readonly #filter: () => DocumentFilter;
  readonly #matching = $derived.by(() => {
    const filter = this.#filter();
    const search = filter.search.trim().toLowerCase();
    return this.#list.sales.filter(
      (sale) =>
        sale.reference.toLowerCase().includes(search) && isAmong(sale, this.partyOf(sale), filter),
    );
  });
  #wanted = 0;
  readonly #parties = new SvelteMap<string, SaleParty>();
  readonly #asking = new SvelteMap<string, LatestAnswer>();

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

  /** Returns the sale at this place, newest first; null while it is not there. */
  at(index: number): SaleSummary | null {
    return this.#matching[index] ?? null;
  }

  /** Returns whom the sale is for; null while that is not there. */
  partyOf({ reference }: SaleSummary): SaleParty | null {
    return this.#parties.get(reference) ?? null;
  }

  async reload(): Promise<void> {
    await this.#list.reload();
    await this.#loadWanted();
  }

  /** Must be called with the last one in view whenever it changes. */
  see(last: number): void {
    this.#wanted = last;
    void this.#loadWanted();
  }

  /**
   * Must be called for each sale that changes. Returns whether the service holds one of these now.
   */
  changed(sale: SaleSummary): boolean {
    const { sales, hasMore } = this.#list;
    // A sale that is not loaded may still be counted.
    const mayBeCounted = hasMore || sales.some(({ reference }) => reference === sale.reference);
    this.#list.changed(sale);
    // Perhaps it was corrected. What was told of it stands until then, so that it keeps its place.
    if (this.#parties.has(sale.reference)) void this.#ask([sale.reference]);
    else void this.#loadParties();
    return mayBeCounted && isFinal(sale.state);
  }

  get #isFiltered(): boolean {
    const { search, list, natureId } = this.#filter();
    return search.trim() !== '' || list !== 'all' || natureId !== null;
  }

  /** Loads all sales if they are filtered, as main filters none. */
  async #loadWanted(): Promise<void> {
    const list = this.#list;
    const isWanted = () => this.#isFiltered || list.sales.length <= this.#wanted;
    while (mayHold(this.#filter()) && list.hasMore && !list.busy && !list.error && isWanted())
      await list.loadMore();
    await this.#loadParties();
  }

  async #loadParties(): Promise<void> {
    if (this.#isFiltered) {
      await this.#askOnce(this.#list.sales.filter((sale) => !knownNature(sale)));
    }
    const near = this.#matching.slice(Math.max(0, this.#wanted + 1 - partiesAtOnce));
    await this.#askOnce(near.slice(0, partiesAtOnce));
  }

  async #askOnce(sales: readonly SaleSummary[]): Promise<void> {
    const references = sales
      .map(({ reference }) => reference)
      .filter((reference) => !this.#parties.has(reference) && !this.#asking.has(reference));
    for (let from = 0; from < references.length; from += partiesAtOnce) {
      await this.#ask(references.slice(from, from + partiesAtOnce));
    }
  }

  async #ask(references: readonly string[]): Promise<void> {
    const requests = references.map((reference) => [reference, this.#begin(reference)] as const);
    const answer = await this.#till.request('outbox.parties', { references: [...references] });
    for (const [reference, isLatest] of requests) {
      if (!isLatest()) continue;
      this.#asking.delete(reference);
      const party = answer.ok && answer.value.find((one) => one.reference === reference);
      if (party) this.#parties.set(reference, party);
    }
  }

  #begin(reference: string): () => boolean {
    const latest = this.#asking.get(reference) ?? new LatestAnswer();
    this.#asking.set(reference, latest);
    return latest.begin();
  }
}

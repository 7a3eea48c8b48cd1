// This till's own sales that the service has not confirmed, as far as they belong among the documents that are looked for.
import { knownNatures, type DocumentFilter } from '../../src-main/contract/documents.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { natureIdOf } from '../../src-main/contract/new-document.ts';
import { isFinal } from '../../src-main/contract/outbox-states.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
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

export class OwnSales {
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

  constructor(till: Till, filter: () => DocumentFilter) {
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
  }
}

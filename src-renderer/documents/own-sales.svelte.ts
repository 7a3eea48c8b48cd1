// This till's own sales that the service has not confirmed, as far as they belong among the documents that are looked for.
import {
  knownNatures,
  simplifiedInvoiceCode,
  type DocumentFilter,
} from '../../src-main/contract/documents.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import { isFinal } from '../../src-main/contract/outbox-states.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import { SaleList } from '../outbox/sale-list.svelte.ts';
import type { Till } from '../ui/till.svelte.ts';

const simplifiedInvoice = knownNatures.find(({ code }) => code === simplifiedInvoiceCode)?.id;

/** A sale becomes a finalized simplified invoice; what the service will call its status is not known. */
function mayHold({ list, natureId, statusId }: DocumentFilter): boolean {
  const isList = list === 'all' || list === 'sales';
  return isList && (natureId === null || natureId === simplifiedInvoice) && statusId === null;
}

export class OwnSales {
  readonly #list: SaleList;
  readonly #filter: () => DocumentFilter;
  readonly #matching = $derived.by(() => {
    const search = this.#filter().search.trim().toLowerCase();
    return this.#list.sales.filter(({ reference }) => reference.toLowerCase().includes(search));
  });
  #wanted = 0;

  constructor(till: Till, filter: () => DocumentFilter) {
    this.#list = new SaleList(till, true);
    this.#filter = filter;
  }

  get count(): number {
    if (!mayHold(this.#filter())) return 0;
    return this.#isSearched ? this.#matching.length : (this.#list.count ?? 0);
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

  get #isSearched(): boolean {
    return this.#filter().search.trim() !== '';
  }

  /** Main searches no sales, so a search needs all of them. */
  async #loadWanted(): Promise<void> {
    const list = this.#list;
    const isWanted = () => this.#isSearched || list.sales.length <= this.#wanted;
    while (mayHold(this.#filter()) && list.hasMore && !list.busy && !list.error && isWanted())
      await list.loadMore();
  }
}

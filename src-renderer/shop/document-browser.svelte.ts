// The document browser, which a person finds again as they left it: the documents with the till's
// own sales in their place, how far the list is scrolled, and which row is selected.
import { natureIdOf } from '../../src-main/contract/new-document.ts';
import type { SaleParty, SaleSummary } from '../../src-main/contract/sales.ts';
import { meantDocument, referenceIn } from '../scanning/codes.ts';
import type { ScanSaid } from '../scanning/scan-desk.svelte.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import { pathTo } from '../bridge/route.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { Timer } from '../bridge/timer.ts';
import { DocumentList, everything } from './document-list.svelte.ts';
import { OwnSales } from './own-sales.svelte.ts';
import type { ListedDocument } from './sparse-pages.ts';

/** The pause after which the lists follow, as sales are confirmed one after the other. */
const confirmedPauseMs = 1000;

export type DocumentRow =
  | ({ readonly kind: 'document' } & ListedDocument)
  /** Each null while it is not there. */
  | {
      readonly kind: 'sale';
      readonly sale: SaleSummary | null;
      readonly party: SaleParty | null;
      /** The service's name for its nature; empty if no list has shown it. */
      readonly natureName: string;
    };

export class DocumentBrowser {
  readonly list: DocumentList;
  readonly own: OwnSales;
  /** The number of rows above the first one in view, with the fraction of a row. */
  position = 0;
  #jumps = $state(0);
  #selected = $state<number | null>(null);
  readonly #scans = new LatestAnswer();
  readonly #confirming = new Timer();

  readonly #till: Till;

  constructor(till: Till) {
    this.#till = till;
    this.list = new DocumentList(till, {
      onbegin: () => {
        this.#selected = null;
        this.#jumpTo(0);
        this.own.see(0);
      },
      onshift: (documents) => this.#shift(documents),
    });
    this.own = new OwnSales(till, () => this.list.filter);
  }

  get length(): number {
    return this.own.count + (this.list.length ?? 0);
  }

  /** Changes whenever something else than scrolling changes the position. */
  get jumps(): number {
    return this.#jumps;
  }

  /** The row that the keys start from. */
  get selected(): number | null {
    return this.#selected === null ? null : Math.min(this.#selected, this.length - 1);
  }

  select(index: number): void {
    this.#selected = Math.max(0, Math.min(index, this.length - 1));
  }

  rowAt(index: number): DocumentRow {
    const own = this.own.count;
    const before = this.#ownBefore;
    if (index < before) return this.#ownRow(index);
    const documents = this.length - own;
    const at = index - before;
    if (at < documents) return { kind: 'document', ...this.list.at(at) };
    // Own sales come oldest first, where the documents do.
    return this.#ownRow(own - 1 - (at - documents));
  }

  #ownRow(index: number): DocumentRow {
    const sale = this.own.at(index);
    const natureId = sale && natureIdOf(sale.requestedKind.kind);
    const nature = this.list.natures.find(({ id }) => id === natureId);
    const party = sale && this.own.partyOf(sale);
    return { kind: 'sale', sale, party, natureName: nature?.name ?? '' };
  }

  /** Asks anew for what is in view. Nothing jumps. */
  async reload(): Promise<void> {
    await Promise.all([this.list.reload(), this.#keepingPlace(() => this.own.reload())]);
  }

  /**
   * Opens the document whose key was scanned, or the sale whose reference it was, unless somebody
   * has gone elsewhere or scanned another meanwhile. Returns what to say if there is none; then the
   * list stays as it is.
   */
  async openScanned(
    code: string,
    address: { hash: string },
    as: 'page' | 'return' = 'page',
  ): Promise<ScanSaid | null> {
    const { hash } = address;
    const isLatest = this.#scans.begin();
    const isLate = () => !isLatest() || address.hash !== hash;
    const reference = referenceIn(code);
    const meant = meantDocument(code);
    if (reference !== null && (await this.#till.request('outbox.get', { reference })).ok) {
      if (!isLate()) address.hash = pathTo(as === 'page' ? 'outbox' : 'returns', reference);
      return null;
    }
    const foundDocuments = await this.list.find(reference ?? code);
    switch (foundDocuments.kind) {
      case 'none':
        // The scanner's keyboard may be another country's.
        if (meant !== undefined && !isLate()) {
          const message = await this.openScanned(meant, address, as);
          // What is none may be one of the goods, by the code that was scanned.
          return message && 'code' in message ? { ...message, code } : message;
        }
        return { kind: 'no_document', code, isRemembered: foundDocuments.isRemembered };
      case 'failed':
        return { kind: 'no_answer', code };
      case 'one':
        if (!isLate())
          address.hash = pathTo(as === 'page' ? 'documents' : 'returns', foundDocuments.id);
        return null;
      case 'several':
        if (isLate()) return null;
        this.list.choose({ ...everything, search: code });
        address.hash = pathTo('documents');
        return null;
    }
  }

  /** Must be called when the screen is left: what was scanned opens nothing any more. */
  leave(): void {
    this.#scans.begin();
  }

  /** Must be called with the first and the last row in view whenever they change. */
  see(first: number, last: number): void {
    const before = this.#ownBefore;
    const documents = this.length - this.own.count;
    if (before > 0) this.own.see(last);
    else if (last >= documents) this.own.see(this.length - 1 - first);
    const lastDocument = Math.min(last - before, documents - 1);
    if (lastDocument >= 0) this.list.see(Math.max(0, first - before), lastDocument);
  }

  /** Must be called for each sale that changes. */
  saleChanged(sale: SaleSummary): void {
    const before = this.#ownBefore;
    const isConfirmed = this.own.changed(sale);
    this.#shift(this.#ownBefore - before);
    if (!isConfirmed) return;
    this.#confirming.start(confirmedPauseMs, () => void this.reload());
  }

  /**
   * The number of own sales before the first document. In the other orders they come after the
   * last.
   */
  get #ownBefore(): number {
    const { descending, orderBy } = this.list.filter;
    return descending || orderBy === 'doc_key' ? this.own.count : 0;
  }

  async #keepingPlace(change: () => Promise<void>): Promise<void> {
    const before = this.#ownBefore;
    await change();
    this.#shift(this.#ownBefore - before);
  }

  /**
   * Handles that rows have come at the beginning. A person who looks at the beginning sees them.
   */
  #shift(rows: number): void {
    if (rows === 0) return;
    if (this.#selected !== null) this.#selected = Math.max(0, this.#selected + rows);
    if (this.position > 0) this.#jumpTo(Math.max(0, this.position + rows));
  }

  #jumpTo(position: number): void {
    this.position = position;
    this.#jumps += 1;
  }
}

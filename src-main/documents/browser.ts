// The document browser: what the service answers, or what is remembered when it cannot be asked.
import { setImmediate as turn } from 'node:timers/promises';
import { deadline, systemClock } from '../clock.ts';
import type { Argument } from '../contract/api.ts';
import type { Product } from '../contract/catalogue.ts';
import {
  detailOfSummary,
  isReadable,
  type DocumentChoices,
  type DocumentDetail,
  type DocumentPage,
  type DocumentQuery,
  type DocumentSummary,
  type ListedDocuments,
} from '../contract/documents.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { isSameInvoiceKind, type InvoiceKind } from '../contract/invoice-kind.ts';
import {
  isSameDocument,
  type KnownProduct,
  type OpenedDocument,
  type SaleDetail,
  type SaleSummary,
} from '../contract/sales.ts';
import type { FetchedDocument } from '../service/endpoints.ts';
import type { Store } from '../store/open.ts';
import { readMadeFrom } from '../store/returns.ts';
import { readCustomer } from '../store/seen-in-answers.ts';
import { findSaleByDocument, readSale, readSaleDetail, readSaleDocument } from '../store/sales.ts';
import { filledIn } from './write-memory.ts';
import type { DocumentMemory } from './memory.ts';
import type { Recalled } from './read-memory.ts';
import { Views } from './latest-view.ts';

/** The service as the browser needs it, with the till's own token. */
export interface DocumentService {
  list(query: DocumentQuery, signal: AbortSignal): Promise<Result<DocumentPage>>;
  get(id: number, signal: AbortSignal): Promise<Result<FetchedDocument>>;
  /** True if the service could not be reached when it was asked last. */
  isAway(): boolean;
}

export interface BrowserOptions {
  /** The till's own sales. */
  readonly db: Store;
  readonly memory: DocumentMemory;
  readonly service: DocumentService;
  /** Takes a document that was opened: the till's own sale follows it. */
  readonly follow: (document: DocumentDetail) => void;
  /** Finds a product in the till's own catalogue. */
  readonly productOf: (code: string) => Product | undefined;
}

/** The most documents whose listing is noted: as many as a person looks through. */
const mostListed = 5_000;

/** How long a service that was away is waited for, as what is remembered is at hand. */
const patienceMs = 2_000;

/** How many pages of the newest sales are searched for kinds: most are of one. */
const kindPages = 5;
const newestSales: Omit<DocumentQuery, 'offset'> = {
  list: 'sales',
  search: '',
  natureId: null,
  statusId: null,
  orderBy: 'id',
  descending: true,
  limit: 100,
};

export class DocumentBrowser {
  readonly #options: BrowserOptions;
  readonly #views = new Views();
  /** The ids of the documents that the lists have shown to the signed-in user. */
  readonly #listed = new Set<number>();

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  /** Errors: `overtaken`, `not_permitted`, `answer_invalid`. */
  async list({ view, ...query }: Argument<'documents.list'>): Promise<Result<ListedDocuments>> {
    const { memory, service } = this.#options;
    const page = await this.#views.ask(view, (overtaken) =>
      this.#soon((late) => service.list(query, AbortSignal.any([overtaken, late]))),
    );
    if (page.ok) {
      this.#noteListed(page.value);
      return ok({ ...partOf(page.value, query), remembered: null });
    }
    const { error } = page;
    // An answer that cannot be read is no outage.
    const isAnswered = isRefusal(error) || error.code === 'answer_invalid';
    if (error.code === 'overtaken' || isAnswered) return page;
    const { seenAtMs, ...recalled } = memory.page(query);
    return ok({ ...recalled, remembered: { error, seenAtMs } });
  }

  choices(): DocumentChoices {
    return this.#options.memory.choices();
  }

  /**
   * Returns the kinds of invoices. With `lookUp`, the newest sales of the service are looked
   * through first. Errors: those of asking it.
   */
  async invoiceKinds(lookUp: boolean): Promise<Result<readonly InvoiceKind[]>> {
    const seen = await this.#seenKinds(lookUp);
    return seen.ok ? ok(this.#options.memory.invoiceKinds()) : seen;
  }

  /** Does the same for the kinds that may take goods back. */
  async returnKinds(lookUp: boolean): Promise<Result<readonly InvoiceKind[]>> {
    const seen = await this.#seenKinds(lookUp);
    return seen.ok ? ok(this.#options.memory.returnKinds()) : seen;
  }

  async #seenKinds(lookUp: boolean): Promise<Result<null>> {
    const { service } = this.#options;
    let offset = 0;
    for (let page = 0; lookUp && page < kindPages; page += 1) {
      const answer = await this.#soon((late) => service.list({ ...newestSales, offset }, late));
      if (!answer.ok) return answer;
      offset += answer.value.results.length;
      if (!answer.value.hasNext || answer.value.results.length === 0) break;
    }
    // What was shown is remembered in the turn after its answer.
    await turn();
    return ok(null);
  }

  /**
   * Returns the kind of the shop's invoices as the service has shown it: the till asks for nothing
   * else. Error: `invalid_value`.
   */
  async seenInvoiceKind(wanted: InvoiceKind): Promise<Result<InvoiceKind>> {
    const seenKinds = await this.invoiceKinds(false);
    const seenKind = seenKinds.ok
      ? seenKinds.value.find((kind) => isSameInvoiceKind(kind, wanted))
      : undefined;
    return seenKind ? ok(seenKind) : err({ code: 'invalid_value', field: 'invoiceKind' });
  }

  /** Must be called when somebody has signed in: the service must say anew what they may see. */
  signedIn(): void {
    this.#listed.clear();
  }

  /** Errors: those of asking the service, if nothing is remembered of the document. */
  async get(id: number): Promise<Result<OpenedDocument>> {
    const document = await this.getAnswered(id);
    if (document.ok || !this.#options.db.open) return document;
    const recalled = isRefusal(document.error) ? this.#recallAllowed(id) : this.#recall(id);
    if (!recalled) return document;
    const { value: detail, seenAtMs } = recalled;
    const remembered = { error: document.error, seenAtMs };
    return ok({ ...this.#withOwn(opened(detail)), remembered });
  }

  /** Does as `get`, for paper: never from memory. Errors: those of asking the service. */
  async getAnswered(id: number): Promise<Result<OpenedDocument>> {
    const { db, service } = this.#options;
    const document = await this.#soon((late) => service.get(id, late));
    if (!document.ok) return document;
    // The till may have been closed meanwhile.
    if (db.open) this.#options.follow(document.value);
    return ok(db.open ? this.#completed(document.value) : opened(document.value));
  }

  /** Returns the till's own sale that became the document, as the document was seen last. */
  ownSale(id: number): SaleSummary | undefined {
    const summary = this.#options.memory.summary(id)?.value;
    return summary ? this.#saleThatBecame(summary) : findSaleByDocument(this.#options.db, id);
  }

  #noteListed({ results }: DocumentPage): void {
    const readable = results.filter(isReadable);
    for (const { id } of readable) this.#listed.delete(id);
    for (const { id } of readable) this.#listed.add(id);
    for (const id of this.#listed) {
      if (this.#listed.size <= mostListed) return;
      this.#listed.delete(id);
    }
  }

  /** Returns the document with what the answer lacks and a list or an earlier answer has told. */
  #completed({ withoutLines, ...answered }: FetchedDocument): OpenedDocument {
    const { memory } = this.#options;
    const { id } = answered;
    const detail = filledIn(answered, memory.summary(id)?.value);
    const document = { ...opened(detail), withoutLines: withoutLines ?? null };
    const mayRecall = detail.lines.length === 0 && !(withoutLines && isRefusal(withoutLines));
    const earlier = mayRecall ? memory.detail(id)?.value : undefined;
    if (!earlier || !isSameDocument(earlier, detail) || earlier.lines.length === 0)
      return this.#withOwn(document);
    const { lines, payments, taxes } = earlier;
    const whole = {
      ...detail,
      lines,
      payments: detail.payments.length > 0 ? detail.payments : payments,
      taxes: detail.taxes.length > 0 ? detail.taxes : taxes,
    };
    return { ...this.#withOwn({ ...document, detail: whole }), hasEarlierLines: true };
  }

  #saleThatBecame(document: DocumentSummary): SaleSummary | undefined {
    const sale = findSaleByDocument(this.#options.db, document.id);
    const became = sale && {
      ourReference: sale.reference,
      // While the till does not know it, only the reference can tell.
      docKey: sale.docKey ?? document.docKey,
    };
    return became && isSameDocument(became, document) ? sale : undefined;
  }

  #withOwn(document: OpenedDocument): OpenedDocument {
    const { detail } = document;
    return {
      ...document,
      sale: this.#saleOf(detail),
      becomes: this.#becomes(detail),
      products: this.#productsOf(detail),
    };
  }

  #becomes({ nature, partyId, docKey }: DocumentDetail): OpenedDocument['becomes'] {
    const list = this.#options.memory.listOf(nature.id);
    if (list !== 'guides' && list !== 'working') return null;
    const customer = partyId === undefined ? undefined : readCustomer(this.#options.db, partyId);
    return { customer: customer ?? null, madeHere: readMadeFrom(this.#options.db, docKey) };
  }

  #productsOf({ lines }: DocumentDetail): readonly KnownProduct[] {
    const codes = new Set(lines.map(({ code }) => code));
    return [...codes].flatMap((code) => {
      const product = code === '' ? undefined : this.#options.productOf(code);
      if (product?.code !== code) return [];
      const { description, unit, unitPrice } = product;
      return [{ code, description, unit, unitPrice }];
    });
  }

  async #soon<Value>(ask: (late: AbortSignal) => Promise<Result<Value>>): Promise<Result<Value>> {
    const over = new AbortController();
    const isAway = this.#options.service.isAway();
    const late = isAway ? deadline(systemClock, patienceMs, over.signal) : over.signal;
    const answer = await ask(late);
    if (answer.ok || !late.aborted) {
      over.abort();
      return answer;
    }
    return err({ code: 'service_unreachable', reason: 'timeout' });
  }

  /** Returns the fullest that is remembered of the document, as it was seen last. */
  #recall(id: number): Recalled<DocumentDetail> | undefined {
    const { memory } = this.#options;
    const summary = memory.summary(id);
    const most = [memory.detail(id), this.#sold(id)].find(
      (each) => each && (!summary || isSameDocument(each.value, summary.value)),
    );
    if (!summary) return most;
    const { value, seenAtMs } = summary;
    return {
      value: { ...(most?.value ?? detailOfSummary(value)), ...value },
      seenAtMs: most?.seenAtMs ?? seenAtMs,
    };
  }

  /**
   * Returns what the lists have shown to the signed-in user, and what this till has sold, without
   * what colleagues have opened.
   */
  #recallAllowed(id: number): Recalled<DocumentDetail> | undefined {
    const own = this.#sold(id);
    const summary = this.#listed.has(id) ? this.#options.memory.summary(id) : undefined;
    if (!summary) return own;
    const { value, seenAtMs } = summary;
    return { value: { ...(own?.value ?? detailOfSummary(value)), ...value }, seenAtMs };
  }

  /** Returns what the service answered to the sale that became the document. */
  #sold(id: number): Recalled<DocumentDetail> | undefined {
    const { db } = this.#options;
    const sale = this.ownSale(id);
    const document = sale && readSaleDocument(db, sale.reference);
    return document && { value: document, seenAtMs: sale.committedAtMs };
  }

  #saleOf(document: DocumentDetail): SaleDetail | null {
    const { db } = this.#options;
    const sale = this.#saleThatBecame(document) ?? readSale(db, document.ourReference);
    return (sale && readSaleDetail(db, sale.reference)) ?? null;
  }
}

/** Returns the rows that were asked for: a service may answer all to the end, or the whole list. */
function partOf(
  page: DocumentPage,
  { offset, limit }: Pick<DocumentQuery, 'offset' | 'limit'>,
): DocumentPage {
  const { results, count } = page;
  if (results.length <= limit) return page;
  const from = results.length === count ? offset : 0;
  const hasNext = page.hasNext || from + limit < results.length;
  return { ...page, results: results.slice(from, from + limit), hasNext };
}

const opened = (detail: DocumentDetail): OpenedDocument => ({
  detail,
  remembered: null,
  withoutLines: null,
  hasEarlierLines: false,
  sale: null,
  becomes: null,
  products: [],
});

/** Returns whether the service refused: nobody may then see what a colleague saw. */
const isRefusal = ({ code }: AppError): boolean => code === 'not_permitted';

// Writes down what the outbox learns: each write is tried until it is durable, and the screens are
// told.
import type { DocumentDetail, DocumentSummary } from '../contract/documents.ts';
import type { AppError } from '../contract/errors.ts';
import type { SaleState } from '../contract/outbox-states.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { lockTimeoutMs, type Store } from '../store/open.ts';
import { passingStoreError } from '../store/store-errors.ts';
import { followDocument } from '../store/follow-document.ts';
import { mustStep, type Step } from '../store/sale-steps.ts';
import { requireSale } from '../store/sales.ts';
import type { Clock } from '../clock.ts';
import { ShortTurns } from './short-turns.ts';

export interface DurableWritesOptions {
  readonly db: Store;
  readonly clock: Clock;
  readonly retryMs: number;
  /** Why a write has to wait; null once it is done. */
  readonly onTrouble: (trouble: AppError | null) => void;
  readonly onSaleChanged: (sale: SaleSummary) => void;
}

/** How long what a sale had before is taken for the word of a replica that stands still. */
const staleMs = 86_400_000;

export class DurableWrites {
  readonly db: Store;
  readonly clock: Clock;
  readonly #options: DurableWritesOptions;
  #stopped = false;
  /** What sales had before they last followed their documents. */
  readonly #formerStates = new Map<string, { readonly state: string; readonly atMs: number }>();

  constructor(options: DurableWritesOptions) {
    this.#options = options;
    this.db = options.db;
    this.clock = options.clock;
  }

  /** From now on a failing write is given up at once. */
  stop(): void {
    this.#stopped = true;
  }

  /**
   * Records the step unless the sale is in another state by now: a person may decide about it at
   * any time. Returns whether it was recorded.
   */
  async recordFrom(state: SaleState, step: Step): Promise<boolean> {
    const { db } = this;
    const sale = await this.change(() =>
      requireSale(db, step.reference).state === state ? mustStep(db, step) : undefined,
    );
    return sale !== undefined;
  }

  /** Lets a confirmed sale follow its document: see `followDocument`. */
  async follow(document: DocumentSummary & Partial<DocumentDetail>): Promise<void> {
    const { db, clock } = this;
    const { ourReference: reference } = document;
    const former = this.#formerStates.get(reference);
    await this.change(() => {
      let shownState = '';
      const isStale = (state: string) => {
        shownState = state;
        return former?.state === state && clock.monotonicMs() - former.atMs < staleMs;
      };
      const formerState = followDocument(db, document, clock.nowMs(), isStale);
      if (formerState === undefined) return undefined;
      const atMs = clock.monotonicMs();
      if (formerState !== shownState)
        this.#formerStates.set(reference, { state: formerState, atMs });
      return requireSale(db, reference);
    });
  }

  /**
   * Does the write for each, in transactions that are no longer than a turn, and tells the screens
   * of the sales that it returns.
   */
  async forEach<T>(items: readonly T[], write: (item: T) => SaleSummary | undefined) {
    const turns = new ShortTurns();
    for (let first = 0; first < items.length;) {
      const sales = await this.until(() => {
        const written: (SaleSummary | undefined)[] = [];
        do written.push(write(items[first + written.length] as T));
        while (first + written.length < items.length && !turns.isOver);
        return written;
      });
      first += sales.length;
      for (const sale of sales) if (sale) this.#options.onSaleChanged(sale);
      await turns.rest();
    }
  }

  /** Writes as `until` does, and tells the screens of the sale that has changed, if one has. */
  async change(write: () => SaleSummary | undefined): Promise<SaleSummary | undefined> {
    const sale = await this.until(write);
    if (sale) this.#options.onSaleChanged(sale);
    return sale;
  }

  /**
   * Writes in one transaction, and tries until it succeeds: an answer of the service must not be
   * lost because the disk is full or busy. If the program ends meanwhile, the sale stays in doubt,
   * which a look-up settles.
   */
  async until<T>(write: () => T): Promise<T> {
    const { db, clock } = this;
    const { retryMs, onTrouble } = this.#options;
    for (let hasWaited = false; ; hasWaited = true) {
      try {
        const written = withoutWaiting(db, () => inTransaction(db, write));
        if (hasWaited) onTrouble(null);
        return written;
      } catch (error) {
        const trouble = this.#stopped ? undefined : passingStoreError(error, db.name);
        if (!trouble) throw error;
        onTrouble(trouble);
        await clock.sleep(retryMs, new AbortController().signal);
      }
    }
  }
}

/** SQLite waits in the main process while another program holds the file: here nobody need. */
function withoutWaiting<T>(db: Store, write: () => T): T {
  // `exec` makes no statement that lives longer: a fifth of what `pragma` costs.
  db.exec('PRAGMA busy_timeout = 0');
  try {
    return write();
  } finally {
    db.exec(`PRAGMA busy_timeout = ${lockTimeoutMs}`);
  }
}

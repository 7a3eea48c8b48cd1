// Writes down what the outbox learns: each write is tried until it is durable, and the screens are
// told.
import type { DocumentDetail, DocumentSummary } from '../contract/documents.ts';
import type { AppError } from '../contract/errors.ts';
import type { SaleState } from '../contract/outbox-states.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { passingStoreError, type Store } from '../store/open.ts';
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
  readonly #options: DurableWritesOptions;
  #stopped = false;
  /** What sales had before they last followed their documents. */
  readonly #left = new Map<string, { readonly state: string; readonly atMs: number }>();

  constructor(options: DurableWritesOptions) {
    this.#options = options;
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
    const { db, onSaleChanged } = this.#options;
    const sale = await this.until(() =>
      requireSale(db, step.reference).state === state ? mustStep(db, step) : undefined,
    );
    if (sale) onSaleChanged(sale);
    return sale !== undefined;
  }

  /** Lets a confirmed sale follow its document: see `followDocument`. */
  async follow(document: DocumentSummary & Partial<DocumentDetail>): Promise<void> {
    const { db, clock, onSaleChanged } = this.#options;
    const { ourReference: reference } = document;
    const left = this.#left.get(reference);
    let shown = '';
    const isStale = (state: string) => {
      shown = state;
      return left?.state === state && clock.monotonicMs() - left.atMs < staleMs;
    };
    const former = await this.until(() => followDocument(db, document, clock.nowMs(), isStale));
    if (former === undefined) return;
    if (former !== shown) this.#left.set(reference, { state: former, atMs: clock.monotonicMs() });
    onSaleChanged(requireSale(db, reference));
  }

  /** Does the write for each, in transactions that are no longer than a turn. */
  async forEach<T>(items: readonly T[], write: (item: T) => void): Promise<void> {
    const turns = new ShortTurns();
    let first = 0;
    while (first < items.length) {
      first = await this.until(() => {
        let next = first;
        do {
          write(items[next] as T);
          next += 1;
        } while (next < items.length && !turns.isOver);
        return next;
      });
      await turns.rest();
    }
  }

  /**
   * Writes in one transaction, and tries until it succeeds: an answer of the service must not be
   * lost because the disk is full or busy. If the program ends meanwhile, the sale stays in doubt,
   * which a look-up settles.
   */
  async until<T>(write: () => T): Promise<T> {
    const { db, clock, retryMs, onTrouble } = this.#options;
    let waited = false;
    for (;;) {
      try {
        const written = withoutWaiting(db, () => inTransaction(db, write));
        if (waited) onTrouble(null);
        return written;
      } catch (error) {
        const trouble = this.#stopped ? undefined : passingStoreError(error, db.name);
        if (!trouble) throw error;
        waited = true;
        onTrouble(trouble);
        await clock.sleep(retryMs, new AbortController().signal);
      }
    }
  }
}

/** SQLite waits in the main process while another program holds the file: here nobody need. */
function withoutWaiting<T>(db: Store, write: () => T): T {
  const waitMs = Number(db.pragma('busy_timeout', { simple: true }));
  db.pragma('busy_timeout = 0');
  try {
    return write();
  } finally {
    db.pragma(`busy_timeout = ${waitMs}`);
  }
}

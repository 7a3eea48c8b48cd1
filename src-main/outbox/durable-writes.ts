// What the outbox writes down: each write is tried until it is durable, and the screens are told.
import type { AppError } from '../contract/errors.ts';
import type { SaleState } from '../contract/outbox-states.ts';
import type { SaleSummary } from '../contract/sales.ts';
import { inTransaction } from '../store/in-transaction.ts';
import { passingStoreError, type Store } from '../store/open.ts';
import { mustStep, mustStepAndClaim, type Claim, type Step } from '../store/sale-steps.ts';
import { requireSale } from '../store/sales.ts';
import type { Clock } from './clock.ts';
import type { Link } from './link.ts';

export interface DurableWritesOptions {
  readonly db: Store;
  readonly clock: Clock;
  readonly retryMs: number;
  readonly link: Link;
  readonly onSaleChanged: (sale: SaleSummary) => void;
}

export class DurableWrites {
  readonly #options: DurableWritesOptions;
  #stopped = false;

  constructor(options: DurableWritesOptions) {
    this.#options = options;
  }

  /** From now on a write that fails is given up at once. */
  stop(): void {
    this.#stopped = true;
  }

  /** Unless the sale is in another state by now: a person may decide about it at any time. Answers whether it was. */
  async recordFrom(state: SaleState, step: Step): Promise<boolean> {
    const { db, onSaleChanged } = this.#options;
    const sale = await this.until(() =>
      requireSale(db, step.reference).state === state ? mustStep(db, step) : undefined,
    );
    if (sale) onSaleChanged(sale);
    return sale !== undefined;
  }

  async record(step: Step): Promise<void> {
    this.#options.onSaleChanged(await this.until(() => mustStep(this.#options.db, step)));
  }

  /** With one wait for the disk instead of two; `mayClaim` is asked at each try. */
  async recordAndClaim(step: Step, mayClaim: () => boolean): Promise<Claim | undefined> {
    const { db, onSaleChanged } = this.#options;
    const { sale, claim } = await this.until(() =>
      mayClaim() ? mustStepAndClaim(db, step) : { sale: mustStep(db, step), claim: undefined },
    );
    onSaleChanged(sale);
    return claim;
  }

  /**
   * In one transaction. What the service answered must not be lost because the disk is full or busy. The program ending
   * meanwhile leaves the sale in doubt, which a look-up settles.
   */
  async until<T>(write: () => T): Promise<T> {
    const { db, clock, retryMs, link } = this.#options;
    let waited = false;
    for (;;) {
      try {
        const written = inTransaction(db, write);
        if (waited) link.set('offline', null);
        return written;
      } catch (error) {
        const problem = this.#passing(error);
        if (!problem) throw error;
        waited = true;
        link.set('paused', problem);
        await clock.sleep(retryMs, new AbortController().signal);
      }
    }
  }

  /** Why the write failed, where it may succeed later. */
  #passing(error: unknown): AppError | undefined {
    return this.#stopped ? undefined : passingStoreError(error, this.#options.db.name);
  }
}

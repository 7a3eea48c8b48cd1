// The till that is open, if one is: opening it, whether it may be left, its backup, and closing it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { err, ok, type Result } from '../contract/errors.ts';
import {
  openTill,
  storeProblem,
  type OpeningOptions,
  type OpenTill,
  type Way,
} from './open-till.ts';
import { readOpenCart } from '../store/carts.ts';
import type { Till } from './till.ts';

export class CurrentTill {
  readonly #options: OpeningOptions;
  #open: OpenTill | null = null;
  #closing = 0;
  /** What a till does by itself is nobody's, whoever has opened it. */
  readonly #inNobodysName = AsyncLocalStorage.snapshot();

  constructor(options: OpeningOptions) {
    this.#options = options;
  }

  get till(): Till | null {
    return this.#open?.till ?? null;
  }

  /** It is not open any more, and has not ended yet. */
  get isClosing(): boolean {
    return this.#closing > 0;
  }

  /** Errors: those of opening the store. */
  async open(way: Way): Promise<Result<null>> {
    const opened = await this.#inNobodysName(() => openTill(way, this.#options));
    if (!opened.ok) return opened;
    this.#open = opened.value;
    return ok(null);
  }

  /** Sales that were put aside stay with their till. Errors: `sale_open`, `sales_wait`. */
  mayBeLeft(leaveWaiting: boolean): Result<null> {
    const { till } = this;
    if (!till) return ok(null);
    if ((readOpenCart(till.db)?.lines.length ?? 0) > 0) return err({ code: 'sale_open' });
    const { unsentOrRejected } = till;
    return leaveWaiting || unsentOrRejected === 0
      ? ok(null)
      : err({ code: 'sales_wait', count: unsentOrRejected });
  }

  /**
   * A copy of its database, in the folder of its backups. Errors: `not_signed_in`, and those of the
   * store.
   */
  async backUp(): Promise<Result<{ readonly file: string }>> {
    const open = this.#open;
    if (!open) return err({ code: 'not_signed_in' });
    try {
      return ok({ file: await open.maintenance.backUp() });
    } catch (error) {
      return err(storeProblem('the backup failed', error, this.#options));
    }
  }

  /** Returns how many of its sales are unsent. */
  async close(): Promise<number> {
    const open = this.#open;
    this.#open = null;
    if (!open) return 0;
    this.#closing += 1;
    try {
      await open.maintenance.stop();
      return await open.till.close();
    } finally {
      open.unlock();
      this.#closing -= 1;
    }
  }

  /**
   * Whether everything is delivered, by a last look-up. Errors: `unsent_sales`, and
   * `second_documents` where that look-up raised an alarm.
   */
  async mayBeSignedOut(): Promise<Result<null>> {
    const { till } = this;
    if (!till) return ok(null);
    const unsent = () => err({ code: 'unsent_sales', count: till.unsentOrRejected });
    if (till.unsentOrRejected > 0) return unsent();
    const alarms = await till.replay.auditBeforeLeaving();
    if (alarms > 0) return err({ code: 'second_documents', count: alarms });
    // Selling went on while the till looked.
    return till.unsentOrRejected > 0 ? unsent() : ok(null);
  }
}

// What the page is told without asking. What changes while it is locked, or while its till is being
// left, is told once it may be seen and the till is still the same; no progress is.
import type { EventName, Events } from '../contract/api.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { TillState } from '../contract/till-state.ts';

export interface PageEventsOptions {
  readonly push: <Name extends EventName>(name: Name, event: Events[Name]) => void;
  readonly isLocked: () => boolean;
  /** A till is being closed, or the next not open yet: nothing of that is to be shown. */
  readonly isSwitching: () => boolean;
  /** Which till is open: another where its file is another one. Null for none. */
  readonly till: () => string | null;
  readonly state: () => TillState;
}

export class PageEvents {
  readonly #options: PageEventsOptions;
  #isStatePending = false;
  /** Whose changes wait. */
  #till: string | null = null;
  /** The latest of each that changed while nothing was to be shown. */
  readonly #sales = new Map<string, SaleSummary>();
  readonly #jobs = new Map<number, PrintJob>();

  constructor(options: PageEventsOptions) {
    this.#options = options;
  }

  /** Many changes of one turn are told once. */
  readonly stateChanged = (): void => {
    if (this.#isStatePending) return;
    this.#isStatePending = true;
    setImmediate(() => {
      this.#isStatePending = false;
      const { push, isSwitching, state } = this.#options;
      if (!isSwitching()) push('app.stateChanged', state());
    });
  };

  saleChanged(sale: SaleSummary): void {
    if (this.#isShown) this.#options.push('outbox.saleChanged', sale);
    else this.#sales.set(sale.reference, sale);
    this.stateChanged();
  }

  readonly jobChanged = (job: PrintJob): void => {
    if (this.#isShown) this.#options.push('printing.jobChanged', job);
    else this.#jobs.set(job.jobId, job);
    this.stateChanged();
  };

  progress<
    Name extends 'catalogue.progress' | 'catalogue.changeProgress' | 'documents.exportProgress',
  >(name: Name, progress: Events[Name]): void {
    if (this.#isShown) this.#options.push(name, progress);
  }

  lockChanged(): void {
    this.stateChanged();
    this.#tellWhatWaits();
  }

  /** Another till is open, or the same one again, or none. */
  tillChanged(): void {
    const { till, isSwitching } = this.#options;
    this.stateChanged();
    const now = till();
    // The one that was left may come back.
    if (now === null && isSwitching()) return;
    if (now !== this.#till) this.#forget();
    this.#till = now;
    this.#tellWhatWaits();
  }

  get #isShown(): boolean {
    const { isLocked, isSwitching } = this.#options;
    return !isLocked() && !isSwitching();
  }

  #tellWhatWaits(): void {
    if (!this.#isShown) return;
    const { push } = this.#options;
    for (const sale of this.#sales.values()) push('outbox.saleChanged', sale);
    for (const job of this.#jobs.values()) push('printing.jobChanged', job);
    this.#forget();
  }

  #forget(): void {
    this.#sales.clear();
    this.#jobs.clear();
  }
}

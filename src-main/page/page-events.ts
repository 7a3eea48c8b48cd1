// What the page is told without asking. A change while it is locked, or while its till is being
// left, is told once it may be seen and the till is still the same. Progress is not told later.
import type { EventName, Events } from '../contract/api.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { TillState } from '../contract/till-state.ts';

export interface PageEventsOptions {
  readonly push: <Name extends EventName>(name: Name, event: Events[Name]) => void;
  readonly isLocked: () => boolean;
  /** True while a till is being closed or the next is not open yet: nothing of it is shown. */
  readonly isSwitching: () => boolean;
  /** Returns which till is open, which changes with its file. Null for none. */
  readonly till: () => string | null;
  readonly state: () => TillState;
}

export class PageEvents {
  readonly #options: PageEventsOptions;
  #isStatePending = false;
  /** The till whose changes wait. */
  #till: string | null = null;
  /** What to tell of each sale and job that changed while nothing was to be shown: the latest. */
  readonly #waiting = new Map<string, () => void>();

  constructor(options: PageEventsOptions) {
    this.#options = options;
  }

  /** Tells the state. Many changes in one turn are told once. */
  readonly stateChanged = (): void => {
    if (this.#isStatePending) return;
    this.#isStatePending = true;
    setImmediate(() => {
      this.#isStatePending = false;
      const { push, isSwitching, state } = this.#options;
      if (!isSwitching()) push('app.stateChanged', state());
    });
  };

  readonly saleChanged = (sale: SaleSummary): void =>
    this.#tell(sale.reference, () => this.#options.push('outbox.saleChanged', sale));

  readonly jobChanged = (job: PrintJob): void =>
    this.#tell(`job ${job.jobId}`, () => this.#options.push('printing.jobChanged', job));

  #tell(key: string, tell: () => void): void {
    if (this.#isShown) tell();
    else this.#waiting.set(key, tell);
    this.stateChanged();
  }

  progress<
    Name extends 'catalogue.progress' | 'catalogue.changeProgress' | 'documents.exportProgress',
  >(name: Name, progress: Events[Name]): void {
    if (this.#isShown) this.#options.push(name, progress);
  }

  lockChanged(): void {
    this.stateChanged();
    this.#tellWhatWaits();
  }

  /** Handles that another till is open, or the same one again, or none. */
  tillChanged(): void {
    const { till, isSwitching } = this.#options;
    this.stateChanged();
    const now = till();
    // The till that was left may come back.
    if (now === null && isSwitching()) return;
    if (now !== this.#till) this.#waiting.clear();
    this.#till = now;
    this.#tellWhatWaits();
  }

  get #isShown(): boolean {
    const { isLocked, isSwitching } = this.#options;
    return !isLocked() && !isSwitching();
  }

  #tellWhatWaits(): void {
    if (!this.#isShown) return;
    for (const tell of this.#waiting.values()) tell();
    this.#waiting.clear();
  }
}

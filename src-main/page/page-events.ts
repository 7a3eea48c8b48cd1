// What the page is told without asking. A locked page is told what changed once it is unlocked, and
// no progress.
import type { EventName, Events } from '../contract/api.ts';
import type { PrintJob } from '../contract/print-jobs.ts';
import type { SaleSummary } from '../contract/sales.ts';
import type { TillState } from '../contract/till-state.ts';

export interface PageEventsOptions {
  readonly push: <Name extends EventName>(name: Name, event: Events[Name]) => void;
  readonly isLocked: () => boolean;
  /** A till is being closed, or the next not open yet: nothing of that is to be shown. */
  readonly isSwitching: () => boolean;
  readonly state: () => TillState;
}

export class PageEvents {
  readonly #options: PageEventsOptions;
  #isStatePending = false;
  /** The latest of each that changed while the page was locked. */
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
    const { push, isLocked, isSwitching } = this.#options;
    if (isLocked()) this.#sales.set(sale.reference, sale);
    else if (!isSwitching()) push('outbox.saleChanged', sale);
    this.stateChanged();
  }

  readonly jobChanged = (job: PrintJob): void => {
    const { push, isLocked, isSwitching } = this.#options;
    if (isLocked()) this.#jobs.set(job.jobId, job);
    else if (!isSwitching()) push('printing.jobChanged', job);
    this.stateChanged();
  };

  progress<
    Name extends 'catalogue.progress' | 'catalogue.changeProgress' | 'documents.exportProgress',
  >(name: Name, progress: Events[Name]): void {
    const { push, isLocked, isSwitching } = this.#options;
    if (!isLocked() && !isSwitching()) push(name, progress);
  }

  lockChanged(): void {
    this.stateChanged();
    const { push, isLocked } = this.#options;
    if (isLocked()) return;
    for (const sale of this.#sales.values()) push('outbox.saleChanged', sale);
    this.#sales.clear();
    for (const job of this.#jobs.values()) push('printing.jobChanged', job);
    this.#jobs.clear();
  }
}

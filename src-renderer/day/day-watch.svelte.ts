// The open day and the closed ones, asked for anew whenever a sale moves on, or a day begins or
// ends.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { DayState } from '../../src-main/contract/day-report.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import { Timer } from '../bridge/timer.ts';
import type { Till } from '../bridge/till.svelte.ts';

/** How long to wait for quiet, as a busy outbox moves many sales at once. */
const quietMs = 300;

/** Returns the function that stops listening. */
export function onSalesMoved(till: Till, load: () => Promise<void>): () => void {
  const timer = new Timer();
  const stop = till.onSaleChanged(() => timer.start(quietMs, () => void load()));
  return () => {
    timer.stop();
    stop();
  };
}

export class DayWatch {
  readonly #till: Till;
  readonly #loaded: Loaded<DayState>;

  constructor(till: Till) {
    this.#till = till;
    this.#loaded = new Loaded(() => till.request('day.state', undefined));
  }

  /** Null until the first answer. */
  get state(): DayState | null {
    return this.#loaded.value;
  }

  get error(): AppError | null {
    return this.#loaded.error;
  }

  readonly load = (): Promise<void> => this.#loaded.load();

  /** Returns the function that stops listening. */
  readonly listen = (): (() => void) => onSalesMoved(this.#till, this.load);
}

// What a manager wants to see of a day. None of it outlasts the lock, as somebody else may unlock
// the till.
import type { AppError } from '../../src-main/contract/errors.ts';
import {
  exceptionsOf,
  namesIn,
  totalsByKind,
  type TillException,
} from '../../src-main/contract/exceptions.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class ExceptionsOfDay {
  readonly #loaded: Loaded<readonly TillException[]>;
  #date = $state('');
  /** The cashier whose exceptions show; null for everybody's. */
  name = $state<string | null>(null);

  constructor(till: Till, date: string) {
    this.#loaded = new Loaded(() => till.request('exceptions.list', { date: this.#date }));
    this.#date = date;
  }

  /** The day as `yyyy-mm-dd`; empty while it is no day. */
  get date(): string {
    return this.#date;
  }

  set date(date: string) {
    this.#date = date;
    void this.load();
  }

  /** The cashiers who have exceptions on this day; empty for nobody's. */
  get names(): readonly string[] {
    return namesIn(this.#loaded.value ?? []);
  }

  /** Null while nothing is known. */
  get shownExceptions(): readonly TillException[] | null {
    return this.#loaded.value && exceptionsOf(this.#loaded.value, this.name);
  }

  get totals() {
    return totalsByKind(this.shownExceptions ?? []);
  }

  get busy(): boolean {
    return this.#loaded.busy;
  }

  get error(): AppError | null {
    return this.#loaded.error;
  }

  readonly load = async (): Promise<void> => {
    this.#loaded.forget();
    if (this.#date === '') return;
    await this.#loaded.load();
    const isGone = this.name !== null && !this.names.includes(this.name);
    if (this.#loaded.value && isGone) this.name = null;
  };
}

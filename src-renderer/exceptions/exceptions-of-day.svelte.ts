// What a manager wants to see of a day. None of it outlasts the lock, as somebody else may unlock
// the till.
import type { AppError } from '../../src-main/contract/errors.ts';
import {
  exceptionsOf,
  namesIn,
  totalsByKind,
  type TillException,
} from '../../src-main/contract/exceptions.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class ExceptionsOfDay {
  readonly #till: Till;
  readonly #latest = new LatestAnswer();
  #date = $state('');
  /** Null for everybody's. */
  #name = $state<string | null>(null);
  #all = $state.raw<readonly TillException[] | null>(null);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  readonly #names = $derived(namesIn(this.#all ?? []));
  readonly #shownExceptions = $derived(this.#all && exceptionsOf(this.#all, this.#name));
  readonly #totals = $derived(totalsByKind(this.#shownExceptions ?? []));

  constructor(till: Till, date: string) {
    this.#till = till;
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

  get name(): string | null {
    return this.#name;
  }

  set name(name: string | null) {
    this.#name = name;
  }

  /** The cashiers who have exceptions on this day; empty for nobody's. */
  get names(): readonly string[] {
    return this.#names;
  }

  /** Null while nothing is known. */
  get shownExceptions(): readonly TillException[] | null {
    return this.#shownExceptions;
  }

  get totals() {
    return this.#totals;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  readonly load = async (): Promise<void> => {
    this.forget();
    if (this.#date === '') return;
    this.#busy = true;
    const answer = await this.#latest.of(
      this.#till.request('exceptions.list', { date: this.#date }),
    );
    if (!answer) return;
    this.#busy = false;
    this.#error = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    this.#all = answer.value;
    if (this.#name !== null && !this.#names.includes(this.#name)) this.#name = null;
  };

  forget(): void {
    this.#latest.begin();
    this.#busy = false;
    this.#all = null;
    this.#error = null;
  }
}

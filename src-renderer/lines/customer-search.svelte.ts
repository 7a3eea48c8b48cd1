// Finds customers while somebody types. Answers that newer typing has overtaken are dropped.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { Customer } from '../../src-main/contract/selling.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class CustomerSearch {
  readonly #till: Till;
  readonly #latest = new LatestAnswer();
  /** Null until the first answer. */
  #customers = $state.raw<readonly Customer[] | null>(null);
  #error = $state.raw<AppError | null>(null);
  #asking: Promise<void> | undefined;

  constructor(till: Till) {
    this.#till = till;
  }

  get customers(): readonly Customer[] | null {
    return this.#customers;
  }

  get error(): AppError | null {
    return this.#error;
  }

  typed(text: string): Promise<void> {
    return (this.#asking = this.#ask(text));
  }

  /**
   * Returns the best match for what was typed last. Enter may come before its answer, and then
   * means nobody of the former list.
   */
  async best(): Promise<Customer | undefined> {
    const isLatest = this.#latest.current();
    await this.#asking;
    return isLatest() ? this.#customers?.[0] : this.best();
  }

  async #ask(text: string): Promise<void> {
    const answer = await this.#latest.of(this.#till.request('sell.findCustomers', { text }));
    if (!answer) return;
    this.#error = answer.ok ? null : answer.error;
    this.#customers = answer.ok ? answer.value : [];
  }
}

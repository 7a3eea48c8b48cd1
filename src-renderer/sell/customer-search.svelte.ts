// Finding customers while typing. Answers that newer typing has overtaken are dropped.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { Customer } from '../../src-main/contract/selling.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class CustomerSearch {
  readonly #till: Till;
  /** Null until the first answer. */
  #customers = $state.raw<readonly Customer[] | null>(null);
  #error = $state.raw<AppError | null>(null);
  #latest: Promise<void> | undefined;

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
    const asked = this.#ask(text, () => this.#latest === asked);
    return (this.#latest = asked);
  }

  /** The best match for what was typed last: Enter may come before its answer, and means none of the list from before. */
  async best(): Promise<Customer | undefined> {
    const asked = this.#latest;
    await asked;
    return asked === this.#latest ? this.#customers?.[0] : this.best();
  }

  async #ask(text: string, isLatest: () => boolean): Promise<void> {
    const answer = await this.#till.request('sell.findCustomers', { text });
    if (!isLatest()) return;
    this.#error = answer.ok ? null : answer.error;
    this.#customers = answer.ok ? answer.value : [];
  }
}

// Finding customers while typing. Answers that newer typing has overtaken are dropped.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { Customer } from '../../src-main/contract/selling.ts';
import type { Till } from '../ui/till.svelte.ts';

export class CustomerSearch {
  readonly #till: Till;
  /** Null until the first answer. */
  #customers = $state.raw<readonly Customer[] | null>(null);
  #error = $state.raw<AppError | null>(null);
  #asked = 0;

  constructor(till: Till) {
    this.#till = till;
  }

  get customers(): readonly Customer[] | null {
    return this.#customers;
  }

  get error(): AppError | null {
    return this.#error;
  }

  async typed(text: string): Promise<void> {
    const asked = ++this.#asked;
    const answer = await this.#till.request('sell.findCustomers', { text });
    if (asked !== this.#asked) return;
    this.#error = answer.ok ? null : answer.error;
    this.#customers = answer.ok ? answer.value : [];
  }
}

// The plans of the demonstration companies at an address, and the one that is chosen.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { DemoPlan } from '../../src-main/contract/sign-in.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import type { Till } from '../bridge/till.svelte.ts';

/** The most plans that are listed. A service has a handful. */
const mostPlans = 50;

export class DemoPlans {
  readonly #till: Till;
  readonly #latest = new LatestAnswer();
  /** The address that was asked; empty if nothing is known. */
  #address = '';
  #busy = $state(false);
  #plans = $state.raw<readonly DemoPlan[]>([]);
  #error = $state.raw<AppError | null>(null);
  /** Null for the service's own choice. */
  chosenId = $state<number | null>(null);

  constructor(till: Till) {
    this.#till = till;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get plans(): readonly DemoPlan[] {
    return this.#plans;
  }

  /** Why they could not be read. */
  get error(): AppError | null {
    return this.#error;
  }

  /** Asks once for each address, and again if the plans could not be read. */
  async ask(typed: string): Promise<void> {
    const serviceAddress = typed.trim();
    if (serviceAddress === this.#address) return;
    this.#address = serviceAddress;
    this.chosenId = null;
    this.#plans = [];
    this.#error = null;
    this.#busy = serviceAddress !== '';
    const isLatest = this.#latest.begin();
    if (!this.#busy) return;
    const answer = await this.#till.request('session.demoPlans', { serviceAddress });
    if (!isLatest()) return;
    this.#busy = false;
    if (answer.ok) {
      this.#plans = answer.value.slice(0, mostPlans);
      return;
    }
    this.#error = answer.error;
    this.#address = '';
  }
}

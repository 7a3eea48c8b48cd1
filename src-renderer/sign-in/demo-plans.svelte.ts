// The plans of the demonstration companies at an address, and the one that is chosen.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { DemoPlan } from '../../src-main/contract/sign-in.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';

/** The most plans that are listed. A service has a handful. */
const mostPlans = 50;

export class DemoPlans {
  readonly #loaded: Loaded<readonly DemoPlan[]>;
  /** The address that was asked; empty if nothing is known. */
  #address = '';
  /** Null for the service's own choice. */
  chosenId = $state<number | null>(null);

  constructor(till: Till) {
    this.#loaded = new Loaded(() =>
      till.request('session.demoPlans', { serviceAddress: this.#address }),
    );
  }

  get busy(): boolean {
    return this.#loaded.busy;
  }

  get plans(): readonly DemoPlan[] {
    return this.#loaded.value?.slice(0, mostPlans) ?? [];
  }

  /** Why they could not be read. */
  get error(): AppError | null {
    return this.#loaded.error;
  }

  /** Asks once for each address, and again if the plans could not be read. */
  async ask(typed: string): Promise<void> {
    const serviceAddress = typed.trim();
    if (serviceAddress === this.#address) return;
    this.#address = serviceAddress;
    this.chosenId = null;
    this.#loaded.forget();
    if (serviceAddress === '') return;
    await this.#loaded.load();
    if (this.#loaded.error) this.#address = '';
  }
}

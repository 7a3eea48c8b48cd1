// Opens another profile. It is refused in the middle of a sale, and asks again if sales would stay
// behind.
import type { AppError } from '../../src-main/contract/errors.ts';
import { Asking } from '../bridge/asking.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class ProfileOpening {
  readonly #till: Till;
  readonly #asking = new Asking();
  /**
   * The number of sales that a person is asked about, whether they may wait, and the profile that
   * is opened then.
   */
  #confirmation = $state.raw<{ readonly id: string | null; readonly sales: number } | null>(null);

  constructor(till: Till) {
    this.#till = till;
  }

  get busy(): boolean {
    return this.#asking.busy;
  }

  get error(): AppError | null {
    const { error } = this.#asking;
    return error?.code === 'sales_wait' ? null : error;
  }

  /** The number of sales that would stay behind; null while nobody is asked about any. */
  get leaves(): number | null {
    return this.#confirmation?.sales ?? null;
  }

  /** Opens a profile, or with null none. Returns true once it is open, or can be signed in to. */
  open(id: string | null): Promise<boolean> {
    return this.#open(id, false);
  }

  /** Opens the profile after a person has agreed that the sales may wait. */
  async leave(): Promise<boolean> {
    return this.#confirmation ? this.#open(this.#confirmation.id, true) : false;
  }

  stay(): void {
    this.#confirmation = null;
  }

  async #open(id: string | null, leaveWaiting: boolean): Promise<boolean> {
    if (this.#asking.busy) return false;
    const answer = await this.#asking.ask(this.#till.openProfile({ id, leaveWaiting }));
    const waits = !answer.ok && answer.error.code === 'sales_wait' ? answer.error : null;
    this.#confirmation = waits && { id, sales: waits.count };
    return answer.ok;
  }
}

// Who decides and why, which is kept with what is decided for ever.
import type { Till } from '../bridge/till.svelte.ts';

export class Decider {
  /** At a till without cashiers it begins with the signed-in user. */
  typedBy = $state('');
  note = $state('');
  readonly #till: Till;

  constructor(till: Till) {
    this.#till = till;
    this.typedBy = till.state.profile?.userName ?? '';
  }

  /** Whoever is at the till decides, and main knows who that is: no name is typed then. */
  get isKnown(): boolean {
    return Boolean(this.#cashier);
  }

  get by(): string {
    return this.#cashier?.name ?? this.typedBy;
  }

  get isByMissing(): boolean {
    return this.by.trim() === '';
  }

  get isNoteMissing(): boolean {
    return this.note.trim() === '';
  }

  get isMissing(): boolean {
    return this.isByMissing || this.isNoteMissing;
  }

  get #cashier() {
    return this.#till.state.lock?.atTill;
  }
}

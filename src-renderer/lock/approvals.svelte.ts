// What managers are asked to approve, one after the other.
import { createContext } from 'svelte';
import type { ManagerAction } from '../../src-main/contract/lock.ts';
import type { LoweredPrice } from '../../src-main/contract/lowered-prices.ts';
import type { Approver } from '../bridge/till.svelte.ts';

export interface Asked {
  readonly action: ManagerAction;
  /** The prices of a sale that are to be approved; none where it is something else. */
  readonly lowered: readonly LoweredPrice[];
  readonly answer: (isApproved: boolean) => void;
}

export class Approvals implements Approver {
  #asked = $state.raw<Asked | null>(null);
  #turns: Promise<unknown> = Promise.resolve();

  /** Null while nothing is asked. */
  get asked(): Asked | null {
    return this.#asked;
  }

  /** Returns whether a manager has approved it. */
  ask({ action, lowered = [] }: Parameters<Approver['ask']>[0]): Promise<boolean> {
    const turn = this.#turns.then(
      () =>
        new Promise<boolean>((resolve) => {
          this.#asked = {
            action,
            lowered,
            answer: (isApproved) => {
              this.#asked = null;
              resolve(isApproved);
            },
          };
        }),
    );
    this.#turns = turn;
    return turn;
  }

  /** As when the till is locked meanwhile. */
  cancel(): void {
    this.#asked?.answer(false);
  }
}

export const [useApprovals, provideApprovals] = createContext<Approvals>();

// What managers are asked to approve, one after the other.
import type { ManagerAction } from '../../src-main/contract/lock.ts';

export interface Asked {
  readonly action: ManagerAction;
  readonly answer: (isApproved: boolean) => void;
}

export class Approvals {
  #asked = $state.raw<Asked | null>(null);
  #turns: Promise<unknown> = Promise.resolve();

  /** Null while nothing is asked. */
  get asked(): Asked | null {
    return this.#asked;
  }

  /** Answers whether a manager has approved it. */
  ask(action: ManagerAction): Promise<boolean> {
    const turn = this.#turns.then(
      () =>
        new Promise<boolean>((resolve) => {
          this.#asked = {
            action,
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

// Watches how far learning from the documents has come, again and again while a page shows it.
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import type { LearningState } from '../../src-main/contract/learning.ts';
import { Asking } from '../bridge/asking.svelte.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import { every } from '../bridge/timer.ts';
import type { Till } from '../bridge/till.svelte.ts';

/** Often enough for a person to see it move. */
const everyMs = 400;

export class LearningWatch {
  readonly #till: Till;
  readonly #asking = new Asking();
  readonly #orders = new LatestAnswer();
  readonly #loads = new LatestAnswer();
  #state = $state.raw<LearningState | null>(null);

  /** Watches for as long as the component that makes it lives. */
  constructor(till: Till) {
    this.#till = till;
    $effect(() =>
      every(everyMs, () => {
        if (this.isReading) void this.load();
      }),
    );
  }

  /** Null until main has answered. */
  get state(): LearningState | null {
    return this.#state;
  }

  get error(): AppError | null {
    return this.#asking.error;
  }

  get isReading(): boolean {
    return this.#state?.phase === 'reading' || this.#state?.phase === 'waiting';
  }

  readonly load = (): Promise<void> => {
    const isCurrent = this.#orders.current();
    const isInOrder = this.#loads.inOrder();
    const request = this.#till.request('learning.state', undefined);
    return this.#follow(request, () => isCurrent() && isInOrder());
  };

  readonly start = (): Promise<void> =>
    this.#follow(this.#till.request('learning.start', undefined), this.#orders.begin());

  readonly stop = (): Promise<void> =>
    this.#follow(this.#till.request('learning.stop', undefined), this.#orders.begin());

  /** What was asked before the latest order tells of what there was before it. */
  async #follow(request: Promise<Result<LearningState>>, isCurrent: () => boolean): Promise<void> {
    const answer = await this.#asking.ask(request);
    if (answer.ok && isCurrent()) this.#state = answer.value;
  }
}

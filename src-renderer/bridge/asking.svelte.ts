// A request that a part of a screen makes of main: whether it is under way, and how it ended.
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import { LatestAnswer } from './latest-answer.ts';

/** `Outcome` is what there is to say of the end, besides the error. */
export class Asking<Outcome extends string = never> {
  readonly #latest = new LatestAnswer();
  #underWay = $state(0);
  #outcome = $state<Outcome | null>(null);
  #error = $state.raw<AppError | null>(null);

  get busy(): boolean {
    return this.#underWay > 0;
  }

  get outcome(): Outcome | null {
    return this.#outcome;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** `outcome` is what is said once it was done. */
  async ask<Value>(
    request: Promise<Result<Value>>,
    outcome: Outcome | null = null,
  ): Promise<Result<Value>> {
    this.#underWay += 1;
    const isLatest = this.#latest.begin();
    this.#end(null, null);
    const answer = await request;
    this.#underWay -= 1;
    // A failure is told however late it comes.
    if (!answer.ok) this.#end(null, answer.error);
    else if (isLatest()) this.#end(outcome, null);
    return answer;
  }

  /** Ends it before it was asked, as what was typed cannot be used. */
  end(outcome: Outcome | null): void {
    this.#latest.begin();
    this.#end(outcome, null);
  }

  /**
   * Stops saying the outcome, as something was changed since; also that of a request that is still
   * under way, whose answer is of what there was before.
   */
  forget(): void {
    this.#latest.begin();
    this.#outcome = null;
  }

  #end(outcome: Outcome | null, error: AppError | null): void {
    this.#outcome = outcome;
    this.#error = error;
  }
}

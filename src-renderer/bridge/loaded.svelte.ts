// What a part of a screen shows of main: the latest answer, and why there is no newer one.
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import { LatestAnswer } from './latest-answer.ts';

export class Loaded<Value> {
  readonly #ask: () => Promise<Result<Value>>;
  readonly #latest = new LatestAnswer();
  #value = $state.raw<Value | null>(null);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);

  constructor(ask: () => Promise<Result<Value>>) {
    this.#ask = ask;
  }

  /** Null until the first answer. */
  get value(): Value | null {
    return this.#value;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** True while the latest answer is still to come. */
  get busy(): boolean {
    return this.#busy;
  }

  /** Asks anew. The former answer stays if no newer one can be had. */
  readonly load = async (): Promise<void> => {
    this.#busy = true;
    const answer = await this.#latest.of(this.#ask());
    if (!answer) return;
    this.#busy = false;
    this.#error = answer.ok ? null : answer.error;
    if (answer.ok) this.#value = answer.value;
  };

  /** Sets the value that main has told by another way. An answer that is still to come is older. */
  set(value: Value): void {
    this.#is(value);
  }

  /** Forgets the answer, and drops one that is still to come. */
  forget(): void {
    this.#is(null);
  }

  #is(value: Value | null): void {
    this.#latest.begin();
    this.#busy = false;
    this.#value = value;
    this.#error = null;
  }
}

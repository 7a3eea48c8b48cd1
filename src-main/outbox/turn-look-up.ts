// A look-up in a sale's turn. Where the service makes it wait, other sales have their turns
// meanwhile, and then it goes on at its page.
import type { Wait } from './lists.ts';

export type Part<T> = { readonly verdict: T } | { readonly waitMs: number };

export class TurnLookUp<T> {
  readonly #verdict: Promise<T>;
  #told = Promise.withResolvers<number>();
  #waiting: PromiseWithResolvers<boolean> | null = null;

  constructor(look: (wait: Wait) => Promise<T>) {
    this.#verdict = look((ms) => {
      this.#waiting = Promise.withResolvers();
      this.#told.resolve(ms);
      return this.#waiting.promise;
    });
  }

  /** Looks on until the verdict, or until it must wait. */
  goOn(): Promise<Part<T>> {
    if (this.#waiting) {
      this.#told = Promise.withResolvers();
      this.#waiting.resolve(true);
      this.#waiting = null;
    }
    return Promise.race([
      this.#verdict.then((verdict) => ({ verdict })),
      this.#told.promise.then((waitMs) => ({ waitMs })),
    ]);
  }
}

// The waits of the page. Whatever begins one ends it, too: nothing may happen to a screen that has
// gone.

/** Calls `act` after the time. Returns the function that keeps it from being called. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
}

/** Calls `act` again and again. Returns the function that ends it. */
export function every(ms: number, act: () => void): () => void {
  const timer = setInterval(act, ms);
  return () => clearInterval(timer);
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve));

/** One wait at a time, such as for quiet: each that begins ends the one before. */
export class Timer {
  #end: (() => void) | null = null;

  /** True until the time is over, or the wait ended. */
  get isRunning(): boolean {
    return this.#end !== null;
  }

  start(ms: number, act: () => void): void {
    this.#end?.();
    this.#end = after(ms, () => {
      this.#end = null;
      act();
    });
  }

  stop(): void {
    this.#end?.();
    this.#end = null;
  }
}

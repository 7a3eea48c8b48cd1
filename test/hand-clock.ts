// A clock that a test moves by hand.
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../src-main/clock.ts';

export class HandClock implements Clock {
  #nowMs = 0;
  #wallOffsetMs = Date.UTC(2026, 0, 5, 10, 0, 0);
  readonly #sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();

  nowMs(): number {
    return this.#wallOffsetMs + this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  /**
   * Sets the wall clock forwards or backwards, as a time server or a person does; no time passes.
   */
  setWallClock(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = {
        untilMs: this.#nowMs + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });
  }

  /** The time until the first sleeper wakes; null while nobody sleeps. */
  restMs(): number | null {
    return this.#sleepers.size === 0
      ? null
      : Math.min(...Array.from(this.#sleepers, ({ untilMs }) => untilMs)) - this.#nowMs;
  }

  /** How many sleepers wait for time to pass. */
  sleeping(): number {
    return this.#sleepers.size;
  }

  /** Lets the time pass, and whatever waits for it happen. */
  async pass(ms: number): Promise<void> {
    this.advance(ms);
    await setImmediate();
  }

  advance(ms: number): void {
    this.#nowMs += ms;
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.untilMs <= this.#nowMs) sleeper.wake();
    }
  }
}

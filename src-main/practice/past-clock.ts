// A clock of the past, moved by hand: what a practice shop did before anybody practised in it is
// dated when it was done.
import type { Clock } from '../clock.ts';

export class PastClock implements Clock {
  #nowMs: number;
  readonly #sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();

  constructor(beginsMs: number) {
    this.#nowMs = beginsMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  /** Nobody sets this clock otherwise, so both are one. */
  monotonicMs(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const sleeper = {
        untilMs: this.#nowMs + ms,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal.addEventListener('abort', sleeper.wake, { once: true });
    });
  }

  /** Wakes whoever slept until then. */
  moveTo(nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.untilMs <= this.#nowMs) sleeper.wake();
    }
  }
}

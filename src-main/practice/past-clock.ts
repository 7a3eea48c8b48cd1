// A clock of the past, moved by hand. It dates what a practice shop did before anybody practised in
// it.
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

  /** The same as the time of the wall, as nobody else sets this clock. */
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

  /** Moves the clock and wakes whoever slept until then. */
  moveTo(nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    for (const sleeper of [...this.#sleepers]) {
      if (sleeper.untilMs <= this.#nowMs) sleeper.wake();
    }
  }
}

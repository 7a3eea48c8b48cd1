// One thing after the other, until it is stopped. A bug in one of them is told, and tried again
// after a growing wait.
import type { Clock } from '../clock.ts';

export interface LaneOptions {
  readonly clock: Clock;
  /** Does the one thing that is due, and returns how long nothing else will be. */
  readonly step: () => Promise<number>;
  /** The first of a row of failures; null once it has passed. */
  readonly onFailure: (error: unknown) => void;
  /** By the number of failures in a row. */
  readonly waitMs: (failures: number) => number;
}

export class Lane {
  readonly #options: LaneOptions;
  #running: Promise<void> | undefined;
  #stopped = false;
  #failures = 0;
  #woken = false;
  #wakeSignal = new AbortController();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
  }

  /** There is something new to do. */
  wake(): void {
    this.#woken = true;
    this.#wakeSignal.abort();
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      const waitMs = await this.#step();
      if (waitMs > 0) await this.#sleep(waitMs);
    }
  }

  async #step(): Promise<number> {
    try {
      const waitMs = await this.#options.step();
      if (this.#failures > 0) this.#options.onFailure(null);
      this.#failures = 0;
      return waitMs;
    } catch (error) {
      this.#failures += 1;
      if (this.#failures === 1) this.#options.onFailure(error);
      return this.#options.waitMs(this.#failures);
    }
  }

  async #sleep(ms: number): Promise<void> {
    if (!this.#woken) await this.#options.clock.sleep(ms, this.#wakeSignal.signal);
    this.#woken = false;
    this.#wakeSignal = new AbortController();
  }
}

// Does one thing after the other until it is stopped. A bug in a step is reported, and the step is
// tried again after a growing wait.
import type { Clock } from '../clock.ts';

export interface LaneOptions {
  readonly clock: Clock;
  /** Does the one thing that is due, and returns for how long nothing else will be. */
  readonly step: () => Promise<number>;
  /** Is told the first of several failures in a row, and null once they have passed. */
  readonly onFailure: (error: unknown) => void;
  /** Returns the wait after so many failures in a row. */
  readonly waitMs: (failures: number) => number;
}

export class Lane {
  readonly #options: LaneOptions;
  #running: Promise<void> | undefined;
  #stopped = false;
  #failures = 0;
  #wakeSignal = new AbortController();

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when the step under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
  }

  /** Tells that there is something new to do. */
  wake(): void {
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
    await this.#options.clock.sleep(ms, this.#wakeSignal.signal);
    this.#wakeSignal = new AbortController();
  }
}

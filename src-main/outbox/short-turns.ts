// Lets the rest of the program go on while the outbox works through many rows or sales.
import { setImmediate as nextTurn } from 'node:timers/promises';

const longestTurnMs = 20;

export class ShortTurns {
  #sinceMs = performance.now();

  get isOver(): boolean {
    return performance.now() - this.#sinceMs >= longestTurnMs;
  }

  /** Ends the present turn of the event loop if it has been long enough. */
  async rest(): Promise<void> {
    if (!this.isOver) return;
    await nextTurn();
    this.#sinceMs = performance.now();
  }
}

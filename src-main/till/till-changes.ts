// Changes which till is open. Changes happen one after the other, are known while one is under way,
// and never happen after the end.
import { err, type Result } from '../contract/errors.ts';
import { Turns } from '../contract/turns.ts';
import { hasCashiers } from '../store/cashiers.ts';
import type { CurrentTill } from './current-till.ts';

export class TillChanges {
  readonly #current: CurrentTill;
  /** Tells that another till is open, or none. */
  readonly #onTillChanged: () => void;
  /** Changes take turns: a till that is being closed must not be opened a second time meanwhile. */
  readonly #turns = new Turns();
  /** How many pieces of work that close one till and open the next are under way. */
  #switching = 0;
  #isEnded = false;

  constructor(current: CurrentTill, onTillChanged: () => void) {
    this.#current = current;
    this.#onTillChanged = onTillChanged;
  }

  /** True while a till is being closed, or the next is not open yet, or none will be. */
  get isSwitching(): boolean {
    return this.#switching > 0 || this.#isEnded || this.#current.isClosing;
  }

  /** Does work that closes one till and opens the next, or none. */
  async switch<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#switching += 1;
    try {
      return await work();
    } finally {
      this.#switching -= 1;
      this.#onTillChanged();
    }
  }

  /** Begins the work after all that was asked before. Error: `not_signed_in` after the end. */
  inTurn<Value>(work: () => Promise<Result<Value>> | Result<Value>): Promise<Result<Value>> {
    return this.#turns.take(() => (this.#isEnded ? err({ code: 'not_signed_in' }) : work()));
  }

  /**
   * Does as `inTurn` for what somebody was allowed while this till was open, or none: it is not
   * done to another till that has managers of its own. Error: also `locked`.
   */
  inTurnForNow<Value>(work: () => Promise<Result<Value>> | Result<Value>): Promise<Result<Value>> {
    const { till } = this.#current;
    return this.inTurn(() => {
      const now = this.#current.till;
      const isGuarded = now !== till && now !== null && hasCashiers(now.db);
      return isGuarded ? err({ code: 'locked' }) : work();
    });
  }

  /** From now on, work that has not begun opens no till any more. */
  end(): void {
    this.#isEnded = true;
  }

  /** Begins the work when nothing else is under way, even after the end. */
  atLast<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#turns.take(work);
  }

  /** Allows changes again, as the end did not come. */
  goOn(): void {
    this.#isEnded = false;
    this.#onTillChanged();
  }
}

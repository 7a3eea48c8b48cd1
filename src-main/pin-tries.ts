// How often a PIN may be tried: five times, then after a wait that doubles.
import { err, ok, type Result } from './contract/errors.ts';
import type { PinEntry } from './contract/lock.ts';
import type { Clock } from './outbox/clock.ts';
import { isPin } from './pin.ts';
import { countTry, readTries, type Tries } from './store/cashiers.ts';
import type { Store } from './store/open.ts';

const freeTries = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;

/** How long the next try has to wait after so many that failed. */
export function waitAfter(failedTries: number): number {
  if (failedTries < freeTries) return 0;
  return Math.min(firstWaitMs * 2 ** (failedTries - freeTries), longestWaitMs);
}

/**
 * While the program runs the waits are measured on the clock that nobody can set. After a start the wall's clock says what
 * is left of one: set back or forward in between it may cut that short or begin it anew, but never beyond its length.
 */
export class PinTries {
  readonly #clock: Clock;
  /** Until when each cashier waits, on the monotonic clock. */
  readonly #untilMs = new Map<string, number>();
  #turns: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** One at a time, so that a flood of tries costs no more memory than one. Errors: `pin_wrong`, `pin_wait`. */
  check(db: Store, entry: PinEntry): Promise<Result<null>> {
    const turn = this.#turns.then(() => this.#check(db, entry));
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** After a new PIN. */
  forget(cashierId: string): void {
    this.#untilMs.delete(cashierId);
  }

  async #check(db: Store, { cashierId, pin }: PinEntry): Promise<Result<null>> {
    const tries = readTries(db, cashierId);
    if (!tries) {
      await isPin(pin, null);
      return err({ code: 'pin_wrong' });
    }
    const restMs = this.#restMs(cashierId, tries);
    if (restMs > 0) return err({ code: 'pin_wait', waitMs: restMs });

    const failedTries = tries.failedTries + 1;
    const waitMs = waitAfter(failedTries);
    countTry(db, cashierId, { failedTries, waitUntilMs: this.#clock.nowMs() + waitMs });
    this.#untilMs.set(cashierId, this.#clock.monotonicMs() + waitMs);
    if (await isPin(pin, tries.pinHash)) {
      countTry(db, cashierId, { failedTries: 0, waitUntilMs: 0 });
      this.#untilMs.delete(cashierId);
      return ok(null);
    }
    return err(waitMs > 0 ? { code: 'pin_wait', waitMs } : { code: 'pin_wrong' });
  }

  #restMs(cashierId: string, { failedTries, waitUntilMs }: Tries): number {
    const nowMs = this.#clock.monotonicMs();
    const left = waitUntilMs - this.#clock.nowMs();
    const untilMs =
      this.#untilMs.get(cashierId) ?? nowMs + Math.min(Math.max(left, 0), waitAfter(failedTries));
    this.#untilMs.set(cashierId, untilMs);
    return Math.max(0, Math.ceil(untilMs - nowMs));
  }
}

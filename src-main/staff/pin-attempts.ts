// Whether a PIN is right; each cashier's may be tried only so often.
import { err, ok, type Result } from '../contract/errors.ts';
import type { PinEntry } from '../contract/lock.ts';
import type { Clock } from '../clock.ts';
import { isPin } from './pin.ts';
import { writeFailedAttempts, readPinHash, readFailedAttempts } from '../store/cashiers.ts';
import type { Store } from '../store/open.ts';
import { AttemptLimit } from './attempt-limit.ts';

export class PinAttempts {
  readonly #limit: AttemptLimit;

  constructor(clock: Clock) {
    this.#limit = new AttemptLimit(clock);
  }

  /** Errors: `pin_wrong`, `pin_wait`. */
  check(db: Store, { cashierId, pin }: PinEntry): Promise<Result<null>> {
    return this.#limit.attempt(
      {
        id: cashierId,
        read: () => readFailedAttempts(db, cashierId),
        write: (attempts) => {
          writeFailedAttempts(db, cashierId, attempts);
        },
      },
      async () =>
        (await isPin(pin, readPinHash(db, cashierId))) ? ok(null) : err({ code: 'pin_wrong' }),
    );
  }

  /** After a new PIN. */
  forget(cashierId: string): void {
    this.#limit.forget(cashierId);
  }
}

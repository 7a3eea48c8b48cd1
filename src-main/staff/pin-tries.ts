// Whether a PIN is right; each cashier's may be tried only so often.
import { err, ok, type Result } from '../contract/errors.ts';
import type { PinEntry } from '../contract/lock.ts';
import type { Clock } from '../clock.ts';
import { isPin } from './pin.ts';
import { countTry, readPinHash, readTries } from '../store/cashiers.ts';
import type { Store } from '../store/open.ts';
import { TryLimit } from './try-limit.ts';

export class PinTries {
  readonly #limit: TryLimit;

  constructor(clock: Clock) {
    this.#limit = new TryLimit(clock);
  }

  /** Errors: `pin_wrong`, `pin_wait`. */
  check(db: Store, { cashierId, pin }: PinEntry): Promise<Result<null>> {
    return this.#limit.attempt(
      {
        id: cashierId,
        read: () => readTries(db, cashierId),
        write: (tries) => {
          countTry(db, cashierId, tries);
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

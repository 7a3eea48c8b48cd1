// Checks whether a PIN is right. Each cashier's PIN may be tried only so often.
import { err, ok, type Result } from '../contract/errors.ts';
import type { PinEntry } from '../contract/lock.ts';
import type { Clock } from '../clock.ts';
import { checkPin, isHashedWith } from './pin.ts';
import { writeFailedAttempts, readPinHash, readFailedAttempts } from '../store/cashiers.ts';
import type { Store } from '../store/open.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { sealingKey, standingOf } from './seal.ts';
import type { StaffKeys } from './staff-key.ts';

export interface RightPin {
  /** True if the PIN shows who they are; else it is enough only for what a cashier may do. */
  readonly isProven: boolean;
}

export class PinAttempts {
  readonly #limit: AttemptLimit;

  constructor(clock: Clock) {
    this.#limit = new AttemptLimit(clock);
  }

  /** Errors: `pin_wrong`, `pin_wait`. */
  check(
    { db, keys }: { readonly db: Store; readonly keys: StaffKeys },
    { cashierId, pin }: PinEntry,
  ): Promise<Result<RightPin>> {
    return this.#limit.attempt(
      {
        id: cashierId,
        read: () => readFailedAttempts(db, cashierId),
        write: (attempts) => writeFailedAttempts(db, cashierId, attempts),
      },
      async () => {
        const stored = readPinHash(db, cashierId);
        const key = sealingKey(db, keys);
        const checked = await checkPin(pin, stored, key && { key, cashierId });
        if (checked === 'wrong') return err({ code: 'pin_wrong' });
        const standing = standingOf(db, keys);
        // In a till with a key, somebody must have put a hash there without it.
        const isOfThisTill =
          standing === 'unsealed' ||
          (standing === 'proven' && key !== null && stored !== null && isHashedWith(stored, key));
        return ok({ isProven: checked === 'right' && isOfThisTill });
      },
    );
  }

  /** Forgets the waits after a new PIN. */
  forget(cashierId: string): void {
    this.#limit.forget(cashierId);
  }
}

// Checks whether a PIN is right. Each cashier's PIN may be tried only so often.
import { err, ok, type Result } from '../contract/errors.ts';
import type { PinEntry } from '../contract/lock.ts';
import type { Clock } from '../clock.ts';
import { checkPin, isHashedWith } from './pin.ts';
import {
  readCashier,
  readFailedAttempts,
  readPinHash,
  writeFailedAttempts,
} from '../store/cashiers.ts';
import { noteDecision } from '../store/decisions.ts';
import type { Store } from '../store/open.ts';
import { AttemptLimit } from './attempt-limit.ts';
import { sealingKey, standingOf } from './seal.ts';
import type { StaffKeys } from './staff-key.ts';

export interface RightPin {
  /** True if the PIN shows who they are; else it is enough only for what a cashier may do. */
  readonly isProven: boolean;
}

export class PinAttempts {
  readonly #clock: Clock;
  readonly #limit: AttemptLimit;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#limit = new AttemptLimit(clock);
  }

  /**
   * A wrong PIN of a manager is noted, with `by`, who is at the till. Errors: `pin_wrong`,
   * `pin_wait`.
   */
  check(
    { db, keys, by }: { readonly db: Store; readonly keys: StaffKeys; readonly by: string | null },
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
        if (checked === 'wrong') {
          // The till may have been closed meanwhile.
          const tried = db.open ? readCashier(db, cashierId) : undefined;
          if (tried?.role === 'manager') {
            const what = { kind: 'pin_wrong', manager: tried.name } as const;
            noteDecision(db, { atMs: this.#clock.nowMs(), by, approvedBy: null, what });
          }
          return err({ code: 'pin_wrong' });
        }
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

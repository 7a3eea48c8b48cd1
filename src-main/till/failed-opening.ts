// A till that could not be opened: why, and when it is tried again without anybody there.
import { after, type Clock, growingWaitMs } from '../clock.ts';
import type { AppError } from '../contract/errors.ts';
import type { Profile } from '../contract/profiles.ts';

const waits = { firstMs: 5_000, capMs: 300_000 };

interface Failure {
  readonly profile: Profile;
  readonly error: AppError;
  /** Null if trying again changes nothing. */
  readonly nextTryAtMs: number | null;
}

export interface FailedOpeningOptions {
  readonly clock: Clock;
  readonly tryAgain: () => Promise<unknown>;
}

export class FailedOpening {
  readonly #options: FailedOpeningOptions;
  #failure: Failure | null = null;
  #times = 0;
  #waiting = new AbortController();

  constructor(options: FailedOpeningOptions) {
    this.#options = options;
  }

  get value(): Failure | null {
    return this.#failure;
  }

  note(profile: Profile, error: AppError): void {
    const { clock, tryAgain } = this.#options;
    this.#times += 1;
    this.#waiting.abort();
    this.#waiting = new AbortController();
    const needsAPerson = error.code === 'store_newer' || error.code === 'store_other_till';
    const waitMs = needsAPerson ? null : growingWaitMs(this.#times, waits, 1);
    const nextTryAtMs = waitMs === null ? null : clock.nowMs() + waitMs;
    this.#failure = { profile, error, nextTryAtMs };
    if (waitMs !== null) after(clock, waitMs, this.#waiting.signal, () => void tryAgain());
  }

  /** Forgets the failure, as a till is open, or none is to be. */
  forget(): void {
    this.#waiting.abort();
    this.#failure = null;
    this.#times = 0;
  }
}

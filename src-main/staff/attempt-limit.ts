// How often something secret may be tried: five times, then after a wait that doubles.
import { err, type AppError, type Result } from '../contract/errors.ts';
import { Turns } from '../contract/turns.ts';
import type { Clock } from '../clock.ts';
import type { FailedAttempts } from '../store/cashiers.ts';

const freeAttempts = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;

/** Returns how long the next try has to wait after so many failed ones. */
export function waitAfter(failedAttempts: number): number {
  if (failedAttempts < freeAttempts) return 0;
  return Math.min(firstWaitMs * 2 ** (failedAttempts - freeAttempts), longestWaitMs);
}

/** Errors after which the try does not count, as nobody looked at it, or it was right. */
const unheard: ReadonlySet<AppError['code']> = new Set([
  'service_unreachable',
  'not_the_service',
  'service_failed',
  'service_busy',
  'invalid_value',
  'wrong_company',
  'wrong_till',
  'till_unknown',
  'sale_open',
  'unsent_sales',
]);

/** Something that is tried, and its attempts, which are kept when the program ends. */
interface Tried {
  /** Must be unlike every other of the same limit. */
  readonly id: string;
  /** Returns undefined for something that does not exist and is never right. */
  readonly read: () => FailedAttempts | undefined;
  readonly write: (attempts: FailedAttempts) => void;
  /** Whether one that was right leaves the others counted: it may be somebody else's. */
  readonly outlastsRight?: true;
}

/**
 * Limits attempts. While the program runs it measures the waits on a clock that nobody can set.
 * After a start the wall's clock says how much of a wait is left: setting it back or forward in
 * between may cut the wait short or begin it anew, but never makes it longer than it was.
 */
export class AttemptLimit {
  readonly #clock: Clock;
  /** Until when each has to wait, on the monotonic clock. */
  readonly #untilMs = new Map<string, number>();
  readonly #turns = new Turns();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes one attempt at a time, however many come. Errors: `pin_wait`, and those of `look`. */
  attempt<Value>(tried: Tried, look: () => Promise<Result<Value>>): Promise<Result<Value>> {
    return this.#turns.take(() => this.#attempt(tried, look));
  }

  /** Forgets the waits after the secret has changed: they were for the former one. */
  forget(id: string): void {
    this.#untilMs.delete(id);
  }

  async #attempt<Value>(
    { id, read, write, outlastsRight }: Tried,
    look: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const attempts = read();
    if (!attempts) return look();
    const restMs = this.#restMs(id, attempts);
    if (restMs > 0) return err({ code: 'pin_wait', waitMs: restMs });

    const failedAttempts = attempts.failedAttempts + 1;
    const waitMs = waitAfter(failedAttempts);
    // Counted before it is looked at, so that a program that ends in between has tried.
    write({ failedAttempts, waitUntilMs: this.#clock.nowMs() + waitMs });
    this.#untilMs.set(id, this.#clock.monotonicMs() + waitMs);
    const looked = await look();
    if (looked.ok) {
      write(outlastsRight ? attempts : { failedAttempts: 0, waitUntilMs: 0 });
      this.#untilMs.delete(id);
      return looked;
    }
    if (unheard.has(looked.error.code)) {
      write(attempts);
      this.#untilMs.set(id, this.#clock.monotonicMs());
      return looked;
    }
    return waitMs > 0 ? err({ code: 'pin_wait', waitMs }) : looked;
  }

  #restMs(id: string, { failedAttempts, waitUntilMs }: FailedAttempts): number {
    const nowMs = this.#clock.monotonicMs();
    const left = waitUntilMs - this.#clock.nowMs();
    const untilMs =
      this.#untilMs.get(id) ?? nowMs + Math.min(Math.max(left, 0), waitAfter(failedAttempts));
    this.#untilMs.set(id, untilMs);
    return Math.max(0, Math.ceil(untilMs - nowMs));
  }
}

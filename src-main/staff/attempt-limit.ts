// How often something secret may be tried: five times, then after a wait that doubles.
import { err, type AppError, type Result } from '../contract/errors.ts';
import { Turns } from '../contract/turns.ts';
import type { Clock } from '../clock.ts';
import type { FailedAttempts } from '../store/failed-attempts.ts';

const freeAttempts = 5;
const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;

/** How long the next try has to wait after so many that failed. */
export function waitAfter(failedAttempts: number): number {
  if (failedAttempts < freeAttempts) return 0;
  return Math.min(firstWaitMs * 2 ** (failedAttempts - freeAttempts), longestWaitMs);
}

/** What was never looked at was not tried. */
const unheard: ReadonlySet<AppError['code']> = new Set([
  'service_unreachable',
  'not_the_service',
  'service_failed',
  'service_busy',
]);

/**
 * What is tried, and where its attempts are kept: outside the program, so that ending it forgets
 * none.
 */
interface Tried {
  /** Unlike anything else's of the same limit. */
  readonly id: string;
  /** Undefined for what is not there: it is never right. */
  readonly read: () => FailedAttempts | undefined;
  readonly write: (attempts: FailedAttempts) => void;
}

/**
 * While the program runs the waits are measured on the clock that nobody can set. After a start the
 * wall's clock says what is left of one: set back or forward in between it may cut that short or
 * begin it anew, but never beyond its length.
 */
export class AttemptLimit {
  readonly #clock: Clock;
  /** Until when each waits, on the monotonic clock. */
  readonly #untilMs = new Map<string, number>();
  readonly #turns = new Turns();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * One at a time, so that a flood of attempts costs no more than one. Errors: `pin_wait`, and
   * those of `look`.
   */
  attempt<Value>(tried: Tried, look: () => Promise<Result<Value>>): Promise<Result<Value>> {
    return this.#turns.take(() => this.#attempt(tried, look));
  }

  /** It has changed: the waits were for the former one. */
  forget(id: string): void {
    this.#untilMs.delete(id);
  }

  async #attempt<Value>(
    { id, read, write }: Tried,
    look: () => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    const attempts = read();
    if (!attempts) return look();
    const restMs = this.#restMs(id, attempts);
    if (restMs > 0) return err({ code: 'pin_wait', waitMs: restMs });

    const failedAttempts = attempts.failedAttempts + 1;
    const waitMs = waitAfter(failedAttempts);
    // Before it is looked at: a program that is ended in between has tried all the same.
    write({ failedAttempts, waitUntilMs: this.#clock.nowMs() + waitMs });
    this.#untilMs.set(id, this.#clock.monotonicMs() + waitMs);
    const looked = await look();
    if (looked.ok) {
      write({ failedAttempts: 0, waitUntilMs: 0 });
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

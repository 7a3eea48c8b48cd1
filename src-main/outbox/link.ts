// What the exchanges with the service say about the connection: whether it works, why it does not, and when to ask again.
import type { Connection } from '../contract/till-state.ts';
import type { AppError } from '../contract/errors.ts';
import { Backoff, type OutboxTiming } from './timing.ts';

export class Link {
  readonly #timing: OutboxTiming;
  readonly #monotonicMs: () => number;
  readonly #onChanged: (connection: Connection, error: AppError | null) => void;
  readonly #backoff: Backoff;
  #connection: Connection = 'offline';
  #error: AppError | null = null;
  #askedAtMs = -Infinity;
  #signIns = 0;

  constructor(
    timing: OutboxTiming,
    monotonicMs: () => number,
    onChanged: (connection: Connection, error: AppError | null) => void,
  ) {
    this.#timing = timing;
    this.#monotonicMs = monotonicMs;
    this.#onChanged = onChanged;
    this.#backoff = new Backoff(timing);
  }

  get connection(): Connection {
    return this.#connection;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** Before this, nothing is asked of the service at all. */
  get readyAtMs(): number {
    return this.#backoff.readyAtMs;
  }

  /** When the service is asked whether it is there, if nothing else has been asked of it by then. */
  get probeAtMs(): number {
    const { probeMs, pausedProbeMs } = this.#timing;
    return this.#askedAtMs + (this.#connection === 'paused' ? pausedProbeMs : probeMs);
  }

  /** Rises when somebody signs in: what was asked before that says nothing about the new token. */
  get signIns(): number {
    return this.#signIns;
  }

  signedIn(): void {
    this.#signIns += 1;
  }

  /** A person asks: waits are cut short, and a pause ends. */
  tryNow(): void {
    this.#backoff.succeed();
    this.suspect();
    if (this.#connection === 'paused' || this.#connection === 'sign_in_needed') {
      this.set('offline', null);
    }
  }

  /** The next thing is to ask whether the service is there. */
  suspect(): void {
    this.#askedAtMs = -Infinity;
  }

  set(connection: Connection, error: AppError | null): void {
    if (connection === this.#connection && kindOf(error) === kindOf(this.#error)) return;
    this.#connection = connection;
    this.#error = error;
    this.#onChanged(connection, error);
  }

  /** `signIns`: as it was when the exchange began. */
  learn(error: AppError | undefined, signIns: number): void {
    const nowMs = this.#monotonicMs();
    this.#askedAtMs = nowMs;
    if (!error) {
      this.#backoff.succeed();
      this.set('online', null);
      return;
    }
    switch (error.code) {
      case 'token_refused':
        // Perhaps it was the old one.
        if (signIns === this.#signIns) this.set('sign_in_needed', error);
        else this.suspect();
        return;
      case 'not_permitted':
      case 'not_found':
      case 'method_not_allowed':
        this.set('paused', error);
        return;
      case 'answer_invalid':
        // The service is there; what it said could not be read.
        this.#backoff.succeed();
        this.set('online', error);
        return;
      case 'service_busy':
        this.#backoff.fail(nowMs, error.retryAfterMs);
        this.set('offline', error);
        return;
      default:
        this.#backoff.fail(nowMs);
        this.set('offline', error);
    }
  }

  /** What failed may be the look-up alone: only what concerns every request counts for the connection. */
  learnFromLookUp(error: AppError, signIns: number): void {
    switch (error.code) {
      case 'service_unreachable':
      case 'token_refused':
      case 'not_permitted':
      case 'not_found':
      case 'method_not_allowed':
        this.learn(error, signIns);
        return;
      case 'service_busy':
        // Lists may be down alone, but who says when to come back means every request.
        if (error.retryAfterMs !== null) this.learn(error, signIns);
        return;
      default:
    }
  }
}

/** What is told once: a name that is not found is another matter than a proxy that refuses. */
function kindOf(error: AppError | null): string | undefined {
  switch (error?.code) {
    case 'service_unreachable':
      return error.reason;
    case 'not_the_service':
      return `${error.code} ${error.status}`;
    default:
      return error?.code;
  }
}

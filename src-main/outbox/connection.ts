// Whether the service can be used, and why not. Only the answer to asking for the newest document
// decides it; any other failure merely makes the outbox ask. Separate from that is what pauses the
// outbox itself: failures of every sale, a disk that takes no write, and another computer with the
// same till.
import { growingWaitMs } from '../clock.ts';
import type { AppError } from '../contract/errors.ts';
import type { Connection } from '../contract/till-state.ts';
import { longestRetryAfterMs, type OutboxTiming } from './timing.ts';

export class ConnectionWatch {
  readonly #timing: OutboxTiming;
  readonly #onChanged: () => void;
  #connection: Connection = 'offline';
  #error: AppError | null = null;
  #failures = 0;
  /** 0 while something else has failed since the last answer. */
  #askAtMs = 0;
  #awaySinceMs: number | null = null;
  #pause: AppError | null = null;
  #trouble: AppError | null = null;
  #held: AppError | null = null;
  #signIns = 0;
  #toldDescription = '';

  constructor(timing: OutboxTiming, onChanged: () => void) {
    this.#timing = timing;
    this.#onChanged = onChanged;
  }

  get connection(): Connection {
    return this.#connection === 'online' && (this.#pause || this.#trouble || this.#held)
      ? 'paused'
      : this.#connection;
  }

  get error(): AppError | null {
    const pause = this.#connection === 'online' ? (this.#held ?? this.#pause) : null;
    return this.#trouble ?? pause ?? this.#error;
  }

  /** Why nothing is sent although it could be; null if nothing is held back. */
  get held(): AppError | null {
    return this.#held;
  }

  /** Whether the service may be asked: it answered, and nothing has failed since. */
  get works(): boolean {
    return this.#connection === 'online' && this.#askAtMs > 0;
  }

  /** When the service is asked for its newest document, in monotonic milliseconds. */
  get askAtMs(): number {
    return this.#askAtMs;
  }

  /** Rises when somebody signs in: answers to earlier questions say nothing about the new token. */
  get signIns(): number {
    return this.#signIns;
  }

  signedIn(): void {
    this.#signIns += 1;
    this.suspect();
  }

  /** Makes the outbox ask next whether the service is there. */
  suspect(): void {
    this.#askAtMs = 0;
  }

  /** Tells that nobody is signed in, so that there is nothing to ask with. */
  needsSignIn(): void {
    this.#set('sign_in_needed', null);
  }

  /** Takes what pauses sending although the service is there; null for nothing. */
  setPause(cause: AppError | null): void {
    if (cause === this.#pause) return;
    this.#pause = cause;
    this.#tell();
  }

  /** Takes why nothing is sent although it could be; null for nothing. */
  hold(why: AppError | null): void {
    this.#held = why;
    this.#tell();
  }

  /** Takes why the outbox's own file takes no write at the moment; null if it does. */
  setTrouble(trouble: AppError | null): void {
    this.#trouble = trouble;
    this.#tell();
  }

  /**
   * Takes the answer to asking for the newest document. `signIns` is the count when it was asked.
   * Returns how long the service had been away; 0 if it was there, or still is not.
   */
  answered(error: AppError | undefined, signIns: number, nowMs: number, random: number): number {
    // The question went out with an earlier token.
    if (signIns !== this.#signIns) return 0;
    // The answer could not be read, but the service is there.
    if (!error || error.code === 'answer_invalid') {
      const awayMs = this.#awaySinceMs === null ? 0 : nowMs - this.#awaySinceMs;
      this.#failures = 0;
      this.#awaySinceMs = null;
      this.#askAtMs = nowMs + this.#timing.probeMs;
      this.#set('online', error ?? null);
      return awayMs;
    }
    this.#awaySinceMs ??= nowMs;
    this.#failures += 1;
    this.#askAtMs = nowMs + this.#waitMs(error, random);
    this.#set(connectionOf(error), error);
    return 0;
  }

  #waitMs(error: AppError, random: number): number {
    const { pausedProbeMs, retryFirstMs: firstMs, retryCapMs: capMs } = this.#timing;
    if (connectionOf(error) !== 'offline') return pausedProbeMs;
    const retryAfterMs = error.code === 'service_busy' ? (error.retryAfterMs ?? 0) : 0;
    const waitMs = growingWaitMs(this.#failures, { firstMs, capMs }, random);
    return Math.max(Math.min(retryAfterMs, longestRetryAfterMs), waitMs);
  }

  #set(connection: Connection, error: AppError | null): void {
    this.#connection = connection;
    this.#error = error;
    this.#tell();
  }

  /**
   * Tells each different state once: a name that is not found is another matter than a proxy that
   * refuses.
   */
  #tell(): void {
    const { error } = this;
    const reason = error?.code === 'service_unreachable' ? error.reason : '';
    const status = error && 'status' in error ? error.status : '';
    const description = [this.connection, error?.code, reason, status].join(' ');
    if (description === this.#toldDescription) return;
    this.#toldDescription = description;
    this.#onChanged();
  }
}

function connectionOf(error: AppError): Connection {
  switch (error.code) {
    case 'token_refused':
    case 'not_permitted':
      return 'sign_in_needed';
    case 'not_found':
    case 'method_not_allowed':
      return 'paused';
    default:
      return 'offline';
  }
}

/**
 * Returns whether the error may be the fault of the connection or the sign-in, and not of what was
 * asked.
 */
export const isOfConnection = ({ code }: AppError): boolean =>
  code === 'service_unreachable' ||
  code === 'token_refused' ||
  code === 'not_permitted' ||
  code === 'not_the_service' ||
  code === 'service_busy';

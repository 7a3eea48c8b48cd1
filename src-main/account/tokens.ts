// The tokens of the tills that were signed in to. One that may not be kept for the next start lives
// as long as the program.
import { inTime, type Clock } from '../clock.ts';
import type { AppError } from '../contract/errors.ts';
import type { Log } from '../log.ts';
import type { TokenVault } from './token-vault.ts';

export interface TokensOptions {
  /** The vault of one till, by its key. */
  readonly vaultOf: (tillKey: string) => TokenVault;
  readonly clock: Clock;
  readonly log: Log;
  readonly notify: (notice: AppError) => void;
  /** What was told is no longer so. */
  readonly withdraw: (code: AppError['code']) => void;
}

export interface FoundToken {
  readonly token: string | undefined;
  /** What the key store answers in the end, where nobody waits for that any longer. */
  readonly later: Promise<string | undefined> | null;
}

/** The key store may ask a person for a password first, who may not be there. */
const patienceMs = 3_000;

export class Tokens {
  readonly #options: TokensOptions;
  /** Of tills that were left for another one, by their keys. */
  readonly #left = new Map<string, string>();
  /** What the key store is still to take, by its till's key. */
  readonly #keeping = new Map<string, AbortController>();
  readonly #closed = new AbortController();
  /** The till of which it was told that its token is not kept. */
  #toldOf: string | null = null;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  async find(tillKey: string): Promise<FoundToken> {
    const reading = this.#read(tillKey);
    const found = await this.#inTime(reading);
    return found ? { token: found.answer, later: null } : { token: undefined, later: reading };
  }

  async #read(tillKey: string): Promise<string | undefined> {
    const token = this.#left.get(tillKey) ?? (await this.#options.vaultOf(tillKey).read());
    if (token !== undefined) this.hide(token);
    return token;
  }

  /** Hides the token from the log. */
  readonly hide = (token: string): void => {
    this.#options.log.hide(token);
  };

  /**
   * For the next start, as far as the system and the owner let the till; where they do not, or the
   * key store does not answer, it says so.
   */
  async keep(tillKey: string, token: string): Promise<void> {
    const { signal } = this.#begin(tillKey);
    const keeping = this.#options.vaultOf(tillKey).keep(token, signal);
    const isKept = await this.#inTime(keeping);
    if (signal.aborted) return;
    this.#withdraw();
    if (isKept?.answer) return;
    this.#toldOf = tillKey;
    this.#options.notify({ code: 'token_not_kept' });
    if (!isKept) void this.#withdrawOnce(keeping, tillKey, signal);
  }

  async #withdrawOnce(keeping: Promise<boolean>, tillKey: string, signal: AbortSignal) {
    if ((await keeping) && !signal.aborted && this.#toldOf === tillKey) this.#withdraw();
  }

  #withdraw(): void {
    this.#toldOf = null;
    this.#options.withdraw('token_not_kept');
  }

  /** What the owner does not accept to be kept any more is not left behind. */
  tidy(tillKey: string): void {
    this.#options.vaultOf(tillKey).tidy();
  }

  /** Its till is left for another one. */
  putAside(tillKey: string, token: string | undefined): void {
    if (token !== undefined) this.#left.set(tillKey, token);
    this.#withdraw();
  }

  forget(tillKey: string): void {
    this.#left.delete(tillKey);
    this.#keeping.get(tillKey)?.abort();
    if (this.#toldOf === tillKey) this.#withdraw();
    this.#options.vaultOf(tillKey).forget();
  }

  /** The key store is waited for no longer. */
  close(): void {
    this.#closed.abort();
  }

  /** What the key store takes for the till from now on is this token, or none. */
  #begin(tillKey: string): AbortController {
    this.#keeping.get(tillKey)?.abort();
    const keeping = new AbortController();
    this.#keeping.set(tillKey, keeping);
    return keeping;
  }

  #inTime<Answer>(answer: Promise<Answer>): Promise<{ readonly answer: Answer } | null> {
    return inTime(this.#options.clock, answer, patienceMs, this.#closed.signal);
  }
}

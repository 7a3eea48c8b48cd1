// The tokens of the tills that were signed in to. A token that may not be kept for the next start
// lives as long as the program.
import { inTime, type Clock } from '../clock.ts';
import type { AppError } from '../contract/errors.ts';
import type { Log } from '../log.ts';
import type { TokenVault } from './token-vault.ts';

export interface TokensOptions {
  readonly vaultOf: (tillKey: string) => TokenVault;
  readonly clock: Clock;
  readonly log: Log;
  readonly notify: (notice: AppError) => void;
  /** Takes back a notice that is no longer true. */
  readonly withdraw: (code: AppError['code']) => void;
}

export interface FoundToken {
  readonly token: string | undefined;
  /** Resolves to what the key store answers in the end, if nobody waits for that any longer. */
  readonly later: Promise<string | undefined> | null;
}

/** How long the key store is waited for: it may ask somebody for a password who is not there. */
const patienceMs = 3_000;

export class Tokens {
  readonly #options: TokensOptions;
  /** The tokens of tills that were left for another one, by their keys. */
  readonly #left = new Map<string, string>();
  /** What the key store has yet to take, by its till's key. */
  readonly #keeping = new Map<string, AbortController>();
  readonly #closed = new AbortController();
  /** The till whose token, as a notice says, is not kept. */
  #toldOf: string | null = null;

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  async find(tillKey: string): Promise<FoundToken> {
    const reading = this.#read(tillKey);
    const stored = await this.#inTime(reading);
    return stored ? { token: stored.answer, later: null } : { token: undefined, later: reading };
  }

  async #read(tillKey: string): Promise<string | undefined> {
    const token = this.#left.get(tillKey) ?? (await this.#options.vaultOf(tillKey).read());
    if (token !== undefined) this.hide(token);
    return token;
  }

  readonly hide = (token: string): void => this.#options.log.hide(token);

  /**
   * Keeps the token for the next start, as far as the system and the owner let the till. If they do
   * not, or the key store does not answer, a notice says so.
   */
  async keep(tillKey: string, token: string): Promise<void> {
    // From now on the key store takes this token for the till, or none.
    this.#keeping.get(tillKey)?.abort();
    const own = new AbortController();
    this.#keeping.set(tillKey, own);
    const { signal } = own;
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

  /** Forgets the kept token if the owner does not accept any more that it is kept. */
  tidy(tillKey: string): void {
    this.#options.vaultOf(tillKey).tidy();
  }

  /** Keeps the token of a till that is left for another one in memory. */
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

  /** Stops waiting for the key store. */
  close(): void {
    this.#closed.abort();
  }

  #inTime<Answer>(answer: Promise<Answer>): Promise<{ readonly answer: Answer } | null> {
    return inTime(this.#options.clock, answer, patienceMs, this.#closed.signal);
  }
}

// The tokens of the tills that were signed in to. One that may not be kept for the next start lives
// as long as the program.
import type { AppError } from '../contract/errors.ts';
import type { Log } from '../log.ts';
import type { TokenVault } from './token-vault.ts';

export interface TokensOptions {
  /** The vault of one till, by its key. */
  readonly vaultOf: (tillKey: string) => TokenVault;
  readonly log: Log;
  readonly notify: (notice: AppError) => void;
  /** What was told is no longer so. */
  readonly withdraw: (code: AppError['code']) => void;
}

export class Tokens {
  readonly #options: TokensOptions;
  /** Of tills that were left for another one, by their keys. */
  readonly #left = new Map<string, string>();

  constructor(options: TokensOptions) {
    this.#options = options;
  }

  async find(tillKey: string): Promise<string | undefined> {
    const token = this.#left.get(tillKey) ?? (await this.#options.vaultOf(tillKey).read());
    if (token !== undefined) this.hide(token);
    return token;
  }

  /** From the log. */
  readonly hide = (token: string): void => {
    this.#options.log.hide(token);
  };

  /**
   * For the next start, as far as the system and the owner let the till; where they do not, it says
   * so.
   */
  async keep(tillKey: string, token: string): Promise<void> {
    const isKept = await this.#options.vaultOf(tillKey).keep(token);
    this.#options.withdraw('token_not_kept');
    if (!isKept) this.#options.notify({ code: 'token_not_kept' });
  }

  /** What the owner does not accept to be kept any more is not left behind. */
  tidy(tillKey: string): void {
    this.#options.vaultOf(tillKey).tidy();
  }

  /** Its till is left for another one. */
  putAside(tillKey: string, token: string | undefined): void {
    if (token !== undefined) this.#left.set(tillKey, token);
    this.#options.withdraw('token_not_kept');
  }

  forget(tillKey: string): void {
    this.#left.delete(tillKey);
    this.#options.vaultOf(tillKey).forget();
  }
}

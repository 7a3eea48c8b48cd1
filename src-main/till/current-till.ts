// The till that is open, if one is: opening it, whether it may be left, its backup and closing it.
// Also what this computer then remembers of it: its token, and whether it has cashiers.
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { keyOf, type Profiles } from '../account/profiles.ts';
import type { Tokens } from '../account/tokens.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { KnownProfile } from '../contract/profiles.ts';
import {
  fileOf,
  openTill,
  storeProblem,
  type OpeningOptions,
  type OpenTill,
  type Way,
} from './open-till.ts';
import { isSaleOpen } from '../store/carts.ts';
import { hasCashiers } from '../store/cashiers.ts';
import { hasSales } from '../store/sales.ts';
import { wasOpenedHere } from '../store/file-identity.ts';
import type { Till } from './till.ts';

export interface CurrentTillOptions extends OpeningOptions {
  readonly profiles: Profiles;
  readonly tokens: Tokens;
  /** Tells that another till is open, or none, or that it has another token. */
  readonly onTillChanged: () => void;
}

export class CurrentTill {
  readonly #options: CurrentTillOptions;
  #open: OpenTill | null = null;
  /** The tills that are being closed. */
  readonly #closing = new Set<OpenTill>();
  /** Runs what a till does by itself in nobody's name, whoever has opened it. */
  readonly #inNobodysName = AsyncLocalStorage.snapshot();

  constructor(options: CurrentTillOptions) {
    this.#options = options;
  }

  get till(): Till | null {
    return this.#open?.till ?? null;
  }

  /** True while a till is not open any more and has not ended yet. */
  get isClosing(): boolean {
    return this.#closing.size > 0;
  }

  /** Errors: those of opening the store. */
  async open(way: Way): Promise<Result<null>> {
    const { profiles, notify } = this.#options;
    const file = fileOf(way.profile, this.#options);
    const isKnown = profiles.find(keyOf(way.profile)) !== undefined;
    const isGone =
      isKnown && way.profile.kind !== 'practice' && !existsSync(file) && !wasOpenedHere(file);
    const opened = await this.#inNobodysName(() => openTill(way, this.#options));
    if (!opened.ok) return opened;
    this.#open = opened.value;
    // What is rebuilt from its backups has been told.
    if (isGone && !hasSales(opened.value.till.db)) notify({ code: 'store_gone', file });
    return ok(null);
  }

  /** Returns whether the till may be left; held carts stay. Errors: `sale_open`, `sales_wait`. */
  mayBeLeft(leaveWaiting: boolean): Result<null> {
    const { till } = this;
    if (!till) return ok(null);
    if (isSaleOpen(till.db)) return err({ code: 'sale_open' });
    const { unsentOrRejected } = till;
    return leaveWaiting || unsentOrRejected === 0
      ? ok(null)
      : err({ code: 'sales_wait', count: unsentOrRejected });
  }

  /** Copies the till's database into its backups. Errors: `not_signed_in`, and the store's. */
  async backUp(options?: {
    readonly isFresh: boolean;
  }): Promise<Result<{ readonly file: string }>> {
    const open = this.#open;
    if (!open) return err({ code: 'not_signed_in' });
    try {
      return ok({ file: await open.maintenance.backUp(options) });
    } catch (error) {
      return err(storeProblem('the backup failed', error, this.#options));
    }
  }

  /** Has the till's whole file read, as a part of it could not be. */
  readFile(): void {
    void this.#open?.maintenance.read();
  }

  /** Closes the till and returns how many of its sales are unsent. */
  async close(): Promise<number> {
    const open = this.#open;
    this.#open = null;
    if (!open) return 0;
    this.#closing.add(open);
    try {
      await open.maintenance.stop();
      return await open.till.close();
    } finally {
      if (this.#closing.delete(open)) open.unlock();
    }
  }

  /** Closes the till before this returns, also if it is being closed. The program must end then. */
  closeNow(): void {
    const left = [...this.#closing, ...(this.#open ? [this.#open] : [])];
    this.#open = null;
    this.#closing.clear();
    for (const open of left) {
      try {
        open.till.closeNow();
      } finally {
        open.unlock();
      }
    }
  }

  /**
   * Tells, by a last look-up, whether everything is delivered. Errors: `unsent_sales`, and
   * `second_documents` if that look-up raised an alarm.
   */
  async mayBeSignedOut(): Promise<Result<null>> {
    const { till } = this;
    if (!till) return ok(null);
    const unsent = () => err({ code: 'unsent_sales', count: till.unsentOrRejected });
    if (till.unsentOrRejected > 0) return unsent();
    const alarms = await till.outbox.auditBeforeLeaving();
    if (alarms > 0) return err({ code: 'second_documents', count: alarms });
    // Selling went on while the till looked.
    return till.unsentOrRejected > 0 ? unsent() : ok(null);
  }

  /** Closes the till for another one. It opens again with its token. */
  async putAside(): Promise<void> {
    const { till } = this;
    if (!till) return;
    const { profiles, tokens } = this.#options;
    const id = keyOf(till.profile);
    const isGuarded = hasCashiers(till.db);
    tokens.putAside(id, till.token);
    const unsent = await this.close();
    profiles.left(id, { unsent, hasCashiers: isGuarded });
  }

  /** Closes the till and forgets its token. @throws what either throws; then it keeps its token. */
  async signOut(): Promise<void> {
    const { till } = this;
    if (!till) return;
    const { profiles, tokens, log } = this.#options;
    const id = keyOf(till.profile);
    try {
      await this.close();
      tokens.forget(id);
      profiles.signedOut(id);
    } catch (error) {
      // The till goes on with the token if it opens again.
      tokens.putAside(id, till.token);
      throw error;
    }
    log.info('signed out', { till: id });
  }

  /** Keeps the till's token for the next start, unless it is practice's. */
  async keepToken(): Promise<void> {
    const { till } = this;
    if (till?.token === undefined || till.profile.kind === 'practice') return;
    await this.#options.tokens.keep(keyOf(till.profile), till.token);
  }

  /** Goes on with a token that the key store gives late, unless somebody has signed in. */
  async takeLate(late: Promise<string | undefined>): Promise<void> {
    const profile = this.till?.profile;
    const token = await late;
    const { till } = this;
    const isItsTill = till !== null && profile && keyOf(till.profile) === keyOf(profile);
    if (token === undefined || !isItsTill || till.token !== undefined) return;
    till.signedIn(till.profile, token);
    this.#options.onTillChanged();
  }

  /** Remembers whether the till has cashiers, for when it cannot be opened. */
  noteCashiers(): void {
    const { till } = this;
    if (till) this.#options.profiles.guarded(keyOf(till.profile), hasCashiers(till.db));
  }

  /**
   * Another till of this computer whose managers decide about what all tills share, if the open
   * one's cannot: it has none, or is practice, where anybody may be a manager.
   */
  get guardElsewhere(): KnownProfile | undefined {
    const { till } = this;
    const { profiles } = this.#options;
    if (!till) return profiles.guardBeside(null);
    const isGuarded = till.profile.kind !== 'practice' && hasCashiers(till.db);
    return isGuarded ? undefined : profiles.guardBeside(keyOf(till.profile));
  }
}

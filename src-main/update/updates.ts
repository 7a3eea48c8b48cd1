// Newer versions of the program: looked for at the address that a manager has set, fetched when
// somebody asks, installed by consent alone, and only while nothing is being sold or unsent.
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { Language } from '../contract/settings.ts';
import type { UpdateState, UpdatesOff } from '../contract/update.ts';
import type { Log } from '../log.ts';
import type { Network } from '../service/connect.ts';
import { fetchManifest, type FeedOptions } from './feed.ts';
import type { Installer } from './installer.ts';
import { manifestName, readManifest, type Manifest } from './manifest.ts';

export interface UpdatesOptions {
  /** Ed25519, as PEM; empty where the program was built without one. */
  readonly publicKey: string;
  readonly version: string;
  readonly system: string;
  readonly installer: (() => Promise<Installer>) | UpdatesOff;
  readonly address: () => string | null;
  readonly network: Network;
  readonly language: () => Language;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly onChanged: () => void;
  /** What keeps an update from being installed now. */
  readonly hindrance: () => AppError | undefined;
  readonly backUp: () => Promise<Result<unknown>>;
  /**
   * Closes the till for good, unless there is a hindrance when nothing can be sold any more: that
   * is returned.
   */
  readonly close: (hindrance: () => AppError | undefined) => Promise<Result<null>>;
  /** Ends the program; `startsAgain`: nobody else starts it. */
  readonly end: (options: { readonly startsAgain: boolean; readonly wanted: string }) => void;
}

interface Found {
  readonly manifest: Manifest;
  readonly feed: FeedOptions;
}

export class Updates {
  readonly #options: UpdatesOptions;
  #state: UpdateState;
  #found: Found | undefined;
  #installer: Installer | undefined;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#state = this.#before;
  }

  get state(): UpdateState {
    return this.#state;
  }

  /** It is here, and waits for consent to it. */
  isFetched(version: string): boolean {
    return this.#state.kind === 'fetched' && this.#state.version === version;
  }

  /** The address is another one now: what was found at the former is nothing to it. */
  addressChanged(): void {
    if (!this.#isBusy) this.#forget();
  }

  /**
   * Errors: `update_not_fetched`, `update_not_signed`. Where there are no updates, or one is on its
   * way, nothing happens.
   */
  async look(): Promise<Result<null>> {
    const { address, network, system, publicKey, version, nowMs } = this.#options;
    const at = address();
    if (this.#off || at === null || this.#isBusy || this.#state.kind === 'fetched') return ok(null);
    this.#become({ kind: 'looking' });
    const feed = { address: at, network };
    const read = await this.#orFailed(async () => {
      const text = await fetchManifest(feed, manifestName(system));
      return text.ok ? readManifest(text.value, publicKey, system) : text;
    });
    if (address() !== at || !read.ok) {
      this.#become(this.#before);
      return read.ok ? ok(null) : this.#failed('looking for an update', read.error);
    }
    this.#found = isNewer(read.value.version, version) ? { manifest: read.value, feed } : undefined;
    this.#become(
      this.#found ? this.#as('found', this.#found) : { kind: 'newest', lookedAtMs: nowMs() },
    );
    return ok(null);
  }

  /**
   * What was found. Errors: `not_found`, also where its address was changed meanwhile,
   * `update_not_fetched`, `update_not_signed`.
   */
  async fetch(): Promise<Result<null>> {
    const found = this.#found;
    const { installer } = this.#options;
    const canFetch = found && this.#state.kind === 'found';
    if (!canFetch || typeof installer === 'string') return err({ code: 'not_found' });
    const { version } = found.manifest;
    this.#become({ kind: 'fetching', version, percent: 0 });
    const fetched = await this.#orFailed(async () => {
      this.#installer ??= await installer();
      return this.#installer.fetch(found.manifest, found.feed, (percent) => {
        this.#become({ kind: 'fetching', version, percent });
      });
    });
    const isWanted = this.#waitsAs(fetched.ok ? 'fetched' : 'found', found);
    if (!fetched.ok) return this.#failed('fetching an update', fetched.error);
    return isWanted ? fetched : err({ code: 'not_found' });
  }

  /**
   * What was fetched, if it is this version; the program ends, and starts again. Errors:
   * `not_found`, `update_not_now`, those of a backup. Where the system refuses, the till starts
   * again as it was, and says so.
   */
  async install(agreedVersion: string): Promise<Result<null>> {
    const { hindrance, backUp, close, end, log } = this.#options;
    const found = this.#found;
    const installer = this.#installer;
    if (!found || !installer || !this.isFetched(agreedVersion)) return err({ code: 'not_found' });
    const { version } = found.manifest;
    this.#become({ kind: 'installing', version });
    const ready = await this.#orFailed(async () => {
      const hindered = hindrance();
      if (hindered) return err(hindered);
      const backedUp = await backUp();
      if (!backedUp.ok) return backedUp;
      // Days may have passed since it was fetched.
      return (await installer.isWhole()) ? ok(null) : err({ code: 'update_not_signed' });
    });
    if (!ready.ok) {
      const isSpoilt = ready.error.code === 'update_not_signed';
      // It remembers that it has fetched it.
      if (isSpoilt) this.#installer = undefined;
      this.#waitsAs(isSpoilt ? 'found' : 'fetched', found);
      return ready;
    }
    log.info('installing an update', { version });
    // Somebody may have gone on selling until now.
    const closed = await this.#orFailed(() => close(hindrance));
    if (!closed.ok && closed.error.code === 'update_not_now') {
      this.#waitsAs('fetched', found);
      return closed;
    }
    // From here on the program ends, whatever happens: the till is closed.
    const installed = await this.#orFailed(async () =>
      closed.ok ? ok(await installer.install()) : closed,
    );
    const isInstalled = installed.ok && installed.value;
    if (!isInstalled) log.error('the update was not installed', version);
    end({ startsAgain: !(isInstalled && installer.startsIt), wanted: version });
    return ok(null);
  }

  get #off(): UpdatesOff | undefined {
    const { publicKey, installer, address } = this.#options;
    if (typeof installer === 'string') return installer;
    if (publicKey === '') return 'no_key';
    return address() === null ? 'no_address' : undefined;
  }

  get #before(): UpdateState {
    const why = this.#off;
    return why ? { kind: 'off', why } : { kind: 'newest', lookedAtMs: null };
  }

  get #isBusy(): boolean {
    return ['looking', 'fetching', 'installing'].includes(this.#state.kind);
  }

  #as(
    kind: 'found' | 'fetched',
    { manifest: { version, notes } }: { readonly manifest: Manifest },
  ): UpdateState {
    return { kind, version, notes: notes[this.#options.language()] ?? notes.en ?? '' };
  }

  /** Returns whether it does: not where its address was changed while something was under way. */
  #waitsAs(kind: 'found' | 'fetched', found: Found): boolean {
    const isWanted = this.#options.address() === found.feed.address;
    if (isWanted) this.#become(this.#as(kind, found));
    else this.#forget();
    return isWanted;
  }

  #forget(): void {
    this.#found = undefined;
    this.#become(this.#before);
  }

  #become(state: UpdateState): void {
    this.#state = state;
    this.#options.onChanged();
  }

  /** What throws is a bug, or a disk: nothing is left under way by it. */
  async #orFailed<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
    try {
      return await work();
    } catch (error) {
      return err({ code: 'unexpected', id: this.#options.log.failure('an update failed', error) });
    }
  }

  #failed(what: string, error: AppError): Result<null> {
    this.#options.log.error(what, JSON.stringify(error));
    return err(error);
  }
}

export interface UpdateNotices {
  readonly add: (notice: AppError) => void;
  readonly withdraw: (code: AppError['code']) => void;
}

/** Looks for one, and tells of one that is there, or that the program's maker has not signed. */
export async function lookAndTell(updates: Updates, notices: UpdateNotices): Promise<void> {
  const looked = await updates.look();
  notices.withdraw('update_found');
  const { state } = updates;
  if (state.kind === 'found') notices.add({ code: 'update_found', version: state.version });
  // That nothing answers there is no news to whoever sells.
  if (!looked.ok && looked.error.code === 'update_not_signed') notices.add(looked.error);
}

/** Versions of three numbers; an older one that was signed once is not offered again. */
export function isNewer(version: string, than: string): boolean {
  if (version === '') return false;
  const [one, other] = [version, than].map((each) => each.split('.').map(Number));
  const at = one?.findIndex((number, index) => number !== other?.[index]) ?? -1;
  return at !== -1 && (one?.[at] ?? 0) > (other?.[at] ?? 0);
}

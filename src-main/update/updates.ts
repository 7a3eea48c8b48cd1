// Newer versions of the program. The till looks for them at the address that a manager has set,
// fetches one when somebody asks, and installs it only by consent, and only while nothing is being
// sold or unsent.
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import type { UpdateState, UpdatesOff, UpdateHindrance } from '../contract/update.ts';
import type { Log } from '../log.ts';
import type { Network } from '../service/connect.ts';
import { fetchManifest, type FeedOptions } from './feed.ts';
import type { Installer } from './installer.ts';
import { manifestName, readManifest, type Manifest } from './manifest.ts';
import { keyOf } from '../account/profiles.ts';
import type { Session } from '../session/session.ts';
import { readOpenCart } from '../store/carts.ts';
import { hasUnfinishedJobs } from '../store/print-jobs.ts';

export interface UpdatesOptions {
  /** The key, Ed25519 as PEM; empty if the program was built without one. */
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
  /** Returns what keeps an update from being installed now. */
  readonly blocker: () => AppError | undefined;
  readonly backUp: () => Promise<Result<unknown>>;
  /** Closes the till for good, unless there is a blocker, which it returns. */
  readonly close: (blocker: () => AppError | undefined) => Promise<Result<null>>;
  /** Ends the program. With `startsAgain` it must start itself again, as nobody else does. */
  readonly end: (options: { readonly startsAgain: boolean; readonly wanted: string }) => void;
}

interface Found {
  readonly manifest: Manifest;
  readonly feed: FeedOptions;
}

export class Updates {
  readonly #options: UpdatesOptions;
  #state: UpdateState;
  #foundVersion: Found | undefined;
  #installer: Installer | undefined;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#state = this.#before;
  }

  get state(): UpdateState {
    return this.#state;
  }

  /** Returns whether this version is here and waits for consent. */
  isFetched(version: string): boolean {
    return this.#state.kind === 'fetched' && this.#state.version === version;
  }

  /** Forgets what was found at the former address. */
  addressChanged(): void {
    if (!this.#isBusy) this.#forget();
  }

  /**
   * Looks for a newer version. Does nothing if there are no updates, or one is on its way. Errors:
   * `update_not_fetched`, `update_not_signed`.
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
    this.#foundVersion = isNewer(read.value.version, version)
      ? { manifest: read.value, feed }
      : undefined;
    this.#become(
      this.#foundVersion
        ? this.#as('found', this.#foundVersion)
        : { kind: 'newest', lookedAtMs: nowMs() },
    );
    return ok(null);
  }

  /**
   * Fetches what was found. Errors: `not_found`, also if its address was changed meanwhile,
   * `update_not_fetched`, `update_not_signed`.
   */
  async fetch(): Promise<Result<null>> {
    const foundVersion = this.#foundVersion;
    const { installer } = this.#options;
    const canFetch = foundVersion && this.#state.kind === 'found';
    if (!canFetch || typeof installer === 'string') return err({ code: 'not_found' });
    const { version } = foundVersion.manifest;
    this.#become({ kind: 'fetching', version, percent: 0 });
    const fetched = await this.#orFailed(async () => {
      this.#installer ??= await installer();
      return this.#installer.fetch(foundVersion.manifest, foundVersion.feed, (percent) => {
        this.#become({ kind: 'fetching', version, percent });
      });
    });
    const isWanted = this.#waitsAs(fetched.ok ? 'fetched' : 'found', foundVersion);
    if (!fetched.ok) return this.#failed('fetching an update', fetched.error);
    return isWanted ? fetched : err({ code: 'not_found' });
  }

  /**
   * Installs what was fetched, if it is this version; the program ends, and starts again. Errors:
   * `not_found`, `update_not_now`, those of a backup. If the system refuses, the till starts again
   * as it was, and says so.
   */
  async install(agreedVersion: string): Promise<Result<null>> {
    const { blocker, backUp, close, end, log } = this.#options;
    const foundVersion = this.#foundVersion;
    const installer = this.#installer;
    if (!foundVersion || !installer || !this.isFetched(agreedVersion))
      return err({ code: 'not_found' });
    const { version } = foundVersion.manifest;
    this.#become({ kind: 'installing', version });
    const ready = await this.#orFailed(async () => {
      const blocked = blocker();
      if (blocked) return err(blocked);
      const backedUp = await backUp();
      if (!backedUp.ok) return backedUp;
      // Days may have passed since it was fetched.
      return (await installer.isWhole()) ? ok(null) : err({ code: 'update_not_signed' });
    });
    if (!ready.ok) {
      const isSpoilt = ready.error.code === 'update_not_signed';
      // The installer remembers that it has fetched the file.
      if (isSpoilt) this.#installer = undefined;
      this.#waitsAs(isSpoilt ? 'found' : 'fetched', foundVersion);
      return ready;
    }
    log.info('installing an update', { version });
    // Somebody may have gone on selling until now.
    const closed = await this.#orFailed(() => close(blocker));
    if (!closed.ok && closed.error.code === 'update_not_now') {
      this.#waitsAs('fetched', foundVersion);
      return closed;
    }
    // From here on the program ends, whatever happens, as the till is closed.
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

  /** Returns whether it waits. It does not if the address was changed meanwhile. */
  #waitsAs(kind: 'found' | 'fetched', version: Found): boolean {
    const isWanted = this.#options.address() === version.feed.address;
    if (isWanted) this.#become(this.#as(kind, version));
    else this.#forget();
    return isWanted;
  }

  #forget(): void {
    this.#foundVersion = undefined;
    this.#become(this.#before);
  }

  #become(state: UpdateState): void {
    this.#state = state;
    this.#options.onChanged();
  }

  /** Turns whatever is thrown into a failure, so that nothing is left under way. */
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

/** Looks for an update, and tells of one that is there, or is not signed by the maker. */
export async function lookAndTell(updates: Updates, notices: UpdateNotices): Promise<void> {
  const looked = await updates.look();
  notices.withdraw('update_found');
  const { state } = updates;
  if (state.kind === 'found') notices.add({ code: 'update_found', version: state.version });
  // A failed check for updates is not reported while selling.
  if (!looked.ok && looked.error.code === 'update_not_signed') notices.add(looked.error);
}

/** Compares versions of three numbers. An older one that was signed once is not offered again. */
export function isNewer(version: string, than: string): boolean {
  if (version === '') return false;
  const [one, other] = [version, than].map((each) => each.split('.').map(Number));
  const at = one?.findIndex((number, index) => number !== other?.[index]) ?? -1;
  return at !== -1 && (one?.[at] ?? 0) > (other?.[at] ?? 0);
}

export function updateBlockerOf({ till, profiles }: Session): AppError | undefined {
  const why = (is: UpdateHindrance): AppError => ({ code: 'update_not_now', why: is });
  if (till && (readOpenCart(till.db)?.lines.length ?? 0) > 0) return why('sale');
  const isUnsent = [
    ...(till ? [{ profile: till.profile, unsent: till.unsent }] : []),
    ...profiles.known.filter(({ profile }) => !till || keyOf(profile) !== keyOf(till.profile)),
  ].some(({ profile, unsent }) => profile.kind !== 'practice' && unsent > 0);
  if (isUnsent) return why('unsent');
  return till && hasUnfinishedJobs(till.db) ? why('printing') : undefined;
}

const wanted = '--updated-to=';
const isWanted = (argument: string): boolean => argument.startsWith(wanted);

/** Returns the command line of the next start. */
export const argumentsToUpdate = (args: readonly string[], version: string): readonly string[] => [
  ...args.filter((argument) => !isWanted(argument)),
  wanted + version,
];

/** Returns whether the last start wanted a newer version than the one that is running now. */
export function isNotUpdated(args: readonly string[], version: string): boolean {
  const wantedVersion = args.find(isWanted)?.slice(wanted.length) ?? '';
  return isNewer(wantedVersion, version);
}

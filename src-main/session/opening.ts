// Opens tills: the next one, and again the one that was left in vain or could not be opened.
import { keyOf, type Profiles } from '../account/profiles.ts';
import type { ServiceAccess, ServiceAccessOptions } from '../account/service-access.ts';
import { clientOf } from '../account/sign-in.ts';
import type { FoundToken, Tokens, TokensOptions } from '../account/tokens.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { Profile } from '../contract/profiles.ts';
import type { FailedStart } from '../contract/restore.ts';
import type { OutboxTiming } from '../outbox/timing.ts';
import { goOnPractising, type PractisingOptions } from '../practice/practice-session.ts';
import type { ServiceClient } from '../service/client.ts';
import type { CurrentTill } from '../till/current-till.ts';
import { FailedOpening } from '../till/failed-opening.ts';
import { storeProblem, type OpeningOptions, type Way } from '../till/open-till.ts';
import type { TillChanges } from '../till/till-changes.ts';

/** What a session is made with. */
export interface SessionOptions
  extends
    Omit<OpeningOptions, 'seeding'>,
    PractisingOptions,
    TokensOptions,
    Omit<ServiceAccessOptions, 'hide'> {
  /** The waits of practice's outbox, if they differ from a real till's. */
  readonly practiceTiming?: OutboxTiming;
  /** Tells that another till is open, or none. */
  readonly onTillChanged: () => void;
}

/** What it takes to open a till. */
interface OpeningParts {
  readonly options: SessionOptions & OpeningOptions;
  readonly profiles: Profiles;
  readonly access: ServiceAccess;
  readonly tokens: Tokens;
  readonly current: CurrentTill;
  readonly changes: TillChanges;
}

export interface SessionParts extends OpeningParts {
  readonly opening: Opening;
}

export class Opening {
  readonly #parts: OpeningParts;
  readonly #failed: FailedOpening;
  /** The try under way. There is one at a time, however often it is asked for. */
  #trying: Promise<Result<null>> | null = null;

  constructor(parts: OpeningParts) {
    this.#parts = parts;
    this.#failed = new FailedOpening({
      clock: parts.options.clock,
      tryAgain: () => this.tryAgain(),
    });
  }

  /** The profile whose till is open, or could not be opened. */
  get shownProfile(): Profile | null {
    const { till } = this.#parts.current;
    return till?.profile ?? this.#failed.value?.profile ?? null;
  }

  /** Null while a till is open, and if none was to be opened. */
  get failedStart(): FailedStart | null {
    const failure = this.#parts.current.till ? null : this.#failed.value;
    if (!failure) return null;
    const { profile, error, nextTryAtMs } = failure;
    const { companyName, tillName } = profile;
    return { companyName, tillName, error, nextTryAtMs };
  }

  /** Forgets the till that could not be opened. */
  forgetFailure(): void {
    this.#failed.forget();
  }

  /**
   * Leaves the open till for that of `next`, or for none. If the work throws, the till that was
   * open stays open, unless it was signed out, and the client of the next is closed.
   */
  leaveFor<Value>(next: ServiceClient | null, work: () => Promise<Value>): Promise<Value> {
    const { profiles, current, changes } = this.#parts;
    const { till } = current;
    const chosenId = profiles.chosen?.id ?? null;
    return changes.switch(async () => {
      try {
        return await work();
      } catch (error) {
        await next?.close();
        await current.close();
        await this.reopen(till?.profile, chosenId);
        throw error;
      }
    });
  }

  /** Opens the former till again after another could not be opened, unless it was signed out. */
  async reopen(profile: Profile | undefined, chosenId: string | null): Promise<void> {
    const { profiles, options } = this.#parts;
    try {
      profiles.choose(chosenId);
    } catch (error) {
      // The next start opens another till; this one goes on selling.
      options.log.failure('which till was open was not written down', error);
    }
    if (profile && profiles.find(keyOf(profile))?.isSignedOut === false)
      await this.openAgain(profile);
  }

  /** Errors: those of opening the store. After these it is tried again by itself. */
  tryAgain(): Promise<Result<null>> {
    const { current, changes } = this.#parts;
    this.#trying ??= changes
      .inTurn(() => {
        const failure = current.till ? null : this.#failed.value;
        return failure ? this.openAgain(failure.profile) : ok(null);
      })
      .finally(() => {
        this.#trying = null;
      });
    return this.#trying;
  }

  /**
   * Opens a till that was open on this computer before, or was just signed in to: `way` is the one
   * that was found to it. If it cannot be opened, the page says so.
   */
  async openAgain(profile: Profile, way?: Way): Promise<Result<null>> {
    const { options, current } = this.#parts;
    const opened = await this.#tryToOpen(profile, way);
    if (opened.ok) return opened;
    if (current.till) {
      this.#failed.forget();
      options.notify(opened.error);
    } else this.#failed.note(profile, opened.error);
    options.log.info('the till is not open', { error: opened.error });
    options.onTillChanged();
    return opened;
  }

  /** Opens the till. A bug that shows meanwhile also counts as a till that could not be opened. */
  async #tryToOpen(profile: Profile, way?: Way): Promise<Result<null>> {
    const { options, profiles, current } = this.#parts;
    try {
      return await this.openBy(way ? ok(way) : await this.wayTo(profile));
    } catch (error) {
      const problem = storeProblem('the till could not be opened', error, options);
      if (!current.till) await way?.client.close();
      // After the next start nobody would know of it, and its sales would wait unnoticed.
      else if (profiles.find(keyOf(profile))?.isSignedOut !== false) await this.#closeUnknown();
      return err(problem);
    }
  }

  async #closeUnknown(): Promise<void> {
    const { options, current } = this.#parts;
    try {
      await current.close();
    } catch (error) {
      options.log.failure('a till that is not known did not close well', error);
    }
  }

  /** Returns the way, and asks only practice's service, whose token is not kept. */
  async wayTo(profile: Profile): Promise<Result<Way & Partial<FoundToken>>> {
    const { options, profiles, access, tokens } = this.#parts;
    if (profile.kind === 'practice') {
      const signedIn = await goOnPractising(options, access.asking);
      if (!signedIn.ok) return signedIn;
      return ok({ ...signedIn.value, profile: profiles.asKnown(signedIn.value.profile) });
    }
    const client = clientOf(profile, access.asking);
    if (!client.ok) return client;
    return ok({ profile, client: client.value, ...(await tokens.find(keyOf(profile))) });
  }

  async openBy(way: Result<Way & Partial<FoundToken>>): Promise<Result<null>> {
    if (!way.ok) return way;
    const { options, profiles, current } = this.#parts;
    const { profile, client, later } = way.value;
    const opened = await current.open(way.value);
    if (!opened.ok) {
      await client.close();
      return opened;
    }
    profiles.opened(profile);
    this.#failed.forget();
    const { log, onTillChanged } = options;
    log.info('till open', { till: keyOf(profile), unsent: current.till?.unsent ?? 0 });
    onTillChanged();
    current.noteCashiers();
    if (later)
      current.takeLate(later).catch((error: unknown) => {
        log.failure('a late token was not taken', error);
      });
    return ok(null);
  }
}

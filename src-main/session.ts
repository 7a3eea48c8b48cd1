// Which till is open, and how it comes to be: practice, signing in, resuming at start-up, another
// profile, a backup in place of its file, signing out.
import { err, ok, type AppError, type Result } from './contract/errors.ts';
import type { KnownProfile, OpenProfile, Profile } from './contract/profiles.ts';
import type { Rehearsal } from './contract/rehearsals.ts';
import type { FailedStart } from './contract/restore.ts';
import type { SignIn } from './contract/sign-in.ts';
import { CurrentTill } from './till/current-till.ts';
import { FailedOpening } from './till/failed-opening.ts';
import {
  checkDelivered,
  folderOf,
  storeProblem,
  type OpeningOptions,
  type Way,
} from './till/open-till.ts';
import { Restoring } from './till/restoring.ts';
import { TillChanges } from './till/till-changes.ts';
import {
  beginRehearsal,
  discardPractice,
  goOnPractising,
  setPlugged,
  signInToPractice,
  type PractisingOptions,
} from './practice/practising.ts';
import { keyOf, Profiles } from './account/profiles.ts';
import { ServiceAccess, type ServiceAccessOptions } from './account/service-access.ts';
import type { ServiceClient } from './service/client.ts';
import { clientOf, firstHighWaterMark, type SignedIn } from './account/sign-in.ts';
import { noteFirstUser } from './store/recovery-users.ts';
import { noteDocumentId } from './store/till.ts';
import type { OutboxTiming } from './outbox/timing.ts';
import { furnishingOf } from './practice/furnishing.ts';
import type { Till } from './till/till.ts';
import { Tokens, type FoundToken, type TokensOptions } from './account/tokens.ts';

export interface SessionOptions
  extends
    Omit<OpeningOptions, 'furnishing'>,
    PractisingOptions,
    TokensOptions,
    Omit<ServiceAccessOptions, 'hide'> {
  /** The waits of practice's outbox, if they differ from a real till's. */
  readonly practiceTiming?: OutboxTiming;
  /** Tells that another till is open, or none. */
  readonly onTillChanged: () => void;
}

export class Session {
  readonly #options: SessionOptions & OpeningOptions;
  readonly profiles: Profiles;
  readonly access: ServiceAccess;
  readonly backups: Restoring;
  readonly #tokens: Tokens;
  readonly #current: CurrentTill;
  readonly #changes: TillChanges;
  readonly #failed: FailedOpening;
  /** The try under way. There is one at a time, however often it is asked for. */
  #trying: Promise<Result<null>> | null = null;

  constructor(options: SessionOptions) {
    const timing = options.practiceTiming ?? options.timing;
    this.#options = {
      ...options,
      furnishing: furnishingOf(options.practice, options.clock, timing),
    };
    this.profiles = new Profiles(options.settings);
    const tokens = new Tokens(options);
    this.#tokens = tokens;
    this.access = new ServiceAccess({ ...options, hide: tokens.hide });
    this.#current = new CurrentTill({ ...this.#options, profiles: this.profiles, tokens });
    this.#changes = new TillChanges(this.#current, options.onTillChanged);
    this.#failed = new FailedOpening({
      clock: options.clock,
      tryAgain: () => this.tryAgain(),
    });
    this.backups = new Restoring(options, () => this.shown);
  }

  get till(): Till | null {
    return this.#current.till;
  }

  /** The profile whose till is open, or could not be opened. */
  get shown(): Profile | null {
    return this.till?.profile ?? this.#failed.value?.profile ?? null;
  }

  /**
   * Where the service of that profile listens; practice's is elsewhere at each start. Null if there
   * is none.
   */
  get serviceAddress(): string | null {
    const { shown } = this;
    if (shown?.kind === 'practice') return this.#options.practice.baseUrl;
    return shown?.serviceAddress ?? null;
  }

  /** Null while a till is open, and if none was to be opened. */
  get failedStart(): FailedStart | null {
    const failure = this.till ? null : this.#failed.value;
    if (!failure) return null;
    const { profile, error, nextTryAtMs } = failure;
    const { companyName, tillName } = profile;
    return { companyName, tillName, error, nextTryAtMs };
  }

  /** Another known till, if its managers decide about what all tills of this computer share. */
  get guardElsewhere(): KnownProfile | undefined {
    return this.#current.guardElsewhere;
  }

  /** Takes in that the cashiers of the open till have changed. */
  noteCashiers(): void {
    this.#current.noteCashiers();
  }

  /**
   * True between two tills: nobody guards requests then, and nothing of either till may be shown.
   */
  get isSwitching(): boolean {
    return this.#changes.isSwitching;
  }

  /**
   * Leaves the open till for that of `next`, or for none. If the work throws, the till that was
   * open stays open, unless it was signed out, and the client of the next is closed.
   */
  #leaveFor<Value>(next: ServiceClient | null, work: () => Promise<Value>): Promise<Value> {
    const { till, profiles } = this;
    const chosenId = profiles.chosen?.id ?? null;
    return this.#changes.switch(async () => {
      try {
        return await work();
      } catch (error) {
        await next?.close();
        await this.#current.close();
        await this.#reopen(till?.profile, chosenId);
        throw error;
      }
    });
  }

  /**
   * Opens the till again that was open before another could not be opened. One that was signed out
   * stays so.
   */
  async #reopen(profile: Profile | undefined, chosenId: string | null): Promise<void> {
    try {
      this.profiles.choose(chosenId);
    } catch (error) {
      // The next start opens another till; this one goes on selling.
      this.#options.log.failure('which till was open was not written down', error);
    }
    if (profile && this.profiles.find(keyOf(profile))?.isSignedOut === false)
      await this.#openAgain(profile);
  }

  /**
   * Opens the till of the last start. It needs no connection: the token may come later, and sales
   * are taken meanwhile.
   */
  async resume(): Promise<void> {
    const { chosen } = this.profiles;
    if (!chosen) return;
    this.backups.discardLook(chosen.profile);
    if (chosen.isSignedOut) return;
    await this.#changes.inTurn(() => this.#openAgain(chosen.profile));
  }

  /** Errors: those of opening the store. After these it is tried again by itself. */
  tryAgain(): Promise<Result<null>> {
    this.#trying ??= this.#changes
      .inTurn(() => {
        const failure = this.till ? null : this.#failed.value;
        return failure ? this.#openAgain(failure.profile) : ok(null);
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
  async #openAgain(profile: Profile, way?: Way): Promise<Result<null>> {
    const opened = await this.#tryToOpen(profile, way);
    if (opened.ok) return opened;
    if (this.till) {
      this.#failed.forget();
      this.#options.notify(opened.error);
    } else this.#failed.note(profile, opened.error);
    this.#options.log.info('the till is not open', { error: opened.error });
    this.#options.onTillChanged();
    return opened;
  }

  /** Opens the till. A bug that shows meanwhile also counts as a till that could not be opened. */
  async #tryToOpen(profile: Profile, way?: Way): Promise<Result<null>> {
    try {
      return await this.#openBy(way ? ok(way) : await this.#wayTo(profile));
    } catch (error) {
      const problem = storeProblem('the till could not be opened', error, this.#options);
      if (!this.till) await way?.client.close();
      // Nobody would know of it after the next start, and what is sold there wait in silence.
      else if (this.profiles.find(keyOf(profile))?.isSignedOut !== false)
        await this.#closeUnknown();
      return err(problem);
    }
  }

  async #closeUnknown(): Promise<void> {
    try {
      await this.#current.close();
    } catch (error) {
      this.#options.log.failure('a till that is not known did not close well', error);
    }
  }

  /**
   * Puts the backup that was looked at in the place of the till's file, and opens the till from it.
   * `till` is the one that was open when somebody agreed: one that has opened since has managers of
   * its own. Errors: `not_signed_in` if there is no till, `backup_not_looked_at`, `sale_open`, and
   * those of opening the store.
   */
  restore(lookId: number, till: Till | null): Promise<Result<null>> {
    return this.#changes.inTurn(() => this.#restore(lookId, till));
  }

  async #restore(lookId: number, till: Till | null): Promise<Result<null>> {
    const profile = this.shown;
    const looked = this.backups.looked(lookId);
    if (!profile) return err({ code: 'not_signed_in' });
    if (!looked || this.till !== till) return err({ code: 'backup_not_looked_at' });
    const asked = this.#current.mayBeLeft(true);
    if (!asked.ok) return asked;
    return this.#changes.switch(async () => {
      const restored = await this.#replaceFile(profile, lookId);
      const opened = await this.#openAgain(profile);
      return restored.ok ? opened : restored;
    });
  }

  /** Closes the till and replaces its file. A failure leaves the file as it was, or set aside. */
  async #replaceFile(profile: Profile, lookId: number): Promise<Result<null>> {
    try {
      await this.#current.putAside();
      return this.backups.use(profile, lookId);
    } catch (error) {
      return err(storeProblem('the backup could not be put in place', error, this.#options));
    }
  }

  practise(): Promise<Result<Profile>> {
    return this.#changes.inTurnForNow(async () => {
      const signedIn = await signInToPractice(this.#options, this.access.asking);
      return signedIn.ok ? this.#enter(signedIn.value) : signedIn;
    });
  }

  /**
   * Returns the way without asking anything of a service, unless it is practice's, whose token is
   * not kept.
   */
  async #wayTo(profile: Profile): Promise<Result<Way & Partial<FoundToken>>> {
    if (profile.kind === 'practice') {
      const signedIn = await goOnPractising(this.#options, this.access.asking);
      if (!signedIn.ok) return signedIn;
      return ok({ ...signedIn.value, profile: this.profiles.asKnown(signedIn.value.profile) });
    }
    const client = clientOf(profile, this.access.asking);
    if (!client.ok) return client;
    return ok({ profile, client: client.value, ...(await this.#tokens.find(keyOf(profile))) });
  }

  async #openBy(way: Result<Way & Partial<FoundToken>>): Promise<Result<null>> {
    if (!way.ok) return way;
    const { profile, client, later } = way.value;
    const opened = await this.#current.open(way.value);
    if (!opened.ok) {
      await client.close();
      return opened;
    }
    this.profiles.opened(profile);
    this.#failed.forget();
    const { log } = this.#options;
    log.info('till open', { till: keyOf(profile), unsent: this.till?.unsent ?? 0 });
    this.#options.onTillChanged();
    this.#current.noteCashiers();
    if (later)
      this.#current.takeLate(later).catch((error: unknown) => {
        log.failure('a late token was not taken', error);
      });
    return ok(null);
  }

  /**
   * Begins practice as on its first day. Errors: `not_practice` while another till is open or none,
   * and those of practising.
   */
  resetPractice(): Promise<Result<null>> {
    return this.#changes.inTurn(async () => {
      const { till } = this;
      if (till?.profile.kind !== 'practice') return err({ code: 'not_practice' });
      return this.#leaveFor(null, async () => {
        await this.#current.close();
        await discardPractice(this.#options, folderOf(till.profile, this.#options));
        return this.#openAgain(till.profile);
      });
    });
  }

  /** Errors: `not_practice` while another till is open or none. */
  rehearse(rehearsal: Rehearsal, isUnderWay: boolean): Promise<Result<null>> {
    // Ending needs no turn: nobody should wait behind a slow line in order to end it.
    if (!isUnderWay && rehearsal !== 'outage') {
      this.#options.practice.rehearsals.end(rehearsal);
      return Promise.resolve(ok(null));
    }
    return this.#changes.inTurn(async () => {
      const { till } = this;
      if (till?.profile.kind !== 'practice') return err({ code: 'not_practice' });
      if (isUnderWay) await beginRehearsal(this.#options, till, rehearsal);
      else await setPlugged(this.#options, true);
      return ok(null);
    });
  }

  /**
   * Errors: those of signing in, `sale_open` and `unsent_sales` if another till is open, and those
   * of opening the store.
   */
  signIn(request: SignIn): Promise<Result<Profile>> {
    return this.#changes.inTurnForNow(() => this.#connect(request));
  }

  async #connect(request: SignIn): Promise<Result<Profile>> {
    const signedIn = await this.access.signIn(request);
    if (!signedIn.ok) return signedIn;
    const entered = await this.#enter(signedIn.value);
    if (entered.ok) await this.#current.keepToken();
    return entered;
  }

  /**
   * Keeps the token for the next start, as far as the system and the owner let the till. If they do
   * not, the till says so, and forgets those that are kept for other profiles too.
   */
  async keepToken(): Promise<void> {
    await this.#changes.inTurn(async () => {
      for (const { id } of this.profiles.known) this.#tokens.tidy(id);
      await this.#current.keepToken();
      return ok(null);
    });
  }

  /**
   * Errors: `unsent_sales`, and `second_documents` if the last look-up before leaving raised an
   * alarm.
   */
  signOut(): Promise<Result<null>> {
    return this.#changes.inTurnForNow(() => this.#leave());
  }

  async #leave(): Promise<Result<null>> {
    const { till } = this;
    if (!till) return ok(null);
    const mayGo = await this.#mayBeSignedOut();
    if (!mayGo.ok) return mayGo;
    return this.#leaveFor(null, async () => {
      await this.#signOut();
      return ok(null);
    });
  }

  /**
   * Errors: those of the till, and `not_signed_in` if the session is to be closed meanwhile: a slow
   * service is waited for no longer, while nothing can be sold.
   */
  #mayBeSignedOut(): Promise<Result<null>> {
    const { ending } = this.access.asking;
    const ended = Promise.withResolvers<Result<null>>();
    const breakOff = (): void => {
      ended.resolve(err({ code: 'not_signed_in' }));
    };
    if (ending.aborted) breakOff();
    ending.addEventListener('abort', breakOff);
    return Promise.race([this.#current.mayBeSignedOut(), ended.promise]).finally(() => {
      ending.removeEventListener('abort', breakOff);
    });
  }

  async #signOut(): Promise<void> {
    await this.#current.signOut();
    // The owner's consent was for the other profiles' tokens too.
    if (!this.profiles.areAllSignedOut) return;
    try {
      this.#options.settings.update({ keepTokenWeakly: false });
    } catch (error) {
      // It is signed out all the same.
      const what = 'that no token is kept any more was not written down';
      this.#options.notify(storeProblem(what, error, this.#options));
    }
  }

  /**
   * Errors: `not_found`, `sale_open`, `sales_wait`, and those of opening the store, after which the
   * till that was open is open still. @throws when the settings cannot be written; then it is open
   * still as well.
   */
  openProfile(request: OpenProfile): Promise<Result<null>> {
    return this.#changes.inTurnForNow(() => this.#openProfile(request));
  }

  async #openProfile({ id, leaveWaiting }: OpenProfile): Promise<Result<null>> {
    const { profiles, till } = this;
    const next = profiles.find(id);
    if (id !== null && !next) return err({ code: 'not_found' });
    if (next && till && keyOf(till.profile) === id) return ok(null);
    const asked = this.#current.mayBeLeft(leaveWaiting);
    if (!asked.ok) return asked;
    const before = profiles.chosen?.id ?? null;
    const way = next && !next.isSignedOut ? await this.#wayTo(next.profile) : null;
    if (way && !way.ok) return way;
    // Selling went on meanwhile.
    const left = this.#current.mayBeLeft(leaveWaiting);
    if (!left.ok) {
      await way?.value.client.close();
      return left;
    }
    return this.#leaveFor(way?.value.client ?? null, async () => {
      await this.#current.putAside();
      profiles.choose(id);
      const opened = way ? await this.#openBy(way) : ok(null);
      if (opened.ok) this.#failed.forget();
      else await this.#reopen(till?.profile, before);
      return opened;
    });
  }

  /**
   * Forgets the token and the name. The folder stays, because sales are kept for ever. Errors:
   * `not_found`, `sale_open`, those of signing out if the till is open, and otherwise
   * `unsent_sales` and those of opening the store to look.
   */
  removeProfile(id: string): Promise<Result<null>> {
    return this.#changes.inTurnForNow(() => this.#removeProfile(id));
  }

  async #removeProfile(id: string): Promise<Result<null>> {
    const known = this.profiles.find(id);
    if (!known) return err({ code: 'not_found' });
    const isOpen = this.till && keyOf(this.till.profile) === id;
    const mayGo = isOpen
      ? this.#current.mayBeLeft(true)
      : checkDelivered(known.profile, this.#options);
    if (!mayGo.ok) return mayGo;
    const left = isOpen ? await this.#leave() : ok(null);
    if (!left.ok) return left;
    this.#tokens.forget(id);
    this.profiles.remove(id);
    if (this.shown && keyOf(this.shown) === id) this.#failed.forget();
    this.#options.onTillChanged();
    return ok(null);
  }

  /**
   * Ends the session for good: nothing that was asked for before or afterwards opens a till any
   * more. From here on nothing is sold either. `hindrance` is asked once nothing else is under way:
   * if there is one it is returned, and the session goes on.
   */
  async close(hindrance?: () => AppError | undefined): Promise<Result<null>> {
    this.#changes.end();
    // Nobody waits for a service that is silent.
    this.access.breakOff();
    // Signing out waits for look-ups that would otherwise go on.
    const stopped = hindrance ? undefined : this.till?.replay.stop();
    return this.#changes.atLast(async () => {
      const hindered = hindrance?.();
      if (hindered) {
        this.access.goOn();
        this.#changes.goOn();
        return err(hindered);
      }
      this.#changes.end();
      this.#options.log.info('closing', { unsent: this.till?.unsent ?? 0 });
      this.#tokens.close();
      this.#failed.forget();
      await this.#current.close();
      await stopped;
      return ok(null);
    });
  }

  /**
   * Copies the open till's database into the folder of its backups. Errors: `not_signed_in`, and
   * those of the store.
   */
  backUp(): Promise<Result<{ readonly file: string }>> {
    return this.#current.backUp();
  }

  /** Opens the till that was signed in to, or gives the open one its new token. */
  async #enter(signedIn: SignedIn): Promise<Result<Profile>> {
    const { client, token } = signedIn;
    const mark = await firstHighWaterMark(signedIn, this.access.asking);
    if (!mark.ok) {
      await client.close();
      return mark;
    }
    const entered = await this.#enterAs(this.profiles.asKnown(signedIn.profile), client, token);
    if (!entered.ok || !this.till) return entered;
    const { db, profile } = this.till;
    this.#options.log.info('signed in', { till: keyOf(profile) });
    noteDocumentId(db, mark.value);
    // Practice lets everybody recover a PIN.
    if (profile.kind !== 'practice') noteFirstUser(db, signedIn.user, this.#options.clock.nowMs());
    return entered;
  }

  async #enterAs(profile: Profile, client: ServiceClient, token: string): Promise<Result<Profile>> {
    const current = this.till;
    if (current && keyOf(current.profile) === keyOf(profile)) {
      await client.close();
      current.signedIn(profile, token);
      this.profiles.opened(profile);
      this.#options.onTillChanged();
      return ok(profile);
    }
    const mayGo = this.#current.mayBeLeft(true);
    const left = mayGo.ok ? await this.#mayBeSignedOut() : mayGo;
    if (!left.ok) {
      await client.close();
      return left;
    }
    const opened = await this.#leaveFor(client, async () => {
      if (current) await this.#signOut();
      const entering = await this.#openAgain(profile, { client, token, profile });
      // It is tried again.
      if (!entering.ok) this.#tokens.putAside(keyOf(profile), token);
      return entering;
    });
    return opened.ok ? ok(profile) : opened;
  }
}

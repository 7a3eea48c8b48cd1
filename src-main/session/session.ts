// Which till is open, and how it comes to be: practice, signing in, resuming at start-up, another
// profile, a backup in place of its file, signing out. Each change has its turn.
import { Profiles } from '../account/profiles.ts';
import { ServiceAccess } from '../account/service-access.ts';
import { Tokens } from '../account/tokens.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import type { KnownProfile, OpenProfile, Profile } from '../contract/profiles.ts';
import type { Rehearsal } from '../contract/rehearsals.ts';
import type { FailedStart } from '../contract/restore.ts';
import type { SignIn } from '../contract/sign-in.ts';
import { seedingOf } from '../practice/seed-till.ts';
import {
  beginRehearsal,
  discardPractice,
  setPlugged,
  signInToPractice,
} from '../practice/practice-session.ts';
import { CurrentTill } from '../till/current-till.ts';
import { hasRoomToMend } from '../store/free-space.ts';
import { isOtherInPlace } from '../store/in-place.ts';
import { setAside } from '../store/salvage/set-aside.ts';
import { fileOf, folderOf, storeProblem } from '../till/open-till.ts';
import { quietMoment } from '../till/quiet-moment.ts';
import { Restoring } from '../till/restoring.ts';
import { TillChanges } from '../till/till-changes.ts';
import type { Till } from '../till/till.ts';
import { connect, enter } from './entering.ts';
import { leave, openProfile, removeProfile } from './leaving.ts';
import { Opening, type SessionOptions, type SessionParts } from './opening.ts';

export class Session {
  readonly profiles: Profiles;
  readonly access: ServiceAccess;
  readonly backups: Restoring;
  #touches = 0;
  #comesBack = false;
  readonly #parts: SessionParts;
  readonly #current: CurrentTill;
  readonly #changes: TillChanges;
  readonly #opening: Opening;

  constructor(sessionOptions: SessionOptions) {
    const timing = sessionOptions.practiceTiming ?? sessionOptions.timing;
    const options = { ...sessionOptions, seeding: seedingOf(timing) };
    const profiles = new Profiles(sessionOptions.settings);
    const tokens = new Tokens(sessionOptions);
    const access = new ServiceAccess({ ...sessionOptions, hide: tokens.hide });
    const onDecayed = (till: Till) => {
      const whatFailed = 'the till file could not be mended';
      options.environment.inBackground(whatFailed, () => this.#mendWhenQuiet(till));
    };
    const current = new CurrentTill({ ...options, profiles, tokens, onDecayed });
    const changes = new TillChanges(current, sessionOptions.onTillChanged);
    const parts = { options, profiles, access, tokens, current, changes };
    const opening = new Opening(parts);
    this.#parts = { ...parts, opening };
    this.profiles = profiles;
    this.access = access;
    this.#current = current;
    this.#changes = changes;
    this.#opening = opening;
    this.backups = new Restoring(sessionOptions, () => this.shownProfile);
  }

  get till(): Till | null {
    return this.#current.till;
  }

  /** The profile whose till is open, or could not be opened. */
  get shownProfile(): Profile | null {
    return this.#opening.shownProfile;
  }

  /** Where that profile's service listens; practice's moves at each start. Null if none. */
  get serviceAddress(): string | null {
    const { shownProfile } = this;
    if (shownProfile?.kind === 'practice') return this.#parts.options.practice.baseUrl;
    return shownProfile?.serviceAddress ?? null;
  }

  /** Null while a till is open, and if none was to be opened. */
  get failedStart(): FailedStart | null {
    return this.#opening.failedStart;
  }

  /** Another known till, if its managers decide about what all tills of this computer share. */
  get guardElsewhere(): KnownProfile | undefined {
    return this.#current.guardElsewhere;
  }

  /** Handles that the cashiers of the open till have changed. */
  noteCashiers(): void {
    this.#current.noteCashiers();
  }

  /** True between two tills: nobody guards requests, and nothing of either may be shown. */
  get isSwitching(): boolean {
    return this.#changes.isSwitching;
  }

  /** Opens the till of the last start, without a connection: the token may come later. */
  async resume(): Promise<void> {
    const { chosen } = this.profiles;
    if (!chosen) return;
    this.backups.discardLook(chosen.profile);
    if (chosen.isSignedOut) return;
    await this.#changes.inTurn(() => this.#opening.openAgain(chosen.profile));
  }

  /** Errors: those of opening the store. After these it is tried again by itself. */
  tryAgain(): Promise<Result<null>> {
    return this.#opening.tryAgain();
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
    const profile = this.shownProfile;
    const looked = this.backups.looked(lookId);
    if (!profile) return err({ code: 'not_signed_in' });
    if (!looked || this.till !== till) return err({ code: 'backup_not_looked_at' });
    const mayLeave = this.#current.mayBeLeft(true);
    if (!mayLeave.ok) return mayLeave;
    return this.#changes.switch(async () => {
      const restored = await this.#replaceFile(profile, lookId);
      const opened = await this.#opening.openAgain(profile);
      return restored.ok ? opened : restored;
    });
  }

  /** Closes the till and replaces its file. A failure leaves the file as it was, or set aside. */
  async #replaceFile(profile: Profile, lookId: number): Promise<Result<null>> {
    try {
      await this.#current.putAside();
      return this.backups.use(profile, lookId);
    } catch (error) {
      const { options } = this.#parts;
      return err(storeProblem('the backup could not be put in place', error, options));
    }
  }

  /** Notes that somebody does something on the page, locked or not. */
  touch(): void {
    this.#touches += 1;
  }

  /** Has the whole file of the open till read, as a part of it could not be. */
  readFile(): void {
    this.#current.readFile();
  }

  /**
   * Opens the till again whose file, or its log, was moved, deleted or replaced while it was open:
   * a backup of the open one, and what is there now, are brought over into a new file.
   */
  comeBack(): void {
    const { till } = this;
    if (!till || this.#comesBack) return;
    this.#comesBack = true;
    const { options } = this.#parts;
    options.environment.inBackground('a till that was moved did not come back', async () => {
      try {
        await this.#changes.inTurn(() => (this.till === till ? this.#openInPlace(till) : ok(null)));
      } finally {
        this.#comesBack = false;
      }
    });
  }

  async #openInPlace(till: Till): Promise<Result<null>> {
    const { options } = this.#parts;
    // Where the system refuses this, the till stays open, and saves nothing. A backup at each try
    // would push out those of before.
    if (isOtherInPlace(till.db)) setAside(fileOf(till.profile, options));
    const saved = await this.#current.backUp({ isFresh: true });
    if (!saved.ok) {
      options.notify(saved.error);
      return saved;
    }
    return this.#reopen(till.profile);
  }

  #reopen(profile: Profile): Promise<Result<null>> {
    return this.#changes.switch(async () => {
      await this.#current.putAside();
      return this.#opening.openAgain(profile);
    });
  }

  /**
   * Closes a till whose file has decayed, when nobody sells, and opens it mended. Where there is no
   * room for that the till goes on as it is.
   */
  async #mendWhenQuiet(till: Till): Promise<void> {
    const { options } = this.#parts;
    const watched = {
      ...{ clock: options.clock, signal: till.closing },
      touches: () => this.#touches,
    };
    while (await quietMoment(till.db, watched)) {
      if (!(await hasRoomToMend(fileOf(till.profile, options)))) continue;
      await this.#changes.inTurn(async () => {
        if (this.till !== till || !this.#current.mayBeLeft(true).ok) return ok(null);
        options.environment.withdraw('store_decayed');
        return this.#reopen(till.profile);
      });
    }
  }

  practise(): Promise<Result<Profile>> {
    return this.#changes.inTurnForNow(async () => {
      const signedIn = await signInToPractice(this.#parts.options, this.access.asking);
      return signedIn.ok ? enter(this.#parts, signedIn.value) : signedIn;
    });
  }

  /** Begins practice as on its first day. Errors: `not_practice`, and those of practising. */
  resetPractice(): Promise<Result<null>> {
    const { options } = this.#parts;
    return this.#inPractice((till) =>
      this.#opening.leaveFor(null, async () => {
        await this.#current.close();
        await discardPractice(options, folderOf(till.profile, options));
        return this.#opening.openAgain(till.profile);
      }),
    );
  }

  #inPractice(act: (till: Till) => Promise<Result<null>>): Promise<Result<null>> {
    return this.#changes.inTurn(async () => {
      const { till } = this;
      return till?.profile.kind === 'practice' ? act(till) : err({ code: 'not_practice' });
    });
  }

  /**
   * Loses all that practice's till has, and opens it as on a new computer. The rehearsal goes on
   * until it has started again from its second copy. Errors: `not_practice`, `sale_open`, and those
   * of opening the store.
   */
  loseComputer(): Promise<Result<null>> {
    const { options } = this.#parts;
    return this.#inPractice(async (till) => {
      const mayLeave = this.#current.mayBeLeft(true);
      if (!mayLeave.ok) return mayLeave;
      return this.#opening.leaveFor(null, async () => {
        await this.#current.close();
        options.practice.lose(folderOf(till.profile, options));
        const opened = await this.#opening.openAgain(till.profile);
        options.practice.rehearsals.begin('computer_dies');
        return opened;
      });
    });
  }

  /** Errors: `not_practice` while another till is open or none. */
  rehearse(rehearsal: Rehearsal, isUnderWay: boolean): Promise<Result<null>> {
    const { options } = this.#parts;
    // Ending needs no turn: nobody should wait behind a slow line in order to end it.
    if (!isUnderWay && rehearsal !== 'outage') {
      options.practice.rehearsals.end(rehearsal);
      return Promise.resolve(ok(null));
    }
    return this.#inPractice(async (till) => {
      if (isUnderWay) await beginRehearsal(options, till, rehearsal);
      else await setPlugged(options, true);
      return ok(null);
    });
  }

  /** Errors: those of `connect`. */
  signIn(request: SignIn): Promise<Result<Profile>> {
    return this.#changes.inTurnForNow(() => connect(this.#parts, request));
  }

  /**
   * Keeps the token for the next start, as far as the system and the owner let the till. If they do
   * not, the till says so, and forgets those that are kept for other profiles too.
   */
  async keepToken(): Promise<void> {
    await this.#changes.inTurn(async () => {
      for (const { id } of this.profiles.known) this.#parts.tokens.tidy(id);
      await this.#current.keepToken();
      return ok(null);
    });
  }

  /** Errors: those of `leave`. */
  signOut(): Promise<Result<null>> {
    return this.#changes.inTurnForNow(() => leave(this.#parts));
  }

  /** Errors: those of `openProfile`. @throws as it does. */
  openProfile(request: OpenProfile): Promise<Result<null>> {
    return this.#changes.inTurnForNow(() => openProfile(this.#parts, request));
  }

  /** Errors: those of `removeProfile`. */
  removeProfile(id: string): Promise<Result<null>> {
    return this.#changes.inTurnForNow(() => removeProfile(this.#parts, id));
  }

  /**
   * Ends the session for good: nothing that was asked for before or afterwards opens a till any
   * more. From here on nothing is sold either. `blocker` is asked once nothing else is under way:
   * if there is one it is returned, and the session goes on.
   */
  async close(blocker?: () => AppError | undefined): Promise<Result<null>> {
    this.#changes.end();
    // Nobody waits for a service that is silent.
    this.access.breakOff();
    // Signing out waits for look-ups that would otherwise go on.
    const stopped = blocker ? undefined : this.till?.outbox.stop();
    return this.#changes.atLast(async () => {
      const blocked = blocker?.();
      if (blocked) {
        this.access.goOn();
        this.#changes.goOn();
        return err(blocked);
      }
      this.#changes.end();
      const { options, tokens } = this.#parts;
      options.log.info('closing', { unsent: this.till?.unsent ?? 0 });
      tokens.close();
      this.#opening.forgetFailure();
      await this.#current.close();
      await stopped;
      return ok(null);
    });
  }

  /**
   * Closes the till before this returns, because the system ends the program at once. Whatever was
   * under way fails, and nothing opens a till any more.
   */
  closeNow(): void {
    this.#changes.end();
    this.#current.closeNow();
  }

  /** Copies the open till's database into its backups. Errors: `not_signed_in`, the store's. */
  backUp(): Promise<Result<{ readonly file: string }>> {
    return this.#current.backUp();
  }
}

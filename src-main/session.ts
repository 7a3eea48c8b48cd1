// Which till is open, and how it comes to be: practice, signing in, resuming at start-up, another profile, signing out.
import { AsyncLocalStorage } from 'node:async_hooks';
import { err, ok, type AppError, type Result } from './contract/errors.ts';
import type { OpenProfile, Profile } from './contract/profiles.ts';
import type { Rehearsal } from './contract/rehearsals.ts';
import type { CompanyChoice, Credentials, DemoPlan, Service, SignIn } from './contract/sign-in.ts';
import {
  checkDelivered,
  folderOf,
  openTill,
  storeProblem,
  type OpeningOptions,
  type OpenTill,
  type Way,
} from './open-till.ts';
import { practiceAccount } from './practice-service/accounts.ts';
import { practiceAddress, type Practice } from './practice.ts';
import { keyOf, Profiles } from './profiles.ts';
import { parseServiceAddress } from './service/client.ts';
import type { Network } from './service/connect.ts';
import type { Settings } from './settings.ts';
import { clientOf, findPlans, findTills, signInBy, type Asking, type SignedIn } from './sign-in.ts';
import { readOpenCart } from './store/carts.ts';
import type { Till } from './till.ts';
import type { TokenVault } from './token-vault.ts';

export interface SessionOptions extends OpeningOptions {
  readonly settings: Settings;
  readonly practice: Practice;
  readonly network: Network;
  /** The vault of one till, by its key. */
  readonly vaultOf: (tillKey: string) => TokenVault;
  /** What was told is no longer so. */
  readonly withdraw: (code: AppError['code']) => void;
  /** Another till is open, or none. */
  readonly onTillChanged: () => void;
}

export class Session {
  readonly #options: SessionOptions;
  readonly profiles: Profiles;
  #open: OpenTill | null = null;
  #isSwitching = false;
  /** Of tills that were left for another one, by their keys: where no token may be kept, it lives as long as the program. */
  readonly #tokens = new Map<string, string>();
  #turns: Promise<unknown> = Promise.resolve();
  /** What a till does by itself is nobody's, whoever has opened it. */
  readonly #inNobodysName = AsyncLocalStorage.snapshot();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.profiles = new Profiles(options.settings);
  }

  get till(): Till | null {
    return this.#open?.till ?? null;
  }

  /** One till is closed and the next is not open yet: nothing of that is to be shown. */
  get isSwitching(): boolean {
    return this.#isSwitching;
  }

  /** Opens the till of the last start. It needs no connection: the token may come later, sales are taken meanwhile. */
  async resume(): Promise<void> {
    const { chosen } = this.profiles;
    if (!chosen || chosen.isSignedOut) return;
    const { profile } = chosen;
    const opened = await this.#inTurn(async () => this.#openBy(await this.#wayTo(profile)));
    if (!opened.ok) this.#options.notify(opened.error);
  }

  practise(): Promise<Result<Profile>> {
    return this.#inTurn(async () => {
      const signedIn = await this.#signInToPractice();
      return signedIn.ok ? this.#enter(signedIn.value) : signedIn;
    });
  }

  /** Signing in needs the service as it is, so its plug is put back, and whatever else is rehearsed ends. */
  async #signInToPractice(): Promise<Result<SignedIn>> {
    this.#options.practice.rehearsals.endAll();
    await this.#setPracticePlugged(true);
    const service = await this.#options.practice.start();
    return signInBy(
      { way: 'password', ...practiceAccount, serviceAddress: service.baseUrl },
      this.#asking,
      {
        kind: 'practice',
        serviceAddress: practiceAddress,
      },
    );
  }

  /** Without asking anything of a service, unless it is practice's, whose token is not kept. */
  async #wayTo(profile: Profile): Promise<Result<Way>> {
    if (profile.kind === 'practice') {
      const { practicePlugged } = this.#options.settings.value;
      const signedIn = await this.#signInToPractice();
      // A rehearsed outage goes on.
      if (!practicePlugged) await this.#setPracticePlugged(false);
      if (!signedIn.ok) return signedIn;
      return ok({ ...signedIn.value, profile: this.profiles.asKnown(signedIn.value.profile) });
    }
    // Plain http over a network is in a profile only because a person allowed it there.
    const client = clientOf({ ...profile, allowsHttp: true }, this.#options.network);
    if (!client.ok) return client;
    const id = keyOf(profile);
    const token = this.#tokens.get(id) ?? (await this.#options.vaultOf(id).read());
    if (token !== undefined) this.#hide(token);
    return ok({ profile, client: client.value, token });
  }

  async #openBy(way: Result<Way>): Promise<Result<null>> {
    if (!way.ok) return way;
    const { profile, client } = way.value;
    const opened = this.#inNobodysName(() => openTill(way.value, this.#options));
    if (!opened.ok) {
      await client.close();
      return opened;
    }
    this.#open = opened.value;
    this.profiles.opened(profile);
    this.#options.onTillChanged();
    return ok(null);
  }

  async #setPracticePlugged(plugged: boolean): Promise<void> {
    await this.#options.practice.setPlugged(plugged);
    this.#options.settings.update({ practicePlugged: plugged });
  }

  /** Practice as on its first day. Errors: `not_practice` while another till is open or none, and those of practising. */
  resetPractice(): Promise<Result<null>> {
    return this.#inTurn(async () => {
      const { till } = this;
      if (till?.profile.kind !== 'practice') return err({ code: 'not_practice' });
      try {
        await this.#closeTill();
        await this.#options.practice.discard(folderOf(till.profile, this.#options));
        this.#options.settings.update({ practicePlugged: true });
        return await this.#openBy(await this.#wayTo(till.profile));
      } finally {
        this.#options.onTillChanged();
      }
    });
  }

  /** Errors: `not_practice` while another till is open or none. */
  rehearse(rehearsal: Rehearsal, isUnderWay: boolean): Promise<Result<null>> {
    // Nobody waits for a slow line in order to end it.
    if (!isUnderWay && rehearsal !== 'outage') {
      this.#options.practice.rehearsals.end(rehearsal);
      return Promise.resolve(ok(null));
    }
    return this.#inTurn(async () => {
      const { till } = this;
      if (till?.profile.kind !== 'practice') return err({ code: 'not_practice' });
      const { practice } = this.#options;
      if (rehearsal === 'outage') {
        await this.#setPracticePlugged(!isUnderWay);
        return ok(null);
      }
      practice.rehearsals.begin(rehearsal);
      if (rehearsal === 'expired_token') {
        await practice.expireToken();
        till.replay.suspect();
      }
      return ok(null);
    });
  }

  /**
   * Errors: those of signing in, `sale_open` and `unsent_sales` where another till is open, and those of opening the store.
   */
  signIn(request: SignIn): Promise<Result<Profile>> {
    return this.#inTurn(() => this.#connect(request));
  }

  async #connect(request: SignIn): Promise<Result<Profile>> {
    const address = parseServiceAddress(request.serviceAddress, request.allowsHttp);
    if (!address.ok) return address;
    const signedIn = await signInBy(request, this.#asking, { serviceAddress: address.value });
    if (!signedIn.ok) return signedIn;
    const entered = await this.#enter(signedIn.value);
    if (!entered.ok) return entered;
    await this.#keepToken();
    return entered;
  }

  /**
   * For the next start, as far as the system and the owner let the till; where they do not, it says so, and those of the other
   * profiles are not left behind either.
   */
  keepToken(): Promise<void> {
    return this.#inTurn(() => {
      for (const { id } of this.profiles.known) this.#options.vaultOf(id).tidy();
      return this.#keepToken();
    });
  }

  async #keepToken(): Promise<void> {
    const { till } = this;
    if (till?.token === undefined || till.profile.kind === 'practice') return;
    const isKept = await this.#options.vaultOf(keyOf(till.profile)).keep(till.token);
    this.#options.withdraw('token_not_kept');
    if (!isKept) this.#options.notify({ code: 'token_not_kept' });
  }

  /** Whether the service lets somebody in. The till that is open stays as it is. Errors: those of signing in. */
  async prove(request: SignIn): Promise<Result<null>> {
    const signedIn = await signInBy(request, this.#asking, request);
    if (!signedIn.ok) return signedIn;
    await signedIn.value.client.close();
    return ok(null);
  }

  findTills(credentials: Credentials): Promise<Result<readonly CompanyChoice[]>> {
    return findTills(credentials, this.#asking);
  }

  findPlans(service: Service): Promise<Result<readonly DemoPlan[]>> {
    return findPlans(service, this.#options.network);
  }

  get #asking(): Asking {
    return { network: this.#options.network, hide: this.#hide };
  }

  readonly #hide = (token: string): void => {
    this.#options.log.hide(token);
  };

  /** Errors: `unsent_sales`, and `second_documents` where the last look before leaving raised an alarm. */
  signOut(): Promise<Result<null>> {
    return this.#inTurn(() => this.#leave());
  }

  async #leave(): Promise<Result<null>> {
    const { till } = this;
    if (!till) return ok(null);
    const unsent = () => err({ code: 'unsent_sales', count: till.undelivered });
    if (till.undelivered > 0) return unsent();
    const alarms = await till.replay.lookBeforeLeaving();
    if (alarms > 0) return err({ code: 'second_documents', count: alarms });
    // Selling went on while the till looked.
    if (till.undelivered > 0) return unsent();
    const id = keyOf(till.profile);
    await this.#closeTill();
    this.#forgetToken(id);
    this.profiles.signedOut(id);
    // The other profiles' tokens are kept by the same word.
    if (this.profiles.areAllSignedOut) this.#options.settings.update({ keepTokenWeakly: false });
    this.#options.onTillChanged();
    return ok(null);
  }

  /**
   * Errors: `not_found`, `sale_open`, `sales_wait`, and those of opening the store, after which the till that was open is
   * open still. @throws when the settings cannot be written; so is it then.
   */
  openProfile(request: OpenProfile): Promise<Result<null>> {
    return this.#inTurn(() => this.#openProfile(request));
  }

  async #openProfile({ id, leaveWaiting }: OpenProfile): Promise<Result<null>> {
    const { profiles, till } = this;
    const next = profiles.find(id);
    if (id !== null && !next) return err({ code: 'not_found' });
    if (next && till && keyOf(till.profile) === id) return ok(null);
    const asked = this.#mayLeave(leaveWaiting);
    if (!asked.ok) return asked;
    const way = next && !next.isSignedOut ? await this.#wayTo(next.profile) : null;
    if (way && !way.ok) return way;
    // Selling went on meanwhile.
    const left = this.#mayLeave(leaveWaiting);
    if (!left.ok) {
      await way?.value.client.close();
      return left;
    }
    this.#isSwitching = true;
    try {
      await this.#putAside();
      profiles.choose(id);
      const opened = way ? await this.#openBy(way) : ok(null);
      if (!opened.ok) await this.#reopen(till?.profile);
      return opened;
    } catch (error) {
      // The settings cannot be written: the till that was open is still the one that they name.
      await this.#closeTill();
      await this.#reopen(till?.profile);
      throw error;
    } finally {
      this.#isSwitching = false;
      this.#options.onTillChanged();
    }
  }

  /** The till that was open before another could not be. */
  async #reopen(profile: Profile | undefined): Promise<void> {
    this.profiles.choose(profile ? keyOf(profile) : null);
    if (!profile) return;
    const opened = await this.#openBy(await this.#wayTo(profile));
    if (!opened.ok) this.#options.notify(opened.error);
  }

  /** Sales that were put aside stay with their till. */
  #mayLeave(leaveWaiting: boolean): Result<null> {
    const { till } = this;
    if (!till) return ok(null);
    if ((readOpenCart(till.db)?.lines.length ?? 0) > 0) return err({ code: 'sale_open' });
    const { undelivered } = till;
    return leaveWaiting || undelivered === 0
      ? ok(null)
      : err({ code: 'sales_wait', count: undelivered });
  }

  async #putAside(): Promise<void> {
    const { till } = this;
    if (!till) return;
    const id = keyOf(till.profile);
    const waiting = await this.#closeTill();
    if (till.token !== undefined) this.#tokens.set(id, till.token);
    this.#options.withdraw('token_not_kept');
    this.profiles.left(id, waiting);
  }

  /**
   * Forgets the token and the name; the folder stays, because sales are kept for ever. Errors: `not_found`, `sale_open`,
   * those of signing out where it is open, and otherwise `unsent_sales` and those of opening the store, to look.
   */
  removeProfile(id: string): Promise<Result<null>> {
    return this.#inTurn(() => this.#removeProfile(id));
  }

  async #removeProfile(id: string): Promise<Result<null>> {
    const known = this.profiles.find(id);
    if (!known) return err({ code: 'not_found' });
    const isOpen = this.till && keyOf(this.till.profile) === id;
    const mayGo = isOpen ? this.#mayLeave(true) : checkDelivered(known.profile, this.#options);
    if (!mayGo.ok) return mayGo;
    const left = isOpen ? await this.#leave() : ok(null);
    if (!left.ok) return left;
    this.#forgetToken(id);
    this.profiles.remove(id);
    this.#options.onTillChanged();
    return ok(null);
  }

  #forgetToken(id: string): void {
    this.#tokens.delete(id);
    this.#options.vaultOf(id).forget();
  }

  close(): Promise<void> {
    // Whoever is signing out waits for looks that would otherwise go on.
    const stopped = this.till?.replay.stop();
    return this.#inTurn(async () => {
      await this.#closeTill();
      await stopped;
    });
  }

  /** Answers how many of its sales the service may not have. */
  async #closeTill(): Promise<number> {
    const open = this.#open;
    this.#open = null;
    if (!open) return 0;
    try {
      await open.upkeep.stop();
      return await open.till.close();
    } finally {
      open.unlock();
    }
  }

  /** A copy of the open till's database, in the folder of its backups. Errors: `not_signed_in`, and those of the store. */
  async backUp(): Promise<Result<{ readonly file: string }>> {
    const open = this.#open;
    if (!open) return err({ code: 'not_signed_in' });
    try {
      return ok({ file: await open.upkeep.backUp() });
    } catch (error) {
      return err(storeProblem('the backup failed', error, this.#options));
    }
  }

  /** One after the other: a till that is being closed must not be opened a second time meanwhile. */
  #inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#turns.then(act);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  /** Opens the till that was signed in to, or gives the one that is open its new token. */
  async #enter({ client, token, profile: found }: SignedIn): Promise<Result<Profile>> {
    const current = this.till;
    const profile = this.profiles.asKnown(found);
    if (current && keyOf(current.profile) === keyOf(profile)) {
      await client.close();
      current.signedIn(profile, token);
      this.profiles.opened(profile);
      this.#options.onTillChanged();
      return ok(profile);
    }
    if (current) {
      const mayGo = this.#mayLeave(true);
      const left = mayGo.ok ? await this.#leave() : mayGo;
      if (!left.ok) {
        await client.close();
        return left;
      }
    }
    const opened = await this.#openBy(ok({ client, token, profile }));
    return opened.ok ? ok(profile) : opened;
  }
}

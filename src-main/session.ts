// Which till is open, and how it comes to be: practice, signing in, resuming at start-up, signing out.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Catalogue } from './catalogue/catalogue.ts';
import { CatalogueWriter } from './catalogue/writer.ts';
import type { Profile } from './contract/api.ts';
import { err, ok, type AppError, type Result } from './contract/errors.ts';
import type { CompanyChoice, Credentials, SignIn } from './contract/sign-in.ts';
import { DocumentMemory } from './documents/memory.ts';
import { newInstallation } from './outbox/freeze.ts';
import { practiceAccount } from './practice-service/accounts.ts';
import {
  exampleProducts,
  practiceAddress,
  practicePaymentMethods,
  type Practice,
} from './practice.ts';
import { createServiceClient, parseServiceAddress, type ServiceClient } from './service/client.ts';
import type { Settings } from './settings.ts';
import { findTills, isSameCode, signInBy, type SignedIn } from './sign-in.ts';
import { storeError, type Store } from './store/open.ts';
import { openTillStore, type TillStore } from './store/open-till.ts';
import { readPaymentMethods, replacePaymentMethods } from './store/payment-methods.ts';
import { Upkeep } from './store/upkeep.ts';
import { Till, type TillOptions } from './till.ts';
import type { TokenVault } from './token-vault.ts';

export interface SessionOptions extends TillOptions {
  readonly folder: string;
  readonly settings: Settings;
  readonly practice: Practice;
  /** The vault of one till, by its key. */
  readonly vaultOf: (tillKey: string) => TokenVault;
  /** What was told is no longer so. */
  readonly withdraw: (code: AppError['code']) => void;
  /** Another till is open, or none. */
  readonly onTillChanged: () => void;
}

interface OpenTill {
  readonly till: Till;
  readonly upkeep: Upkeep;
  readonly unlock: TillStore['unlock'];
}

/** Names the folder and the token of one till: the same address, company and till always come to the same. */
function keyOf({ way, serviceAddress, companyCode, tillCode }: Profile): string {
  // A sandbox is no live till, should they ever have the same codes.
  const names = [serviceAddress, companyCode, tillCode, ...(way === 'sandbox' ? [way] : [])];
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16);
}

/** The till goes on under the codes that it was opened by, however the service writes them now, and stays what it was. */
function asBefore(before: Profile, found: Profile): Profile {
  const isSame =
    before.serviceAddress === found.serviceAddress &&
    isSameCode(before.companyCode, found.companyCode) &&
    isSameCode(before.tillCode, found.tillCode);
  if (!isSame) return found;
  const { companyCode, tillCode, kind } = before;
  return { ...found, companyCode, tillCode, ...(kind === 'sandbox' && { kind }) };
}

export class Session {
  readonly #options: SessionOptions;
  #open: OpenTill | null = null;
  #turns: Promise<unknown> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get till(): Till | null {
    return this.#open?.till ?? null;
  }

  /** Opens the till of the last start. It needs no connection: the token may come later, sales are taken meanwhile. */
  async resume(): Promise<void> {
    const { settings, notify, log } = this.#options;
    const { profile, practicePlugged } = settings.value;
    if (!profile) return;
    if (profile.kind === 'practice') {
      const result = await this.practise();
      if (!result.ok) notify(result.error);
      else if (!practicePlugged) await this.setPracticePlugged(false);
      return;
    }
    const address = parseServiceAddress(profile.serviceAddress);
    if (!address.ok) {
      notify(address.error);
      return;
    }
    const token = await this.#options.vaultOf(keyOf(profile)).read();
    if (token !== undefined) log.hide(token);
    const client = createServiceClient({ baseUrl: address.value });
    const opened = this.#openTill(profile, client, token);
    if (!opened.ok) {
      await client.close();
      notify(opened.error);
    }
  }

  /** Signing in needs the service, so its plug is put back; a rehearsed outage goes on after a restart of the program. */
  practise(): Promise<Result<Profile>> {
    return this.#inTurn(() => this.#practise());
  }

  async #practise(): Promise<Result<Profile>> {
    await this.setPracticePlugged(true);
    const service = await this.#options.practice.start();
    const signedIn = await signInBy(
      { way: 'password', ...practiceAccount, serviceAddress: service.baseUrl },
      this.#hide,
      { kind: 'practice', serviceAddress: practiceAddress },
    );
    if (!signedIn.ok) return signedIn;
    return this.#enter(signedIn.value);
  }

  async setPracticePlugged(plugged: boolean): Promise<void> {
    await this.#options.practice.setPlugged(plugged);
    this.#options.settings.update({ practicePlugged: plugged });
  }

  /** Errors: those of signing in, `unsent_sales` when another till with unsent sales is open, and those of opening the store. */
  signIn(request: SignIn): Promise<Result<Profile>> {
    return this.#inTurn(() => this.#connect(request));
  }

  async #connect(request: SignIn): Promise<Result<Profile>> {
    const address = parseServiceAddress(request.serviceAddress);
    if (!address.ok) return address;
    const signedIn = await signInBy(request, this.#hide, { serviceAddress: address.value });
    if (!signedIn.ok) return signedIn;
    const entered = await this.#enter(signedIn.value);
    if (!entered.ok) return entered;
    await this.#keepToken();
    return entered;
  }

  /** For the next start, as far as the system and the owner let the till; where they do not, it says so. */
  keepToken(): Promise<void> {
    return this.#inTurn(() => this.#keepToken());
  }

  async #keepToken(): Promise<void> {
    const { till } = this;
    if (till?.token === undefined || till.profile.kind === 'practice') return;
    const isKept = await this.#options.vaultOf(keyOf(till.profile)).keep(till.token);
    this.#options.withdraw('token_not_kept');
    if (!isKept) this.#options.notify({ code: 'token_not_kept' });
  }

  findTills(credentials: Credentials): Promise<Result<readonly CompanyChoice[]>> {
    return findTills(credentials, this.#hide);
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
    await this.#closeTill();
    this.#options.vaultOf(keyOf(till.profile)).forget();
    this.#options.settings.update({ profile: null, keepTokenWeakly: false });
    this.#options.onTillChanged();
    return ok(null);
  }

  close(): Promise<void> {
    // Whoever is signing out waits for looks that would otherwise go on.
    const stopped = this.till?.replay.stop();
    return this.#inTurn(async () => {
      await this.#closeTill();
      await stopped;
    });
  }

  async #closeTill(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    if (!open) return;
    try {
      await open.upkeep.stop();
      await open.till.close();
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
      return err(this.#storeProblem('the backup failed', error));
    }
  }

  #storeProblem(what: string, error: unknown): AppError {
    const id = this.#options.log.failure(what, error);
    return storeError(error, this.#options.folder) ?? { code: 'unexpected', id };
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
    const profile = current ? asBefore(current.profile, found) : found;
    if (current && keyOf(current.profile) === keyOf(profile)) {
      await client.close();
      current.signedIn(profile, token);
      this.#options.settings.update({ profile });
      this.#options.onTillChanged();
      return ok(profile);
    }
    if (current) {
      const left = await this.#leave();
      if (!left.ok) {
        await client.close();
        return left;
      }
    }
    const opened = this.#openTill(profile, client, token);
    if (!opened.ok) {
      await client.close();
      return opened;
    }
    this.#options.settings.update({ profile });
    return ok(profile);
  }

  #openTill(profile: Profile, client: ServiceClient, token: string | undefined): Result<null> {
    const { folder, clock, notify, log } = this.#options;
    const nowMs = () => clock.nowMs();
    const tillFolder = join(folder, 'tills', keyOf(profile));
    const store = openTillStore({
      file: join(tillFolder, 'till.db'),
      binding: profile,
      newInstallation,
      nowMs: nowMs(),
    });
    if (!store.ok) return store;
    const { db, unlock } = store.value;
    let till: Till;
    let notices = store.value.notices;
    let catalogue: Catalogue | undefined;
    let memory: DocumentMemory | undefined;
    try {
      const opened = Catalogue.open(tillFolder);
      ({ catalogue } = opened);
      notices = [...notices, ...opened.notices];
      if (profile.kind === 'practice') {
        furnishPayment(db);
        if (opened.notices.length === 0) this.#furnish(catalogue, tillFolder);
      }
      memory = DocumentMemory.open(tillFolder, db, (what, error) => {
        log.error(what, error);
      });
      till = new Till(profile, db, catalogue, memory, client, token, this.#options);
    } catch (error) {
      memory?.close();
      catalogue?.close();
      db.close();
      unlock();
      return err(this.#storeProblem('the till could not be opened', error));
    }
    for (const notice of notices) {
      log.info('the till was not as it was left', { notice });
      notify(notice);
    }
    this.#open = {
      till,
      upkeep: new Upkeep({
        db,
        nowMs,
        onFailure: (error) => {
          notify(this.#storeProblem('upkeep failed', error));
        },
      }),
      unlock,
    };
    this.#options.onTillChanged();
    return ok(null);
  }

  /** A new practice till has products; without them it sells by free lines. */
  #furnish(catalogue: Catalogue, folder: string): void {
    if (catalogue.summary().products > 0) return;
    const file = join(folder, 'catalogue-example.db');
    try {
      const writer = new CatalogueWriter(file);
      try {
        for (const product of exampleProducts()) writer.add(product);
        writer.finish(null);
      } catch (error) {
        writer.abandon();
        throw error;
      }
      const replaced = catalogue.replaceWith(file);
      if (!replaced.ok) this.#options.notify(replaced.error);
    } catch (error) {
      this.#options.notify(this.#storeProblem('the example catalogue could not be written', error));
    }
  }
}

/** A new practice till can be paid at once. */
function furnishPayment(db: Store): void {
  if (readPaymentMethods(db).length === 0) replacePaymentMethods(db, practicePaymentMethods);
}

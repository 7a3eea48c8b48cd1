// Which till is open, and how it comes to be: practice, signing in, resuming at start-up, signing out.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Argument, Profile } from './contract/api.ts';
import { err, ok, type AppError, type Result } from './contract/errors.ts';
import type { Log } from './log.ts';
import { newInstallation } from './outbox/freeze.ts';
import type { ReplayOptions } from './outbox/replay.ts';
import { practiceAccount } from './practice-service/accounts.ts';
import {
  exampleProducts,
  practiceAddress,
  practicePaymentMethods,
  type Practice,
} from './practice.ts';
import { createServiceClient, parseServiceAddress, type ServiceClient } from './service/client.ts';
import { companies, signIn, tokenInfo } from './service/endpoints.ts';
import type { Settings } from './settings.ts';
import { openStore, type Store } from './store/open.ts';
import { readPaymentMethods, replacePaymentMethods } from './store/payment-methods.ts';
import { countProducts, replaceProducts } from './store/products.ts';
import { bindTill } from './store/till.ts';
import { Till } from './till.ts';
import type { TokenVault } from './token-vault.ts';

type Credentials = Argument<'session.signIn'>;

export interface SessionOptions extends Omit<ReplayOptions, 'db' | 'service'> {
  readonly folder: string;
  readonly settings: Settings;
  readonly practice: Practice;
  /** The vault of one till, by its key. */
  readonly vaultOf: (tillKey: string) => TokenVault;
  readonly log: Log;
  readonly notify: (notice: AppError) => void;
  /** Another till is open, or none. */
  readonly onTillChanged: () => void;
}

interface SignedIn {
  readonly client: ServiceClient;
  readonly token: string;
  readonly profile: Profile;
}

/** Names the folder and the token of one till: the same address, company and till always come to the same. */
const keyOf = (profile: Pick<Profile, 'serviceAddress' | 'companyCode' | 'tillCode'>): string =>
  createHash('sha256')
    .update(JSON.stringify([profile.serviceAddress, profile.companyCode, profile.tillCode]))
    .digest('hex')
    .slice(0, 16);

export class Session {
  readonly #options: SessionOptions;
  #till: Till | null = null;
  #turns: Promise<unknown> = Promise.resolve();

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get till(): Till | null {
    return this.#till;
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
    const opened = this.#open(profile, client, token);
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
    const signedIn = await this.#signIn('practice', service.baseUrl, {
      ...practiceAccount,
      serviceAddress: practiceAddress,
    });
    if (!signedIn.ok) return signedIn;
    return this.#enter(signedIn.value);
  }

  async setPracticePlugged(plugged: boolean): Promise<void> {
    await this.#options.practice.setPlugged(plugged);
    this.#options.settings.update({ practicePlugged: plugged });
  }

  /**
   * Errors: those of the address and of the exchange, `sign_in_refused`, `wrong_company`, `unsent_sales` when another
   * till with unsent sales is open, and those of opening the store.
   */
  signIn(credentials: Credentials): Promise<Result<Profile>> {
    return this.#inTurn(() => this.#connect(credentials));
  }

  async #connect(credentials: Credentials): Promise<Result<Profile>> {
    const address = parseServiceAddress(credentials.serviceAddress);
    if (!address.ok) return address;
    const signedIn = await this.#signIn('service', address.value, {
      ...credentials,
      serviceAddress: address.value,
    });
    if (!signedIn.ok) return signedIn;
    const entered = await this.#enter(signedIn.value);
    if (!entered.ok) return entered;
    const kept = await this.#options.vaultOf(keyOf(entered.value)).keep(signedIn.value.token);
    if (!kept) this.#options.notify({ code: 'token_not_kept' });
    return entered;
  }

  /** Errors: `unsent_sales`. */
  signOut(): Promise<Result<null>> {
    return this.#inTurn(() => this.#leave());
  }

  async #leave(): Promise<Result<null>> {
    const till = this.#till;
    if (!till) return ok(null);
    if (till.undelivered > 0) return err({ code: 'unsent_sales', count: till.undelivered });
    this.#till = null;
    await till.close();
    this.#options.vaultOf(keyOf(till.profile)).forget();
    this.#options.settings.update({ profile: null });
    this.#options.onTillChanged();
    return ok(null);
  }

  close(): Promise<void> {
    return this.#inTurn(async () => {
      const till = this.#till;
      this.#till = null;
      await till?.close();
    });
  }

  /** One after the other: a till that is being closed must not be opened a second time meanwhile. */
  #inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#turns.then(act);
    this.#turns = turn.catch(() => undefined);
    return turn;
  }

  async #signIn(
    kind: Profile['kind'],
    baseUrl: string,
    credentials: Credentials,
  ): Promise<Result<SignedIn>> {
    const client = createServiceClient({ baseUrl });
    const signedIn = await this.#bind(client, kind, credentials);
    if (!signedIn.ok) await client.close();
    return signedIn;
  }

  /** Signs in, and asks the service whether the token is bound to the company that was meant. */
  async #bind(
    client: ServiceClient,
    kind: Profile['kind'],
    credentials: Credentials,
  ): Promise<Result<SignedIn>> {
    const token = await signIn(client, credentials);
    if (!token.ok) return token;
    this.#options.log.hide(token.value);
    const info = await tokenInfo(client, token.value);
    if (!info.ok) return info;
    const { companyCode } = info.value;
    if (companyCode.toLowerCase() !== credentials.companyCode.toLowerCase()) {
      return err({ code: 'wrong_company', expected: credentials.companyCode, actual: companyCode });
    }
    // Only for their names; a user who may not list companies still sells.
    const listed = await companies(client, token.value);
    const company = listed.ok
      ? listed.value.find((candidate) => candidate.code === companyCode)
      : undefined;
    const till = company?.tills.find((candidate) => candidate.code === credentials.tillCode);
    return ok({
      client,
      token: token.value,
      profile: {
        kind,
        serviceAddress: credentials.serviceAddress,
        companyCode,
        companyName: info.value.companyName ?? company?.name ?? companyCode,
        tillCode: credentials.tillCode,
        tillName: info.value.tillName ?? till?.name ?? credentials.tillCode,
        userName: info.value.userName,
        username: credentials.username,
      },
    });
  }

  /** Opens the till that was signed in to, or gives the one that is open its new token. */
  async #enter({ client, token, profile }: SignedIn): Promise<Result<Profile>> {
    const current = this.#till;
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
    const opened = this.#open(profile, client, token);
    if (!opened.ok) {
      await client.close();
      return opened;
    }
    this.#options.settings.update({ profile });
    return ok(profile);
  }

  #open(profile: Profile, client: ServiceClient, token: string | undefined): Result<null> {
    const file = join(this.#options.folder, 'tills', keyOf(profile), 'till.db');
    const store = openStore(file);
    if (!store.ok) return store;
    const bound = bindTill(store.value, profile, newInstallation());
    if (!bound.ok) {
      store.value.close();
      return bound;
    }
    if (profile.kind === 'practice') furnish(store.value);
    this.#till = new Till(profile, store.value, client, token, this.#options);
    this.#options.onTillChanged();
    return ok(null);
  }
}

/** A new practice till can sell at once. */
function furnish(db: Store): void {
  if (countProducts(db) === 0) replaceProducts(db, exampleProducts());
  if (readPaymentMethods(db).length === 0) replacePaymentMethods(db, practicePaymentMethods);
}

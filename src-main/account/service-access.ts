// Asks services that no till is open for yet, or beside the open one: signs in, proves who somebody
// is, and finds companies and plans. None of it opens a till.
import { ok, type Result, err } from '../contract/errors.ts';
import type { ServiceUser } from '../contract/recovery.ts';
import type { CompanyChoice, Credentials, DemoPlan, Service, SignIn } from '../contract/sign-in.ts';
import { parseServiceAddress } from '../service/client.ts';
import type { Network } from '../service/connect.ts';
import { findPlans, findTills, signInBy, type Asking, type SignedIn } from './sign-in.ts';
import type { Settings } from '../settings.ts';

export interface ServiceAccessOptions {
  readonly network: Network;
  readonly settings: Settings;
  /** Asks the person at the computer. */
  readonly askPlainHttp: (address: string) => Promise<boolean>;
  /** Must be called with each token as soon as there is one, so that no log holds it. */
  readonly hide: (token: string) => void;
}

export class ServiceAccess {
  readonly #options: ServiceAccessOptions;
  #ending = new AbortController();

  constructor(options: ServiceAccessOptions) {
    this.#options = options;
  }

  /** What the functions of `sign-in.ts` ask with. */
  get asking(): Asking {
    const { network, hide } = this.#options;
    return { network, acceptsHttp: this.#isAccepted, hide, ending: this.#ending.signal };
  }

  /** Has a person accept plain http, and signs in. Errors: those of address and signing in. */
  async signIn(request: SignIn): Promise<Result<SignedIn>> {
    const { serviceAddress } = request;
    const earlierAddress = request.way === 'earlier' ? request.earlierAddress : null;
    const accepted = await this.#accept({ earlierAddress, serviceAddress });
    if (!accepted.ok) return accepted;
    const address = parseServiceAddress(serviceAddress, this.#isAccepted);
    if (!address.ok) return address;
    return signInBy(request, this.asking, { serviceAddress: address.value });
  }

  /** Returns as whom the service lets somebody in. Errors: those of signing in. */
  async prove(request: SignIn): Promise<Result<ServiceUser>> {
    const signedIn = await signInBy(request, this.asking, request);
    if (!signedIn.ok) return signedIn;
    await signedIn.value.client.close();
    return ok(signedIn.value.user);
  }

  async findTills(credentials: Credentials): Promise<Result<readonly CompanyChoice[]>> {
    const accepted = await this.#accept({ serviceAddress: credentials.serviceAddress });
    return accepted.ok ? findTills(credentials, this.asking) : accepted;
  }

  findPlans(service: Service): Promise<Result<readonly DemoPlan[]>> {
    return findPlans(service, this.asking);
  }

  /** Breaks off whatever is being asked, and what is asked from now on. */
  breakOff(): void {
    this.#ending.abort();
  }

  /** Lets requests through again, as the program does not end after all. */
  goOn(): void {
    this.#ending = new AbortController();
  }

  /** Returns whether a person has accepted plain http to the address. */
  readonly #isAccepted = (address: string): boolean =>
    this.#options.settings.value.acceptedHttp.includes(address);

  /**
   * Has a person accept each address that nobody has accepted yet, and remembers it. Error:
   * `invalid_value` with the field whose address is not valid, or is not accepted.
   */
  async #accept(addresses: Readonly<Record<string, string | null>>): Promise<Result<null>> {
    for (const [field, text] of Object.entries(addresses)) {
      if (text === null || parseServiceAddress(text, this.#isAccepted).ok) continue;
      const address = parseServiceAddress(text, () => true);
      const { settings, askPlainHttp } = this.#options;
      if (!address.ok || !(await askPlainHttp(address.value))) {
        return err({ code: 'invalid_value', field });
      }
      settings.update({ acceptedHttp: [...settings.value.acceptedHttp, address.value] });
    }
    return ok(null);
  }
}

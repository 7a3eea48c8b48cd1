// What is typed and chosen to sign in, by whichever way, until the service has taken it.
import type { Profile } from '../../src-main/contract/profiles.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type {
  CompanyChoice,
  SignIn,
  SignInWay,
  TillChoice,
} from '../../src-main/contract/sign-in.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { DemoPlans } from './demo-plans.svelte.ts';
import { fieldOfError, type EntryField, type Problem } from './entry-errors.ts';

/** A till of a company, as one of the choices. */
export interface OfferedTill {
  readonly company: CompanyChoice;
  readonly till: TillChoice;
}

/** More tills than a person chooses from. The others are signed in to by their codes. */
const mostOffered = 300;

const user = ['serviceAddress', 'username', 'password'] as const;
const codes = ['companyCode', 'tillCode'] as const;
const fieldsOfWay: Readonly<Record<SignInWay, readonly EntryField[]>> = {
  password: [...user, ...codes],
  sandbox: user,
  token: ['serviceAddress', 'token', ...codes],
  earlier: ['earlierAddress', ...user, ...codes],
};

/** Fields that belong to the till and stay as they are when somebody signs in to it again. */
const tillsOwn: readonly EntryField[] = ['earlierAddress', 'serviceAddress', ...codes];

export class SignInEntry {
  readonly #till: Till;
  readonly #profile: Profile | null;
  readonly plans: DemoPlans;
  readonly typed = $state<Record<EntryField, string>>({
    earlierAddress: '',
    serviceAddress: '',
    token: '',
    username: '',
    password: '',
    companyCode: '',
    tillCode: '',
  });
  #way = $state<SignInWay>('password');
  #tried = $state(false);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  /** True if the service did not say which till it is. */
  #asksTill = $state(false);
  /** Every till of the user; null until they are asked for. */
  #offered = $state.raw<readonly OfferedTill[] | null>(null);
  chosen = $state.raw<OfferedTill | null>(null);

  /** @param profile is that of the till that is signed in to again. */
  constructor(till: Till, profile: Profile | null) {
    this.#till = till;
    this.#profile = profile;
    this.plans = new DemoPlans(till);
    if (!profile) return;
    const { serviceAddress, earlierAddress, username, companyCode, tillCode } = profile;
    this.#way = profile.way;
    Object.assign(this.typed, {
      ...{ serviceAddress, username, companyCode, tillCode },
      earlierAddress: earlierAddress ?? '',
    });
  }

  get way(): SignInWay {
    return this.#way;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get tried(): boolean {
    return this.#tried;
  }

  get isAgain(): boolean {
    return this.#profile !== null;
  }

  get fields(): readonly EntryField[] {
    const fields = fieldsOfWay[this.#way];
    return this.#asksTill && !fields.includes('tillCode') ? [...fields, 'tillCode'] : fields;
  }

  isFixed(field: EntryField): boolean {
    // A till that was signed in to in another way has no address of the earlier interface yet.
    const isUnknown = field === 'earlierAddress' && this.#profile?.earlierAddress === null;
    return this.isAgain && tillsOwn.includes(field) && !isUnknown;
  }

  /** The tills to choose from; null while none are to be chosen from. */
  get offered(): readonly OfferedTill[] | null {
    return this.#offered && this.#offered.length > 0 ? this.#offered.slice(0, mostOffered) : null;
  }

  get isOfferCut(): boolean {
    return this.#offered !== null && this.#offered.length > mostOffered;
  }

  /** True if the user was found, and has no till at all. */
  get hasNoTill(): boolean {
    return this.#offered?.length === 0;
  }

  problem(field: EntryField): Problem | null {
    if (this.#error && this.#placeOfError === field) return this.#error;
    if (!this.#isMissing(field)) return null;
    return this.#way === 'password' && isCode(field) ? 'other_code_too' : 'missing';
  }

  /** What went wrong, if it belongs to no field. */
  get error(): AppError | null {
    return this.#placeOfError === null ? this.#error : null;
  }

  use(way: SignInWay): void {
    if (way === this.#way || this.#busy) return;
    if (this.#way === 'token') this.typed.token = '';
    this.#way = way;
    this.#startOver();
    this.#asksTill = false;
  }

  /** Goes back from the choice of tills to what was typed. */
  back(): void {
    this.#startOver();
  }

  /**
   * Returns true once somebody is signed in; otherwise there is a problem, an error or a choice.
   */
  async submit(): Promise<boolean> {
    if (this.#busy) return false;
    this.#tried = true;
    this.#error = null;
    if (this.offered) return this.chosen ? this.#signInTo(this.chosen) : false;
    this.#offered = null;
    if (this.fields.some((field) => this.#isMissing(field))) return false;
    const findsTills = this.#way === 'password' && codes.every((code) => this.#isEmpty(code));
    return findsTills ? this.#findTills() : this.#signIn();
  }

  #startOver(): void {
    this.#tried = false;
    this.#error = null;
    this.#offered = null;
    this.chosen = null;
  }

  #isEmpty(field: EntryField): boolean {
    return this.typed[field].trim() === '';
  }

  #isMissing(field: EntryField): boolean {
    if (!this.#tried || !this.#isEmpty(field)) return false;
    if (field === 'tillCode' && this.#asksTill) return true;
    if (!isCode(field)) return true;
    return this.#way === 'password' && !codes.every((code) => this.#isEmpty(code));
  }

  get #placeOfError(): EntryField | null {
    const field = this.#error && fieldOfError(this.#error, this.#way);
    const isHere = field !== null && this.fields.includes(field) && !this.isFixed(field);
    return isHere && !this.offered ? field : null;
  }

  async #findTills(): Promise<boolean> {
    const { serviceAddress, username, password } = this.typed;
    const companies = await this.#wait(
      this.#till.request('session.findTills', { serviceAddress, username, password }),
    );
    if (!companies.ok) {
      this.#error = companies.error;
      return false;
    }
    const offered = companies.value.flatMap((company) =>
      company.tills.map((till) => ({ company, till })),
    );
    const [first] = offered;
    if (first && offered.length === 1) return this.#signInTo(first);
    this.#offered = offered;
    this.#tried = false;
    // With several companies nobody reaches one of them just by pressing Enter.
    const isLed = first?.till.isLast === true;
    this.chosen = isLed && offered.every(({ company }) => company === first.company) ? first : null;
    return false;
  }

  #signInTo({ company, till }: OfferedTill): Promise<boolean> {
    const { serviceAddress, username, password } = this.typed;
    const bound = { companyCode: company.code, tillCode: till.code };
    const who = { serviceAddress, username, password };
    return this.#send({ way: 'password', ...who, ...bound });
  }

  #signIn(): Promise<boolean> {
    const { earlierAddress, serviceAddress, token, username, password } = this.typed;
    const { companyCode, tillCode } = this.typed;
    const isMeant = this.isAgain || this.#way !== 'sandbox';
    const meant = {
      companyCode: isMeant && !this.#isEmpty('companyCode') ? companyCode : null,
      tillCode: (isMeant || this.#asksTill) && !this.#isEmpty('tillCode') ? tillCode : null,
    };
    const who = { serviceAddress, username, password };
    switch (this.#way) {
      case 'password':
        return this.#send({ way: 'password', ...who, companyCode, tillCode });
      case 'sandbox': {
        const planId = this.#profile ? this.#profile.planId : this.plans.chosenId;
        return this.#send({ way: 'sandbox', ...who, planId, ...meant });
      }
      case 'token':
        return this.#send({ way: 'token', serviceAddress, token, ...meant });
      case 'earlier':
        return this.#send({ way: 'earlier', earlierAddress, ...who, ...meant });
    }
  }

  async #send(request: SignIn): Promise<boolean> {
    const answer = await this.#wait(this.#till.request('session.signIn', request));
    if (answer.ok) {
      this.typed.password = '';
      this.typed.token = '';
      return true;
    }
    this.#error = answer.error;
    if (answer.error.code === 'till_unknown') this.#asksTill = true;
    return false;
  }

  async #wait<Value>(request: Promise<Value>): Promise<Value> {
    this.#busy = true;
    try {
      return await request;
    } finally {
      this.#busy = false;
    }
  }
}

const isCode = (field: EntryField): boolean => codes.some((code) => code === field);

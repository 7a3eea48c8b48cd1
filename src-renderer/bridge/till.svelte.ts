// What every screen shares: the till's state as main pushes it, the texts and formats of its
// language, and the bridge.
import { createContext } from 'svelte';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import type {
  Answer,
  Argument,
  EventName,
  Events,
  RequestName,
  TillBridge,
} from '../../src-main/contract/api.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import { err, type Result } from '../../src-main/contract/errors.ts';
import type { Language } from '../../src-main/contract/languages.ts';
import { formatFor, type Format } from './format.ts';
import type { Texts } from './texts.ts';

export class Till implements Texts {
  readonly #bridge: TillBridge;
  #state: TillState;
  /**
   * While another profile is asked for, and then until it shows: the profile whose screens are
   * still there.
   */
  #leaving: { readonly profileId: string | null; readonly hasLeft: Promise<boolean> } | null = null;
  /** True while nothing shows but who may unlock the till. */
  readonly isLocked = $derived.by(() => isLocked(this.#state));
  #locking: (() => void) | null = null;
  #unlocking: (() => void) | null = null;

  /** Lives as long as the page, so it never stops listening. */
  constructor(bridge: TillBridge, state: TillState) {
    this.#bridge = bridge;
    this.#state = $state.raw(state);
    bridge.on('app.stateChanged', (changed) => {
      const wasLocked = isLocked(this.#state);
      if (!wasLocked && isLocked(changed)) this.#locking?.();
      if (wasLocked && !isLocked(changed)) this.#unlocking?.();
      this.#state = changed;
      if (changed.profileId !== this.#leaving?.profileId) this.#leaving = null;
    });
  }

  get state(): TillState {
    return this.#state;
  }

  /** Sets what is done before the screens are gone. */
  onLocking(act: () => void): void {
    this.#locking = act;
  }

  /** Sets what is done before the screens are there again. */
  onUnlocking(act: () => void): void {
    this.#unlocking = act;
  }

  get language(): Language {
    return this.#state.language;
  }

  get messages(): Messages {
    return messagesFor(this.#state.language);
  }

  get format(): Format {
    return formatFor(this.#state.language);
  }

  /** Asks main. A request that needs a manager is answered once main has asked one. */
  async request<Name extends RequestName>(
    name: Name,
    argument: Argument<Name>,
  ): Promise<Result<Answer<Name>>> {
    // Requests of one company's screens must not reach the next company, which main has opened
    // already.
    const leaving = this.#leaving;
    const isLate = leaving !== null && leaving.profileId === this.#state.profileId;
    if (isLate && (await leaving.hasLeft)) return err({ code: 'not_signed_in' });
    return this.#bridge.request(name, argument);
  }

  async openProfile(argument: Argument<'profiles.open'>): Promise<Result<null>> {
    const { profileId } = this.#state;
    const answer = this.request('profiles.open', argument);
    if (argument.id === profileId) return answer;
    const leaving = { profileId, hasLeft: answer.then(({ ok }) => ok) };
    this.#leaving = leaving;
    if (!(await leaving.hasLeft)) this.#leaving = null;
    return answer;
  }

  /** Returns the function that stops listening. */
  on<Name extends EventName>(name: Name, listener: (event: Events[Name]) => void): () => void {
    return this.#bridge.on(name, listener);
  }
}

const isLocked = ({ lock }: TillState): boolean => lock?.atTill === null;

export const [useTill, provideTill] = createContext<Till>();

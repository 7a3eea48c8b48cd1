// Starting again from a second copy: which copies a medium has, what one holds, and putting it in
// place. It lives as long as the page: on a new computer somebody signs in to the till meanwhile.
import { createContext } from 'svelte';
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import type { FoundCopy, HeldCopy } from '../../src-main/contract/second-copy.ts';
import type { Till } from '../bridge/till.svelte.ts';

export class StartingAgain {
  readonly #till: Till;
  #copies = $state.raw<readonly FoundCopy[] | null>(null);
  #looked = $state.raw<HeldCopy | null>(null);
  #error = $state.raw<AppError | null>(null);
  #busy = $state<'finding' | 'looking' | 'using' | null>(null);
  /** True once the copy is to be put in place as soon as somebody is signed in to its till. */
  awaitsSignIn = $state(false);

  constructor(till: Till) {
    this.#till = till;
  }

  /** The copies in the folder that was chosen last; null if none was. */
  get copies(): readonly FoundCopy[] | null {
    return this.#copies;
  }

  get looked(): HeldCopy | null {
    return this.#looked;
  }

  /** The copy that was looked at. */
  get chosen(): FoundCopy | null {
    return this.#copies?.find(({ copyId }) => copyId === this.#looked?.copyId) ?? null;
  }

  get error(): AppError | null {
    return this.#error;
  }

  get busy(): 'finding' | 'looking' | 'using' | null {
    return this.#busy;
  }

  async find(): Promise<void> {
    const foundCopies = await this.#ask('finding', () =>
      this.#till.request('secondCopy.find', undefined),
    );
    if (!foundCopies?.ok || foundCopies.value === null) return;
    this.#looked = null;
    this.#copies = foundCopies.value;
  }

  async look(copyId: number): Promise<void> {
    this.#looked = null;
    const heldCopy = await this.#ask('looking', () =>
      this.#till.request('secondCopy.look', { copyId }),
    );
    if (heldCopy?.ok) this.#looked = heldCopy.value;
  }

  /** Returns whether the till is now another one than the screens know. */
  async use(): Promise<boolean> {
    const { lookId } = this.#looked ?? {};
    if (lookId === undefined) return false;
    const used = await this.#ask('using', () => this.#till.request('secondCopy.use', { lookId }));
    if (used?.ok) return used.value;
    if (used?.error.code === 'backup_not_looked_at') this.#looked = null;
    return false;
  }

  /** Forgets everything, so that the till that is open is used as it is. */
  forget(): void {
    this.#copies = null;
    this.#looked = null;
    this.#error = null;
    this.awaitsSignIn = false;
  }

  /** Returns undefined if something else is under way. */
  async #ask<Value>(
    what: NonNullable<StartingAgain['busy']>,
    request: () => Promise<Result<Value>>,
  ): Promise<Result<Value> | undefined> {
    if (this.#busy) return undefined;
    this.#busy = what;
    this.#error = null;
    const answer = await request();
    this.#busy = null;
    // A person who closes the window for the key knows that they did.
    if (!answer.ok && answer.error.code !== 'pin_not_given') this.#error = answer.error;
    return answer;
  }
}

export const [useStartingAgain, provideStartingAgain] = createContext<StartingAgain>();

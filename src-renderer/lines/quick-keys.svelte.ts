// The quick keys as main keeps them, and whether they show, which is remembered on this computer.
import type { AppError } from '../../src-main/contract/errors.ts';
import type { QuickKeyPage, QuickKeyPages } from '../../src-main/contract/selling.ts';
import { Asking } from '../bridge/asking.svelte.ts';
import { Loaded } from '../bridge/loaded.svelte.ts';
import type { Till } from '../bridge/till.svelte.ts';

const hiddenKey = 'quick-keys-hidden';

export class QuickKeys {
  readonly #till: Till;
  readonly #pages: Loaded<readonly QuickKeyPage[]>;
  readonly #arranging = new Asking();
  #isShown = $state(localStorage.getItem(hiddenKey) === null);

  constructor(till: Till) {
    this.#till = till;
    this.#pages = new Loaded(() => till.request('sell.quickKeys', undefined));
  }

  /** Null until main has answered. */
  get pages(): readonly QuickKeyPage[] | null {
    return this.#pages.value;
  }

  get error(): AppError | null {
    return this.#arranging.error ?? this.#pages.error;
  }

  get shown(): boolean {
    return this.#isShown;
  }

  show(isShown: boolean): void {
    this.#isShown = isShown;
    if (isShown) localStorage.removeItem(hiddenKey);
    else localStorage.setItem(hiddenKey, 'true');
  }

  load(): Promise<void> {
    return this.#pages.load();
  }

  async arrange(pages: QuickKeyPages): Promise<boolean> {
    const answer = await this.#arranging.ask(
      this.#till.request('sell.arrangeQuickKeys', { pages }),
    );
    if (answer.ok) this.#pages.set(answer.value);
    return answer.ok;
  }
}

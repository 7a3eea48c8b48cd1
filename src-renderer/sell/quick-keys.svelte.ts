// The quick keys as main keeps them, and whether they show: remembered on this computer.
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import type { QuickKeyPage, QuickKeyPages } from '../../src-main/contract/selling.ts';
import type { Till } from '../bridge/till.svelte.ts';

const hiddenKey = 'quick-keys-hidden';

export class QuickKeys {
  readonly #till: Till;
  #pages = $state.raw<readonly QuickKeyPage[] | null>(null);
  #error = $state.raw<AppError | null>(null);
  #shown = $state(localStorage.getItem(hiddenKey) === null);

  constructor(till: Till) {
    this.#till = till;
  }

  /** Null until main has answered. */
  get pages(): readonly QuickKeyPage[] | null {
    return this.#pages;
  }

  get error(): AppError | null {
    return this.#error;
  }

  get shown(): boolean {
    return this.#shown;
  }

  show(shown: boolean): void {
    this.#shown = shown;
    if (shown) localStorage.removeItem(hiddenKey);
    else localStorage.setItem(hiddenKey, 'true');
  }

  async load(): Promise<void> {
    this.#take(await this.#till.request('sell.quickKeys', undefined));
  }

  async arrange(pages: QuickKeyPages): Promise<boolean> {
    return this.#take(await this.#till.request('sell.arrangeQuickKeys', { pages }));
  }

  #take(answer: Result<readonly QuickKeyPage[]>): boolean {
    this.#error = answer.ok ? null : answer.error;
    if (answer.ok) this.#pages = answer.value;
    return answer.ok;
  }
}

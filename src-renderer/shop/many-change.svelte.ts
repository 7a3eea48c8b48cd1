// A change of many products as the screen shows it: looked at, done, stopped. It goes on while the
// till is locked, as an import does.
import type { CatalogueChange } from '../../src-main/contract/catalogue.ts';
import type { AppError } from '../../src-main/contract/errors.ts';
import type {
  Chosen,
  Deed,
  ManyPreview,
  ManyProgress,
} from '../../src-main/contract/many-products.ts';
import { LatestAnswer } from '../bridge/latest-answer.ts';
import { listening } from '../bridge/listening.ts';
import type { Till } from '../bridge/till.svelte.ts';
import { PreviewedList } from './previewed-list.svelte.ts';

export class ManyChange {
  readonly #till: Till;
  readonly #looks = new LatestAnswer();
  #preview = $state.raw<ManyPreview | null>(null);
  #list = $state.raw<PreviewedList | null>(null);
  #isLooking = $state(false);
  #work = $state.raw<ManyProgress | null>(null);
  #finished = $state.raw<CatalogueChange | null>(null);
  #error = $state.raw<AppError | null>(null);

  constructor(till: Till) {
    this.#till = till;
  }

  /** Null until it is known. */
  get preview(): ManyPreview | null {
    return this.#preview;
  }

  /** The products of the preview. */
  get list(): PreviewedList | null {
    return this.#list;
  }

  get isLooking(): boolean {
    return this.#isLooking;
  }

  /** How far it has come; null if nothing is under way. */
  get work(): ManyProgress | null {
    return this.#work;
  }

  /** What was done, until the screen has said it. */
  get finished(): CatalogueChange | null {
    return this.#finished;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /**
   * Loads what would become of the products. Without a deed, because what is typed cannot be used,
   * nothing is loaded.
   */
  async look(chosen: Chosen, deed: Deed | null): Promise<void> {
    const isLatest = this.#looks.begin();
    this.#preview = null;
    this.#list = null;
    this.#error = null;
    this.#isLooking = deed !== null;
    if (!deed) return;
    const answer = await this.#till.request('catalogue.previewMany', { chosen, deed });
    if (!isLatest()) return;
    this.#isLooking = false;
    if (!answer.ok) {
      this.#error = answer.error;
      return;
    }
    this.#preview = answer.value;
    this.#list = new PreviewedList(this.#till, answer.value);
  }

  async begin(): Promise<void> {
    const preview = this.#preview;
    if (!preview || this.#work) return;
    this.#error = null;
    this.#work = { done: 0, products: preview.changing };
    const { previewId } = preview;
    const answer = await listening(
      () => this.#till.on('catalogue.changeProgress', (progress) => (this.#work = progress)),
      () => this.#till.request('catalogue.changeMany', { previewId }),
    );
    this.#work = null;
    if (answer.ok) {
      this.leave();
      this.#finished = answer.value;
    } else this.#error = answer.error;
  }

  /** Stops the change. The catalogue stays as it is. */
  async stop(): Promise<void> {
    await this.#till.request('catalogue.stopChange', undefined);
  }

  /** Ends the looking. */
  leave(): void {
    this.#looks.begin();
    this.#preview = null;
    this.#list = null;
    this.#isLooking = false;
    this.#error = null;
  }

  /** Forgets what was done, once the screen has said it. */
  forget(): void {
    this.#finished = null;
  }
}

// What is half-typed on the screens. The page hands it over to main as the till is locked, and
// takes it back once it is unlocked; between the two it holds none of it.
import { createContext } from 'svelte';
import { longestDraft, type Draft, type DraftName } from '../../src-main/contract/drafts.ts';
import type { Till } from './till.svelte.ts';

interface Reader {
  readonly name: DraftName;
  readonly read: () => unknown;
}

export class Drafts {
  readonly #till: Till;
  #readers: readonly Reader[] = [];
  /**
   * The drafts that came back from main and still wait for the part of a screen that they belong
   * to.
   */
  #keptDrafts: readonly Draft[] = [];
  /** The profile whose drafts these are: another till's screens get none of them. */
  #profileId: string | null = null;
  #isReady = $state(true);

  constructor(till: Till) {
    this.#till = till;
    till.onLocking(() => this.#handOver());
    till.onUnlocking(() => {
      this.#isReady = false;
      void this.#takeBack();
    });
  }

  /** True once screens may show, as what they begin with is there. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * Must be called by a part of a screen while it starts. `read` returns what there is to keep, or
   * null. Returns what was kept for it.
   */
  keep<Kept>(name: DraftName, read: () => Kept | null): Kept | null {
    $effect(() => {
      const reader = { name, read };
      this.#readers = [...this.#readers, reader];
      return () => (this.#readers = this.#readers.filter((other) => other !== reader));
    });
    if (this.#till.state.profileId !== this.#profileId) this.#keptDrafts = [];
    const keptDraft = this.#keptDrafts.find((draft) => draft.name === name);
    this.#keptDrafts = this.#keptDrafts.filter((draft) => draft !== keptDraft);
    return keptDraft ? (JSON.parse(keptDraft.text) as Kept) : null;
  }

  #handOver(): void {
    const read = this.#readers.flatMap(({ name, read: readNow }): readonly Draft[] => {
      const content = readNow();
      const text = JSON.stringify(content);
      // A draft that is too long does not take the others along.
      return content === null || text.length > longestDraft ? [] : [{ name, text }];
    });
    const isReadAnew = ({ name }: Draft) => read.some((draft) => draft.name === name);
    const drafts = [...this.#keptDrafts.filter((draft) => !isReadAnew(draft)), ...read];
    this.#keptDrafts = [];
    void this.#till.request('lock.keepDrafts', { drafts });
    // The address may name a document.
    history.replaceState(null, '', location.pathname);
  }

  async #takeBack(): Promise<void> {
    const answer = await this.#till.request('lock.takeDrafts', undefined);
    // If the till was locked again meanwhile, the drafts are asked for again.
    this.#profileId = this.#till.state.profileId;
    if (answer.ok) this.#keptDrafts = answer.value;
    this.#isReady = true;
  }
}

export const [useDrafts, provideDrafts] = createContext<Drafts>();

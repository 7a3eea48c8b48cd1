// What is half-typed on the screens: handed over to main as the till is locked, and taken back once
// it is unlocked. Between the two the page holds none of it.
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
  /** Came back from main, and still waits for the part of a screen that it belongs to. */
  #kept: readonly Draft[] = [];
  /** The profile whose drafts these are: another till's screens get none of them. */
  #profileId: string | null = null;
  #isReady = $state(true);

  constructor(till: Till) {
    this.#till = till;
    till.onLocking(() => {
      this.#handOver();
    });
    till.onUnlocking(() => {
      this.#isReady = false;
      void this.#takeBack();
    });
  }

  /** Screens may show: what they begin with is there. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /**
   * For a part of a screen, while it starts: `read` says what there is to keep, null for nothing.
   * Returns what was kept of it.
   */
  keep<Kept>(name: DraftName, read: () => Kept | null): Kept | null {
    $effect(() => {
      const reader = { name, read };
      this.#readers = [...this.#readers, reader];
      return () => {
        this.#readers = this.#readers.filter((other) => other !== reader);
      };
    });
    if (this.#till.state.profileId !== this.#profileId) this.#kept = [];
    const kept = this.#kept.find((draft) => draft.name === name);
    this.#kept = this.#kept.filter((draft) => draft !== kept);
    return kept ? (JSON.parse(kept.text) as Kept) : null;
  }

  #handOver(): void {
    const read = this.#readers.flatMap(({ name, read: readNow }): readonly Draft[] => {
      const kept = readNow();
      const text = JSON.stringify(kept);
      // One that is too long does not take the others along.
      return kept === null || text.length > longestDraft ? [] : [{ name, text }];
    });
    const isReadAnew = ({ name }: Draft) => read.some((draft) => draft.name === name);
    const drafts = [...this.#kept.filter((draft) => !isReadAnew(draft)), ...read];
    this.#kept = [];
    void this.#till.request('lock.keepDrafts', { drafts });
    // The address may name a document.
    history.replaceState(null, '', location.pathname);
  }

  async #takeBack(): Promise<void> {
    const answer = await this.#till.request('lock.takeDrafts', undefined);
    // Locked again meanwhile, it is asked for again.
    this.#profileId = this.#till.state.profileId;
    if (answer.ok) this.#kept = answer.value;
    this.#isReady = true;
  }
}

export const [useDrafts, provideDrafts] = createContext<Drafts>();

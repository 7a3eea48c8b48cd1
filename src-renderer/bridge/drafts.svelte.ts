// What is half-typed on the screens: handed over to main as the till is locked, and taken back once
// it is unlocked. Between the two the page holds none of it.
import { createContext } from 'svelte';
import type { Draft, DraftName } from '../../src-main/contract/drafts.ts';
import type { Till } from './till.svelte.ts';

export class Drafts {
  readonly #till: Till;
  readonly #readers = new Map<DraftName, () => unknown>();
  /** Taken back, and not yet by the part of a screen that it is of. */
  #kept = new Map<DraftName, string>();
  /** Of this profile: another till's screens have nothing of it. */
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
      this.#readers.set(name, read);
      return () => {
        if (this.#readers.get(name) === read) this.#readers.delete(name);
      };
    });
    if (this.#till.state.profileId !== this.#profileId) this.#kept.clear();
    const text = this.#kept.get(name);
    this.#kept.delete(name);
    return text === undefined ? null : (JSON.parse(text) as Kept);
  }

  #handOver(): void {
    const drafts = new Map(this.#kept);
    for (const [name, read] of this.#readers) {
      const kept = read();
      if (kept !== null) drafts.set(name, JSON.stringify(kept));
    }
    this.#kept = new Map();
    const texts = [...drafts].map(([name, text]): Draft => ({ name, text }));
    void this.#till.request('lock.keepDrafts', { drafts: texts });
    // The address may name a document.
    history.replaceState(null, '', location.pathname);
  }

  async #takeBack(): Promise<void> {
    const answer = await this.#till.request('lock.takeDrafts', undefined);
    // Locked again meanwhile, it is asked for again.
    this.#profileId = this.#till.state.profileId;
    if (answer.ok) this.#kept = new Map(answer.value.map(({ name, text }) => [name, text]));
    this.#isReady = true;
  }
}

export const [useDrafts, provideDrafts] = createContext<Drafts>();

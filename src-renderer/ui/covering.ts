// How a dialog tells that it covers the screen, and how something is said to a person in it.
import { createContext, type Component } from 'svelte';

export interface Covering {
  /** Handles that a dialog covers the screen. Returns the function that uncovers it. */
  readonly cover: (dialogId: string) => () => void;
  /** Says in the dialog what would be said on the screen. */
  readonly Notice: Component<{ place: string; boxed: true }>;
}

export const [useCovering, provideCovering] = createContext<Covering>();

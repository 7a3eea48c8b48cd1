// What a section of the settings is. Which there are is told to the screen, as many of them belong
// to other screens.
import type { Component } from 'svelte';
import type { Messages } from '../../resources/messages/en.ts';
import type { IconName } from '../ui/icons.ts';

export interface Section {
  /** Its name in the address: `#/settings/ID`. What else finds it is told by the same name. */
  readonly id: keyof Messages['settingsWords'];
  /** Sections of one group stand together. What cannot be taken back easily is in `danger`. */
  readonly group: keyof Messages['settings']['groups'];
  readonly icon: IconName;
  readonly title: (messages: Messages) => string;
  /** The labels inside, by which it is found. */
  readonly labels: (messages: Messages) => readonly string[];
  /** True for what is laid out by itself. The others stand in a card. */
  readonly isPage?: true;
  /**
   * True for a section that begins anew each time that it is opened. The others keep what is
   * half-typed in them.
   */
  readonly isFresh?: true;
  readonly Part: Component<Record<string, never>>;
}

/** In the order in which they are listed; there is always a first one. */
export type Sections = readonly [Section, ...Section[]];

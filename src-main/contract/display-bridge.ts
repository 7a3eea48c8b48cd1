// The way from main to the customer display. It stands apart from the till's own bridge: two
// preload scripts that share a module would need a file beside them, which a sandbox does not load.
import type { DisplayShown } from './display.ts';

/** The channel of the one message that main sends to the display. */
export const displayChannel = 'display.shown';

/** What the preload script puts on `window.display`: it listens and can ask nothing. */
export interface DisplayBridge {
  /** Calls the listener at once with what was told last, and then with whatever is told. */
  onShown(listener: (view: DisplayShown) => void): void;
}

// The way from main to the customer display. Apart from what the till's own preload script brings
// with it: two preload scripts that share a module would need a file beside them, which a sandbox
// does not load.
import type { DisplayShown } from './display.ts';

/** The one message that main sends to it. */
export const displayChannel = 'display.shown';

/** What the display's preload script puts on `window.display`: it can be told, and ask nothing. */
export interface DisplayBridge {
  /** Called at once with what was told last, and with whatever is told from then on. */
  onShown(listener: (shown: DisplayShown) => void): void;
}

// What the preload scripts add to the pages.
import type { TillBridge } from '../src-main/contract/api.ts';
import type { DisplayBridge } from '../src-main/contract/display-bridge.ts';
import type { PinBridge } from '../src-main/contract/pin-window.ts';

declare global {
  interface Window {
    /** On the till's page alone. */
    readonly till: TillBridge;
    /** On the PIN window's page alone. */
    readonly pin: PinBridge;
    /** On the customer display's page alone. */
    readonly display: DisplayBridge;
  }
}

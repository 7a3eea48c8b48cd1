// What the preload scripts add to the pages.
import type { TillBridge } from '../src-main/contract/api.ts';
import type { DisplayBridge } from '../src-main/contract/display-bridge.ts';
import type { PinBridge } from '../src-main/contract/pin-window.ts';

declare global {
  interface Window {
    /** Only on the till's page. */
    readonly till: TillBridge;
    /** Only on the PIN window's page. */
    readonly pin: PinBridge;
    /** Only on the customer display's page. */
    readonly display: DisplayBridge;
  }
}

// What the preload script adds to the page.
import type { TillBridge } from '../src-main/contract/api.ts';

declare global {
  interface Window {
    readonly till: TillBridge;
  }
}

// While the till is locked nobody sees a receipt on the screen; what prints goes on, with a pass for each page that it loads.
import { randomUUID } from 'node:crypto';
import type { HiddenWindow } from '../receipt/output.ts';

export class ReceiptPasses {
  readonly #given = new Set<string>();

  /** A window that may load receipts. */
  withPass(window: HiddenWindow): HiddenWindow {
    return {
      webContents: window.webContents,
      loadURL: (address) => window.loadURL(this.#passFor(address)),
      destroy: () => {
        window.destroy();
      },
    };
  }

  /** Takes the pass out of the address, where it bears one; it is good for once. */
  use({ searchParams }: URL): boolean {
    const pass = searchParams.get('pass');
    searchParams.delete('pass');
    return pass !== null && this.#given.delete(pass);
  }

  #passFor(address: string): string {
    const pass = randomUUID();
    this.#given.add(pass);
    const url = new URL(address);
    url.searchParams.set('pass', pass);
    return url.href;
  }
}

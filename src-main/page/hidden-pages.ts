// The pages that hidden windows print and save. Each has an address that nobody else knows, which
// also serves while the till is locked.
import { randomUUID } from 'node:crypto';
import type { BrowserWindow } from 'electron';
import { appOrigin } from '../address.ts';
import type { HiddenWindow } from '../receipt/output.ts';

export class HiddenPages {
  readonly #pages = new Map<string, string>();

  /** Returns the page at the path, once. */
  take(path: string): string | undefined {
    const page = this.#pages.get(path);
    this.#pages.delete(path);
    return page;
  }

  /** Returns a hidden window that shows whatever page it is handed. */
  windowOf(
    window: Pick<BrowserWindow, 'loadURL' | 'destroy'> & Pick<HiddenWindow, 'webContents'>,
  ): HiddenWindow {
    const paths: string[] = [];
    return {
      webContents: window.webContents,
      loadPage: async (html) => {
        const path = `/receipt/hidden/${randomUUID()}`;
        paths.push(path);
        this.#pages.set(path, html);
        await window.loadURL(new URL(path, appOrigin).href);
      },
      destroy: () => {
        for (const path of paths) this.#pages.delete(path);
        window.destroy();
      },
    };
  }
}

// The till's window: its page is loaded again whenever it is gone, and what the system and a person
// do to the window is handed on.
import type { BrowserWindow, WebContents } from 'electron';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { PinWindow } from '../staff/pin-window.ts';
import { PageReloader } from './page-reloader.ts';

export interface TillWindowOptions {
  readonly window: BrowserWindow;
  /** The address of the till's page. */
  readonly address: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly pinWindow: Pick<PinWindow, 'focus' | 'close' | 'isOpen'>;
  readonly onClose: (event: { readonly preventDefault: () => void }) => void;
  /** The system ends the session as soon as this returns. */
  readonly onSessionEnd: () => void;
  readonly onClosed: () => void;
  readonly onHopeless: () => void;
  readonly fail: (error: unknown) => void;
}

export class TillWindow {
  #window: BrowserWindow | null = null;
  #page: PageReloader | undefined;

  /** Null before it is open, and once it is closed. */
  get window(): BrowserWindow | null {
    return this.#window;
  }

  get contents(): WebContents | undefined {
    return this.#window?.webContents;
  }

  /** Begins with a window whose page is not loaded yet. */
  begin(options: TillWindowOptions): void {
    const { window, address, clock, log, pinWindow, onHopeless, fail } = options;
    const { webContents } = window;
    this.#window = window;
    window.on('close', options.onClose);
    // Where the system lets a person click the window under a modal one, neither would have the
    // keys.
    window.on('focus', () => {
      pinWindow.focus();
    });
    // What is typed while the PIN window opens is not for the till's page.
    webContents.on('before-input-event', (event) => {
      if (pinWindow.isOpen) event.preventDefault();
    });
    const pageReloader = new PageReloader({
      load: () => (webContents.isDestroyed() ? Promise.resolve() : webContents.loadURL(address)),
      clock,
      onHopeless,
    });
    window.on('session-end', options.onSessionEnd);
    window.on('closed', () => {
      pageReloader.close();
      this.#window = null;
      options.onClosed();
    });
    webContents.on('render-process-gone', (_event, { reason }) => {
      log.error('the page is gone', reason);
      pinWindow.close();
      if (reason !== 'clean-exit') void pageReloader.gone().catch(fail);
    });
    this.#page = pageReloader;
  }

  /** Resolves once the page is loaded. @throws what keeps it from loading. */
  async load(): Promise<void> {
    await this.#page?.load();
  }
}

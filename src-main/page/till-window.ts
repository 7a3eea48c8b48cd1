// The till's window: its page is loaded again whenever it is gone, and what the system and a person
// do to the window is handed on.
import type { BrowserWindow, WebContents } from 'electron';
import { type Clock, growingWaitMs } from '../clock.ts';
import type { Log } from '../log.ts';
import type { PinWindow } from '../staff/pin-window.ts';

export interface TillWindowOptions {
  readonly window: BrowserWindow;
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
    // Where one can click the window under a modal one, neither would have the keys.
    window.on('focus', () => pinWindow.focus());
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

// Brings the till's page back whenever it is gone. Main keeps the cart and every sale, so that a
// crash of the page costs a moment and no sale.

/** A page that goes this often within this time does not work. */
const tooOften = 5;
const withinMs = 600_000;
const waits = { firstMs: 1_000, capMs: 30_000 };

interface PageReloaderOptions {
  /** Loads the page as `loadURL` does, which rejects for whatever keeps it from loading. */
  readonly load: () => Promise<void>;
  readonly clock: Clock;
  /**
   * Called when the page has gone too often, as the person at the till must know. It is called
   * once, until the page has stayed again.
   */
  readonly onHopeless: () => void;
}

export class PageReloader {
  readonly #options: PageReloaderOptions;
  #goneAtMs: readonly number[] = [];
  readonly #closed = new AbortController();

  constructor(options: PageReloaderOptions) {
    this.#options = options;
  }

  /** @throws what keeps the page from loading, unless the page was loaded anew meanwhile. */
  async load(): Promise<void> {
    try {
      await this.#options.load();
    } catch (error) {
      if (networkCodeOf(error) !== 'ERR_ABORTED') throw error;
    }
  }

  /** Brings the page back: at once, and after a growing wait if it goes again. */
  async gone(): Promise<void> {
    const { clock, onHopeless } = this.#options;
    const nowMs = clock.monotonicMs();
    this.#goneAtMs = [...this.#goneAtMs.filter((atMs) => nowMs - atMs < withinMs), nowMs];
    const times = this.#goneAtMs.length;
    if (times === tooOften) onHopeless();
    if (times > 1) await clock.sleep(growingWaitMs(times - 1, waits, 1), this.#closed.signal);
    if (this.#closed.signal.aborted) return;
    try {
      await this.load();
    } catch (error) {
      // The page went again while it was loaded, which an event of its own tells.
      if (networkCodeOf(error) !== 'ERR_FAILED') throw error;
    }
  }

  /** Brings nothing back any more, as the window is closed. */
  close(): void {
    this.#closed.abort();
  }
}

/** Returns Chromium's code, which Electron puts first: "ERR_ABORTED (-3) loading …". */
const networkCodeOf = (error: unknown): string | undefined =>
  error instanceof Error ? /^ERR_[A-Z_]+/.exec(error.message)?.[0] : undefined;

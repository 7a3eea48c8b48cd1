// Brings the till's page back whenever it is gone. Main keeps the cart and every sale, so that a
// crash of the page costs a moment and no sale.
import { type Clock, growingWaitMs } from '../clock.ts';

/** A page that goes this often within this time does not work. */
const tooOften = 5;
const withinMs = 600_000;
const waits = { firstMs: 1_000, capMs: 30_000 };

export interface PageReloaderOptions {
  /**
   * Loads the page as Electron's `loadURL` does, which rejects for whatever keeps the page from
   * loading.
   */
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

/**
 * Returns the code of Chromium's network stack, which Electron puts first: "ERR_ABORTED (-3)
 * loading …".
 */
const networkCodeOf = (error: unknown): string | undefined =>
  error instanceof Error ? /^ERR_[A-Z_]+/.exec(error.message)?.[0] : undefined;

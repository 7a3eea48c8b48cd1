// The till's page, which comes back whenever it is gone: the cart and every sale are kept in main,
// so that a crash of the page costs a moment and no sale.
import type { Clock } from '../clock.ts';
import { growingWaitMs } from '../outbox/timing.ts';

/** So many times within so long is a page that does not work. */
const tooOften = 5;
const withinMs = 600_000;
const waits = { firstMs: 1_000, capMs: 30_000 };

export interface KeptPageOptions {
  /** As Electron's `loadURL`, which rejects for whatever keeps the page from loading. */
  readonly load: () => Promise<void>;
  readonly clock: Clock;
  /** It has gone too often: whoever sits there must know. Once, until it has stayed again. */
  readonly onHopeless: () => void;
}

export class KeptPage {
  readonly #options: KeptPageOptions;
  #goneAtMs: readonly number[] = [];
  readonly #closed = new AbortController();

  constructor(options: KeptPageOptions) {
    this.#options = options;
  }

  /** @throws what keeps the page from loading, but that it was loaded anew meanwhile. */
  async load(): Promise<void> {
    try {
      await this.#options.load();
    } catch (error) {
      if (codeOf(error) !== 'ERR_ABORTED') throw error;
    }
  }

  /** Brings it back: at once, and after a growing wait where it goes again. */
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
      // It went again while it was loaded, which is told by an event of its own.
      if (codeOf(error) !== 'ERR_FAILED') throw error;
    }
  }

  /** The window is closed: nothing comes back. */
  close(): void {
    this.#closed.abort();
  }
}

/** Electron puts the code of Chromium's network stack first: "ERR_ABORTED (-3) loading …". */
const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? /^ERR_[A-Z_]+/.exec(error.message)?.[0] : undefined;

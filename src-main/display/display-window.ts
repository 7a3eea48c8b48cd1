// Keeps the customer's display on the chosen screen while that is there, never on the till's.
import { isDeepStrictEqual } from 'node:util';
import type { Rectangle, Screen } from 'electron';
import type { Clock } from '../clock.ts';
import type { DisplayScreen } from '../contract/display.ts';

/** The part of Electron's window that is needed here. */
export interface DisplayFrame {
  readonly setBounds: (bounds: Rectangle) => void;
  readonly destroy: () => void;
}

export interface DisplayWindowParts {
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getDisplayMatching'>;
  /** False where no program chooses the screens of its windows: one could open over the till. */
  readonly canPlaceWindows: boolean;
  /** The chosen screen; null if none is chosen. */
  readonly screenId: () => number | null;
  /** Null while the till has no window. */
  readonly tillBounds: () => Rectangle | null;
  /** Calls `onGone` if the window was closed, or if its page has crashed or did not load. */
  readonly open: (bounds: Rectangle, onGone: () => void) => DisplayFrame;
  readonly clock: Pick<Clock, 'sleep' | 'monotonicMs'>;
  readonly onFailure: (error: unknown) => void;
}

/** The waits before a display that has gone is opened again: its page may go each time. */
const againMs = { first: 5_000, longest: 300_000 };
/** How long a failure counts towards the next wait. */
const lastingMs = 600_000;
/** The widest shadow or border that a system counts as part of a window. */
const borderWidth = 16;

export class DisplayWindow {
  readonly #parts: DisplayWindowParts;
  #openDisplay: { readonly frame: DisplayFrame; readonly bounds: Rectangle } | null = null;
  #isWaiting = false;
  /** When the display has gone, within the last `lastingMs`. */
  #wentAtMs: readonly number[] = [];
  readonly #over = new AbortController();

  constructor(parts: DisplayWindowParts) {
    this.#parts = parts;
  }

  get isShown(): boolean {
    return this.#openDisplay !== null;
  }

  get screens(): readonly DisplayScreen[] {
    return this.#parts.screen.getAllDisplays().map(({ id, label, size, scaleFactor, bounds }) => ({
      ...{ id, name: label, isTills: this.#isTills(bounds) },
      width: Math.round(size.width * scaleFactor),
      height: Math.round(size.height * scaleFactor),
    }));
  }

  /** Moves, opens or closes the display: screens may have come or gone, or the till moved. */
  readonly place = (): void => {
    const bounds = this.#wanted();
    if (!bounds) this.#close();
    else if (!this.#openDisplay) this.#open(bounds);
    else if (!isDeepStrictEqual(bounds, this.#openDisplay.bounds)) {
      this.#openDisplay = { ...this.#openDisplay, bounds };
      this.#openDisplay.frame.setBounds(bounds);
    }
  };

  /** Closes the display for good, because the till closes. */
  end(): void {
    this.#over.abort();
    this.#close();
  }

  #wanted(): Rectangle | null {
    const { screen, canPlaceWindows, screenId } = this.#parts;
    const id = screenId();
    if (id === null || !canPlaceWindows || this.#over.signal.aborted) return null;
    const bounds = screen.getAllDisplays().find((display) => display.id === id)?.bounds;
    return bounds && !this.#isTills(bounds) ? bounds : null;
  }

  /** Returns whether a screen is the till's, mirrors it, or has some of its window. */
  #isTills(bounds: Rectangle): boolean {
    const till = this.#parts.tillBounds();
    if (!till) return true;
    const tillScreen = this.#parts.screen.getDisplayMatching(till).bounds;
    return isOver(bounds, tillScreen) || isOver(bounds, till);
  }

  #open(bounds: Rectangle): void {
    if (this.#isWaiting) return;
    try {
      const frame = this.#parts.open(bounds, () => {
        if (this.#openDisplay?.frame !== frame) return;
        this.#close();
        this.#wait();
      });
      this.#openDisplay = { frame, bounds };
    } catch (error) {
      this.#parts.onFailure(error);
      this.#wait();
    }
  }

  #close(): void {
    const openDisplay = this.#openDisplay;
    this.#openDisplay = null;
    openDisplay?.frame.destroy();
  }

  #wait(): void {
    this.#isWaiting = true;
    const nowMs = this.#parts.clock.monotonicMs();
    this.#wentAtMs = [...this.#wentAtMs.filter((atMs) => nowMs - atMs < lastingMs), nowMs];
    // What the display shows may be what crashes it, and each opening costs the till memory.
    const waitMs = Math.min(againMs.longest, againMs.first * 4 ** (this.#wentAtMs.length - 1));
    void this.#parts.clock.sleep(waitMs, this.#over.signal).then(() => {
      this.#isWaiting = false;
      this.place();
    });
  }
}

/** Returns whether one rectangle overlaps the other by more than a border. */
function isOver(one: Rectangle, other: Rectangle): boolean {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > borderWidth && height > borderWidth;
}

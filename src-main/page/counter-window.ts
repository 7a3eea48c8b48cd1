// The till's window as it stands at a counter: on the chosen screen, filling it, kept awake.
import type { BrowserWindow, Display, PowerSaveBlocker, Screen } from 'electron';
import type { Counter, CounterScreen, WindowKind } from '../contract/counter.ts';

export type FillableWindow = Pick<
  BrowserWindow,
  'setBounds' | 'setFullScreen' | 'isFullScreen' | 'setKiosk' | 'isKiosk'
> & {
  readonly once: (event: 'leave-full-screen', listener: () => void) => unknown;
};

export interface CounterWindowParts {
  readonly counter: () => Counter;
  readonly window: () => FillableWindow | null;
  readonly screen: Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>;
  readonly powerSaveBlocker: Pick<PowerSaveBlocker, 'start' | 'stop'>;
  /** Replaces the menu of the application, by which people quit on macOS. */
  readonly replaceMenu: (menu: { readonly canQuit: boolean }) => void;
  /** True on macOS, where only an event tells that a window has left full screen. */
  readonly leavesSlowly: boolean;
  readonly isSomebodyAtTill: () => boolean;
}

export class CounterWindow {
  readonly #parts: CounterWindowParts;
  /** The id of what keeps the screen awake. */
  #awake: number | undefined;
  #hasLeft = false;
  /** The kind and screen that were last asked of the window. */
  #filled = '';

  constructor(parts: CounterWindowParts) {
    this.#parts = parts;
  }

  get isKiosk(): boolean {
    return this.#parts.counter().windowKind === 'kiosk' && !this.#hasLeft;
  }

  get screens(): readonly CounterScreen[] {
    const { screen } = this.#parts;
    const { id: firstId } = screen.getPrimaryDisplay();
    return screen.getAllDisplays().map(({ id, label, size, scaleFactor }) => ({
      id,
      name: label,
      width: Math.round(size.width * scaleFactor),
      height: Math.round(size.height * scaleFactor),
      isFirst: id === firstId,
    }));
  }

  /** Fills the screen. Nothing moves if everything is as it should be. */
  fill(): void {
    const window = this.#parts.window();
    const { kind, display } = this.#wanted;
    const filled = `${kind} ${display.id}`;
    if (!window) return;
    const isFilled = kind === 'window' || window.isFullScreen() || window.isKiosk();
    if (isFilled && filled === this.#filled) return;
    this.#filled = filled;
    this.#parts.replaceMenu({ canQuit: kind !== 'kiosk' });
    // A window that fills a screen stays on that screen.
    if (!window.isKiosk() && !window.isFullScreen()) {
      this.#place();
      return;
    }
    // macOS shows how the window leaves full screen, and takes no commands meanwhile.
    if (this.#parts.leavesSlowly) window.once('leave-full-screen', this.#place);
    if (window.isKiosk()) window.setKiosk(false);
    else window.setFullScreen(false);
    if (!this.#parts.leavesSlowly) this.#place();
  }

  readonly #place = (): void => {
    const window = this.#parts.window();
    if (!window) return;
    const { kind, display } = this.#wanted;
    const staysWhereItIs = kind === 'window' && this.#parts.counter().screenId === null;
    if (!staysWhereItIs || this.#hasLeft) window.setBounds(display.workArea);
    if (kind === 'full_screen') window.setFullScreen(true);
    if (kind === 'kiosk') window.setKiosk(true);
  };

  get #wanted(): { readonly kind: WindowKind; readonly display: Display } {
    const { windowKind, screenId } = this.#parts.counter();
    return { kind: this.#hasLeft ? 'window' : windowKind, display: this.#displayOf(screenId) };
  }

  /** Fills the screen again, which may have come or gone, unless a person moved the window. */
  readonly screensChanged = (): void => {
    if (this.#parts.counter().windowKind !== 'window' && !this.#hasLeft) this.fill();
  };

  /** Fills the screen anew, with what was chosen now. */
  changed(): void {
    this.#hasLeft = false;
    this.fill();
    this.watchAwake();
  }

  /** Leaves the kiosk until the next start. The setting stays. */
  leaveKiosk(): void {
    this.#hasLeft = true;
    this.fill();
  }

  /** Keeps the screen awake only while somebody is at the till. */
  watchAwake(): void {
    const { powerSaveBlocker, counter, isSomebodyAtTill } = this.#parts;
    const wanted = counter().staysAwake && isSomebodyAtTill();
    if (wanted) this.#awake ??= powerSaveBlocker.start('prevent-display-sleep');
    else if (this.#awake !== undefined) {
      powerSaveBlocker.stop(this.#awake);
      this.#awake = undefined;
    }
  }

  /** Returns the chosen display, or the primary one if that is not there. */
  #displayOf(screenId: number | null): Display {
    const { screen } = this.#parts;
    return screen.getAllDisplays().find(({ id }) => id === screenId) ?? screen.getPrimaryDisplay();
  }
}

// What the session of the desktop lets the program do with its windows.

interface DesktopSession {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of `--ozone-platform`, which Chromium itself sets if nobody did; empty for none. */
  readonly ozonePlatform: string;
}

/** Returns whether the program can place its windows, which on Wayland no program can. */
export function canPlaceWindows({ platform, env, ozonePlatform }: DesktopSession): boolean {
  if (platform !== 'linux') return true;
  if (ozonePlatform !== '') return ozonePlatform !== 'wayland';
  // Chromium chooses the one that is there; of two, the one that the session names.
  const hasX11 = isSet(env.DISPLAY);
  return hasX11 === isSet(env.WAYLAND_DISPLAY) ? env.XDG_SESSION_TYPE !== 'wayland' : hasX11;
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

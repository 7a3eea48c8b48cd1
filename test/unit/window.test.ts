// When the windows are shown, with windows that are played by hand: Electron may say that a hidden
// one is ready, and on Wayland does not.
import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HandClock } from '../hand-clock.ts';

class PlayedWindow extends EventEmitter {
  readonly webContents = new EventEmitter();
  isShown = false;
  isFocused = false;
  isSmall = false;

  readonly options: BrowserWindowConstructorOptions;

  constructor(options: { readonly show: boolean } & BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    this.isShown = options.show;
    madeWindows.push(this);
  }

  isMinimized(): boolean {
    return this.isSmall;
  }

  restore(): void {
    this.isSmall = false;
  }

  show(): void {
    this.showInactive();
    this.isFocused = true;
  }

  showInactive(): void {
    if (this.isClosed) throw new Error('Object has been destroyed');
    this.isShown = true;
    shownCount += 1;
  }

  /** Electron's does nothing to a window that is hidden. */
  focus(): void {
    this.isFocused ||= this.isShown;
  }

  isClosed = false;

  destroy(): void {
    this.isClosed = true;
    this.emit('closed');
  }
}

let madeWindows: PlayedWindow[] = [];
let shownCount = 0;
let clock: HandClock;
vi.mock('electron', () => ({
  app: { isPackaged: true },
  get BrowserWindow() {
    return PlayedWindow;
  },
}));
let windows: typeof import('../../src-main/window.ts');
// Test files of one worker share modules, and another one may have loaded it with another Electron.
beforeAll(async () => {
  vi.resetModules();
  windows = await import('../../src-main/window.ts');
});
afterAll(() => {
  vi.resetModules();
});
beforeEach(() => {
  madeWindows = [];
  shownCount = 0;
  clock = new HandClock();
});

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await Promise.resolve();
}

const windowOptions = () => ({ preload: '', icon: '', title: '', clock });
const bounds = { x: 0, y: 0, width: 800, height: 600 };
const onGone = () => undefined;
const kinds = {
  'the till’s window': () =>
    windows.createWindow({ ...windowOptions(), workArea: { width: 1920, height: 1040 } }),
  'the PIN window': () =>
    windows.createPinWindow({ ...windowOptions(), parent: {} as unknown as BrowserWindow, onGone }),
  'the customer display': () => windows.createDisplayWindow({ ...windowOptions(), bounds }),
};

describe.each(Object.entries(kinds))('%s', (name, create) => {
  const open = (): PlayedWindow => {
    create();
    const [window] = madeWindows;
    if (!window || window.isShown) throw new Error('it was made hidden');
    return window;
  };

  it('is shown once it is ready, and only once', async () => {
    const window = open();
    window.emit('ready-to-show');
    window.webContents.emit('did-finish-load');
    await pass(10_000);
    expect(shownCount).toBe(1);
    expect(window.isFocused).toBe(name !== 'the customer display');
  });

  it('is shown once its page is loaded, though it is never drawn while it is hidden', () => {
    const window = open();
    window.webContents.emit('did-finish-load');
    expect(window.isShown).toBe(true);
    window.emit('ready-to-show');
    expect(shownCount).toBe(1);
  });

  it('is shown after three seconds, whatever becomes of its page', async () => {
    const window = open();
    await pass(2_900);
    expect(window.isShown).toBe(false);
    await pass(200);
    expect(window.isShown).toBe(true);
  });

  it('is left alone once it was closed', async () => {
    const window = open();
    window.destroy();
    window.webContents.emit('did-finish-load');
    await pass(10_000);
    expect(window.isShown).toBe(false);
    expect(clock.restMs()).toBeNull();
  });
});

describe('the till’s window is no larger than the screen', () => {
  it.each([
    { screen: '1920×1080', workArea: { width: 1920, height: 1040 }, least: [1000, 540], zoom: 1 },
    { screen: '1024×600', workArea: { width: 1024, height: 560 }, least: [1000, 540], zoom: 1 },
    {
      screen: '1920×1080 at 200 %',
      workArea: { width: 960, height: 540 },
      least: [960, 518],
      zoom: 0.96,
    },
    {
      screen: '1366×768 at 150 %',
      workArea: { width: 910, height: 486 },
      least: [900, 486],
      zoom: 0.9,
    },
  ])('$screen', ({ workArea, least, zoom }) => {
    windows.createWindow({ ...windowOptions(), workArea });
    const { minWidth, minHeight, webPreferences } = madeWindows[0]?.options ?? {};
    expect([minWidth, minHeight]).toEqual(least);
    expect(webPreferences?.zoomFactor).toBeCloseTo(zoom);
  });
});

it.each([
  ['hidden', false, false],
  ['small', true, true],
])('a window that is %s comes to the front', (_kind, isShown, isSmall) => {
  const window = new PlayedWindow({ show: isShown });
  window.isSmall = isSmall;
  windows.bringToFront(window);
  expect(window).toMatchObject({ isShown: true, isFocused: true, isSmall: false });
});

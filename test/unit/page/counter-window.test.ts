import type { BrowserWindow, Display } from 'electron';
import { beforeEach, expect, test } from 'vitest';
import { defaultCounter, type Counter } from '../../../src-main/contract/counter.ts';
import { CounterWindow, type FillableWindow } from '../../../src-main/page/counter-window.ts';

const displayAt = (id: number, x: number): Display =>
  ({
    id,
    label: id === 1 ? '' : 'ELO 1502L',
    bounds: { x, y: 0, width: 1000, height: 600 },
    workArea: { x, y: 0, width: 1000, height: 560 },
    size: { width: 1000, height: 600 },
    scaleFactor: 1.25,
  }) as Display;
const first = displayAt(1, 0);
const second = displayAt(2, 1000);

/** Behaves as Electron documents it: a window that fills a screen does not move. */
class PlayedWindow implements FillableWindow {
  at: Partial<Electron.Rectangle> = { x: 40, y: 40, width: 800, height: 500 };
  fills: 'nothing' | 'screen' | 'kiosk' = 'nothing';
  /** On macOS a window stays full screen until this event. */
  leave: (() => void) | null = null;

  readonly setBounds: BrowserWindow['setBounds'] = (bounds) => {
    if (this.fills === 'nothing') this.at = bounds;
  };
  readonly setFullScreen = (isWanted: boolean): void => {
    this.#fill(isWanted ? 'screen' : 'nothing');
  };
  readonly isFullScreen = (): boolean => this.fills !== 'nothing';
  readonly setKiosk = (isWanted: boolean): void => {
    this.#fill(isWanted ? 'kiosk' : 'nothing');
  };
  readonly isKiosk = (): boolean => this.fills === 'kiosk';
  readonly once = (_event: 'leave-full-screen', listener: () => void): void => {
    this.leave = () => {
      this.fills = 'nothing';
      this.leave = null;
      listener();
    };
  };

  #fill(fills: 'nothing' | 'screen' | 'kiosk'): void {
    if (this.leave === null) this.fills = fills;
  }
}

let counter: Counter;
let displays: Display[];
let window: PlayedWindow;
let isSomebodyAtTill: boolean;
let awake: number[];
let canQuit: boolean;
let leavesSlowly: boolean;
let counterWindow: CounterWindow;

beforeEach(() => {
  counter = defaultCounter;
  displays = [first, second];
  window = new PlayedWindow();
  isSomebodyAtTill = true;
  awake = [];
  canQuit = true;
  leavesSlowly = false;
  let ids = 0;
  counterWindow = new CounterWindow({
    get leavesSlowly() {
      return leavesSlowly;
    },
    counter: () => counter,
    window: () => window,
    screen: { getAllDisplays: () => displays, getPrimaryDisplay: () => first },
    powerSaveBlocker: {
      start: () => {
        ids += 1;
        awake.push(ids);
        return ids;
      },
      stop: (id) => {
        awake = awake.filter((one) => one !== id);
        return true;
      },
    },
    replaceMenu: (menu) => {
      ({ canQuit } = menu);
    },
    isSomebodyAtTill: () => isSomebodyAtTill,
  });
});

const set = (change: Partial<Counter>) => {
  counter = { ...counter, ...change };
  counterWindow.changed();
};

test('a window stays where it is', () => {
  const { at } = window;
  counterWindow.fill();
  counterWindow.screensChanged();
  expect(window).toMatchObject({ at, fills: 'nothing' });
  expect(counterWindow.isKiosk).toBe(false);
});

test('it fills the chosen screen, and goes over to another that is chosen later', () => {
  set({ windowKind: 'full_screen', screenId: second.id });
  expect(window).toMatchObject({ at: second.workArea, fills: 'screen' });
  set({ screenId: null });
  expect(window).toMatchObject({ at: first.workArea, fills: 'screen' });
});

test('a screen that is switched on after the computer is filled once it comes', () => {
  displays = [first];
  set({ windowKind: 'kiosk', screenId: second.id });
  expect(window).toMatchObject({ at: first.workArea, fills: 'kiosk' });
  displays = [first, second];
  counterWindow.screensChanged();
  expect(window).toMatchObject({ at: second.workArea, fills: 'kiosk' });
});

test('a kiosk is left until it is set again, and no screen that comes brings it back', () => {
  set({ windowKind: 'kiosk' });
  expect([counterWindow.isKiosk, canQuit]).toEqual([true, false]);
  counterWindow.leaveKiosk();
  counterWindow.screensChanged();
  expect([counterWindow.isKiosk, canQuit, window.fills]).toEqual([false, true, 'nothing']);
  set({});
  expect([counterWindow.isKiosk, window.fills]).toEqual([true, 'kiosk']);
});

test('while the window leaves full screen slowly, nothing else is asked of it', () => {
  leavesSlowly = true;
  set({ windowKind: 'kiosk' });
  set({ screenId: second.id });
  expect(window).toMatchObject({ at: first.workArea, fills: 'kiosk' });
  // The settings change again before the window has left.
  set({ windowKind: 'full_screen' });
  window.leave?.();
  expect(window).toMatchObject({ at: second.workArea, fills: 'screen' });
});

test('a window that is as it should be is left alone, and one that a person has left is filled again', () => {
  set({ windowKind: 'full_screen' });
  window.at = {};
  set({ staysAwake: true });
  expect(window.at).toEqual({});
  window.fills = 'nothing';
  set({ staysAwake: false });
  expect(window).toMatchObject({ at: first.workArea, fills: 'screen' });
});

test('the screen is kept awake once, while somebody is at the till', () => {
  counterWindow.watchAwake();
  expect(awake).toEqual([]);
  set({ staysAwake: true });
  counterWindow.watchAwake();
  expect(awake).toHaveLength(1);
  isSomebodyAtTill = false;
  counterWindow.watchAwake();
  expect(awake).toEqual([]);
  isSomebodyAtTill = true;
  counterWindow.watchAwake();
  expect(awake).toHaveLength(1);
  set({ staysAwake: false });
  expect(awake).toEqual([]);
});

test('screens are listed with their names and what they show', () => {
  expect(counterWindow.screens).toEqual([
    { id: 1, name: '', width: 1250, height: 750, isFirst: true },
    { id: 2, name: 'ELO 1502L', width: 1250, height: 750, isFirst: false },
  ]);
});

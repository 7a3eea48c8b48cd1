// The customer display is open while its screen is there, and never on the till's own screen.
import { setImmediate as turn } from 'node:timers/promises';
import type { Display, Rectangle } from 'electron';
import { expect, test } from 'vitest';
import { DisplayWindow } from '../../../src-main/display/display-window.ts';
import { HandClock } from '../../hand-clock.ts';

const displayAt = (id: number, x: number): Display =>
  ({
    id,
    label: '',
    bounds: { x, y: 0, width: 1000, height: 600 },
    size: { width: 1000, height: 600 },
    scaleFactor: 1.5,
  }) as Display;
const first = displayAt(1, 0);
const second = displayAt(2, 1000);
const onFirst: Rectangle = { x: 40, y: 40, width: 800, height: 500 };

function rig({ canPlaceWindows = true } = {}) {
  const is = {
    displays: [first, second] as readonly Display[],
    screenId: 2 as number | null,
    till: onFirst as Rectangle | null,
    fails: false,
  };
  const done: string[] = [];
  const gone: (() => void)[] = [];
  const clock = new HandClock();
  const window = new DisplayWindow({
    screen: {
      getAllDisplays: () => [...is.displays],
      getDisplayMatching: ({ x }) => is.displays.findLast(({ bounds }) => bounds.x <= x) ?? first,
    },
    canPlaceWindows,
    screenId: () => is.screenId,
    tillBounds: () => is.till,
    open: ({ x }, onGone) => {
      if (is.fails) throw new Error('no window');
      done.push(`open ${x}`);
      gone.push(onGone);
      return {
        setBounds: ({ x: to }) => done.push(`move ${to}`),
        destroy: () => {
          done.push('close');
          // Electron also tells of a window that the program destroys.
          onGone();
        },
      };
    },
    clock,
    onFailure: () => done.push('failed'),
  });
  const place = (change: Partial<typeof is>) => {
    Object.assign(is, change);
    done.length = 0;
    window.place();
    return [...done];
  };
  const pass = async (ms: number) => {
    done.length = 0;
    clock.advance(ms);
    await turn();
    return [...done];
  };
  return { window, place, pass, vanish: () => gone.at(-1)?.() };
}

test('it comes to the chosen screen, goes with it, and comes back with it', () => {
  const { window, place } = rig();
  expect(place({})).toEqual(['open 1000']);
  expect(place({})).toEqual([]);
  expect(place({ displays: [first] })).toEqual(['close']);
  expect(window.isShown).toBe(false);
  expect(place({ displays: [first, second] })).toEqual(['open 1000']);
  expect(place({ displays: [first, displayAt(2, 1500)] })).toEqual(['move 1500']);
  expect(place({ screenId: null })).toEqual(['close']);
});

test('it is not where the till is, wherever that goes', () => {
  const { window, place } = rig();
  expect(place({ screenId: 1 })).toEqual([]);
  expect(place({ screenId: 2 })).toEqual(['open 1000']);
  expect(place({ till: { ...onFirst, x: 1040 } })).toEqual(['close']);
  expect(window.screens.map(({ id, isTills }) => [id, isTills])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(place({ screenId: 1 })).toEqual(['open 0']);
  // The till's window reaches into the display's screen.
  expect(place({ till: { ...onFirst, x: 600 } })).toEqual(['close']);
  // Some systems count a border to a maximized window, which the till leaves out.
  expect(place({ screenId: 2, till: { x: -8, y: -8, width: 1016, height: 616 } })).toEqual([
    'open 1000',
  ]);
  expect(place({ till: null })).toEqual(['close']);
});

test('where no program can choose a window’s screen there is none, as it could cover the till', () => {
  const { window, place } = rig({ canPlaceWindows: false });
  expect(place({})).toEqual([]);
  expect(window.isShown).toBe(false);
});

test('two screens that show the same are one', () => {
  const { place } = rig();
  expect(place({ displays: [first, displayAt(2, 0)] })).toEqual([]);
});

test('a window that has gone is opened again after a while, and not for ever after the end', async () => {
  const { window, place, pass, vanish } = rig();
  place({});
  vanish();
  expect(window.isShown).toBe(false);
  expect(place({})).toEqual([]);
  expect(await pass(5_000)).toEqual(['open 1000']);
  expect(place({ fails: true, displays: [first] })).toEqual(['close']);
  expect(place({ displays: [first, second] })).toEqual(['failed']);
  expect(await pass(5_000)).toEqual([]);
  expect(await pass(15_000)).toEqual(['failed']);
  window.end();
  expect(await pass(600_000)).toEqual([]);
  expect(place({ fails: false })).toEqual([]);
});

test('a page that goes again and again is opened ever more seldom, until it has lasted', async () => {
  const { place, pass, vanish } = rig();
  place({});
  for (const waitMs of [5_000, 20_000, 80_000, 300_000, 300_000]) {
    vanish();
    expect(await pass(waitMs - 1)).toEqual([]);
    expect(await pass(1)).toEqual(['open 1000']);
  }
  await pass(600_000);
  vanish();
  expect(await pass(5_000)).toEqual(['open 1000']);
});

test('a screen is described by its physical pixels', () => {
  const { window } = rig();
  expect(window.screens[1]).toEqual({ id: 2, name: '', width: 1500, height: 900, isTills: false });
});

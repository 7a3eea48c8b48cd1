// screen: the displays of the computer. There is one of the usual size, or those that a file names
// (`STAND_IN_SCREENS`), which a test rewrites as somebody plugs a screen in or out.
import { readFileSync, watchFile } from 'node:fs';
import { electronEvent, Emitter, emittingPartOf } from './contract.ts';

/** A screen as a test writes it into the file. */
export interface PlayedScreen {
  readonly id: number;
  readonly label?: string;
  readonly bounds: Electron.Rectangle;
  readonly scaleFactor?: number;
}

const usual: PlayedScreen = { id: 1, bounds: { x: 0, y: 0, width: 1920, height: 1080 } };
const file = process.env.STAND_IN_SCREENS;
const pollMs = 50;
const taskBar = 40;

/** Only the first has the system's bar. */
const displayOf = (
  { id, label = '', bounds, scaleFactor = 1 }: PlayedScreen,
  index: number,
): Electron.Display =>
  ({
    ...{ id, label, bounds, scaleFactor },
    workArea: { ...bounds, height: bounds.height - (index === 0 ? taskBar : 0) },
    size: { width: bounds.width, height: bounds.height },
    rotation: 0,
  }) as Electron.Display;

function read(): Electron.Display[] | undefined {
  if (file === undefined) return [displayOf(usual, 0)];
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as PlayedScreen[]).map(displayOf);
  } catch (error) {
    // The file is being written, and will be read again.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

let displays = read() ?? [displayOf(usual, 0)];
const events = new Emitter('screen', [
  'display-added',
  'display-removed',
  'display-metrics-changed',
]);

const metrics = ['bounds', 'workArea', 'scaleFactor', 'rotation'] as const;
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** As in Electron, `getAllDisplays` already gives the new displays at that time. */
function changed(): void {
  const before = displays;
  const now = read();
  if (!now) return;
  displays = now;
  for (const old of before)
    if (!now.some(({ id }) => id === old.id))
      events.emit('display-removed', electronEvent({}), old);
  for (const display of now) {
    const was = before.find(({ id }) => id === display.id);
    if (!was) events.emit('display-added', electronEvent({}), display);
    else {
      const differing = metrics.filter((metric) => !isSame(was[metric], display[metric]));
      if (differing.length > 0)
        events.emit('display-metrics-changed', electronEvent({}), display, differing);
    }
  }
}

if (file !== undefined) watchFile(file, { interval: pollMs, persistent: false }, changed);

const [first] = displays;
const primary = (): Electron.Display => displays[0] ?? first ?? displayOf(usual, 0);

function shared(one: Electron.Rectangle, other: Electron.Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** Returns the display that shares most with the rectangle, or the first if none does. */
export function displayMatching(rectangle: Electron.Rectangle): Electron.Display {
  return displays.reduce(
    (best, display) =>
      shared(display.bounds, rectangle) > shared(best.bounds, rectangle) ? display : best,
    primary(),
  );
}

export const screen = emittingPartOf<Electron.Screen>('screen', events, {
  getAllDisplays: () => [...displays],
  getPrimaryDisplay: primary,
  getDisplayMatching: displayMatching,
});

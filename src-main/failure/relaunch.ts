// Ending by a bug and starting again: how often that happened of late, and how long the next start
// waits. Each start hands this on to the next one on its command line, which needs no disk, as a
// full disk may be why it ends.
import { growingWaitMs } from '../clock.ts';
import type { RelaunchOptions } from 'electron';

const handedOn = '--ended-by-bug-at=';
const withinMs = 3_600_000;
/** The most times that are handed on; more tell nothing new. */
const most = 20;
const waits = { firstMs: 5_000, capMs: 600_000 };
/** This many times is more than a person should be left alone with. */
export const tooOften = 3;

/** Returns when the program ended by a bug in the last hour. The clock may be another by now. */
export function recentBugs(args: readonly string[], nowMs: number): readonly number[] {
  const handedOnText =
    args.findLast((arg) => arg.startsWith(handedOn))?.slice(handedOn.length) ?? '';
  return handedOnText
    .split(',')
    .filter((text) => /^\d{1,16}$/.test(text))
    .map(Number)
    .filter((atMs) => Math.abs(nowMs - atMs) < withinMs)
    .slice(-most);
}

/** Returns how long to wait. After the first time the program starts again at once. */
export const waitAfter = (bugs: readonly number[]): number =>
  bugs.length < 2 ? 0 : growingWaitMs(bugs.length - 1, waits, 1);

type Started = Pick<NodeJS.Process, 'env' | 'execPath' | 'platform'>;

/**
 * Returns what starts the program. The executable of an AppImage lies in a folder that is gone once
 * it ends, so the image is returned. Other programs that an AppImage starts have these variables
 * too.
 */
export function programOf({ env, execPath }: Pick<Started, 'env' | 'execPath'>): string {
  const { APPIMAGE, APPDIR } = env;
  const isInImage = APPDIR !== undefined && execPath.startsWith(`${APPDIR}/`);
  return isInImage && APPIMAGE !== undefined ? APPIMAGE : execPath;
}

const ozonePlatform = '--ozone-platform=';

/**
 * Returns the arguments with which the program starts on X11 where that is there, in a session on
 * Wayland too: Wayland lets no program place its windows. Without X11 the program would end at
 * once, so that nothing is asked for then.
 */
export function onX11(
  args: readonly string[],
  { platform, env }: Pick<Started, 'platform' | 'env'>,
): readonly string[] {
  const hasX11 = platform === 'linux' && env.DISPLAY !== undefined && env.DISPLAY !== '';
  const isNamed = args.some((arg) => arg.startsWith(ozonePlatform));
  return hasX11 && !isNamed ? [`${ozonePlatform}x11`, ...args] : args;
}

/** Returns the options for `relaunch`: the program's arguments, and the times with one more. */
export function relaunchOptions(
  args: readonly string[],
  nowMs: number,
  started: Started,
): RelaunchOptions {
  const bugs = [...recentBugs(args, nowMs), nowMs].slice(-most);
  const others = args.filter((arg) => !arg.startsWith(handedOn));
  return {
    args: [...onX11(others, started), handedOn + bugs.join(',')],
    execPath: programOf(started),
  };
}

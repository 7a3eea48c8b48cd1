// Ending by a bug and starting again: how often that happened of late, and how long the next start
// waits. Each start hands it on to the next one on its command line, which needs no disk: a full
// one may be what it ends by.
import type { RelaunchOptions } from 'electron';
import { growingWaitMs } from '../outbox/timing.ts';

const handedOn = '--ended-by-bug-at=';
const withinMs = 3_600_000;
/** More tell nothing new. */
const most = 20;
const waits = { firstMs: 5_000, capMs: 600_000 };
/** So many times is more than a person should be left alone with. */
export const tooOften = 3;

/** When the program ended so within the last hour, going by a clock that may have been set. */
export function recentBugs(args: readonly string[], nowMs: number): readonly number[] {
  const given = args.findLast((arg) => arg.startsWith(handedOn))?.slice(handedOn.length) ?? '';
  return given
    .split(',')
    .filter((text) => /^\d{1,16}$/.test(text))
    .map(Number)
    .filter((atMs) => Math.abs(nowMs - atMs) < withinMs)
    .slice(-most);
}

/** The first time it starts again at once. */
export const waitAfter = (bugs: readonly number[]): number =>
  bugs.length < 2 ? 0 : growingWaitMs(bugs.length - 1, waits, 1);

type Started = Pick<NodeJS.Process, 'env' | 'execPath'>;

/**
 * What starts the program. That of an AppImage lies in a folder that is gone once it ends; what an
 * AppImage starts has these variables too, and is another program.
 */
export function programOf({ env: { APPIMAGE, APPDIR }, execPath }: Started): string {
  const isInImage = APPDIR !== undefined && execPath.startsWith(`${APPDIR}/`);
  return isInImage && APPIMAGE !== undefined ? APPIMAGE : execPath;
}

/** For Electron's `relaunch`: as it was started, and one more time. */
export function relaunchOptions(
  args: readonly string[],
  nowMs: number,
  started: Started,
): RelaunchOptions {
  const bugs = [...recentBugs(args, nowMs), nowMs].slice(-most);
  return {
    args: [...args.filter((arg) => !arg.startsWith(handedOn)), handedOn + bugs.join(',')],
    execPath: programOf(started),
  };
}

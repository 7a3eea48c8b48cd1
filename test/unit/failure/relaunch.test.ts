import { expect, test } from 'vitest';
import {
  onX11,
  programOf,
  recentBugs,
  relaunchOptions,
  waitAfter,
} from '../../../src-main/failure/relaunch.ts';

const hour = 3_600_000;
const started = { env: {}, execPath: '/opt/till', platform: 'linux' as const };
const now = Date.UTC(2026, 10, 2, 12);

/**
 * Returns the command line and the waits of a program that again and again ends because of a bug.
 */
function endAgainAndAgain(times: number) {
  let args: readonly string[] = ['--user-data-dir=/till'];
  let nowMs = now;
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) {
    args = relaunchOptions(args, nowMs, started).args ?? [];
    const waitMs = waitAfter(recentBugs(args, nowMs));
    waits.push(waitMs);
    nowMs += waitMs + 2_000;
  }
  return { args, waits };
}

test('the first time it starts again at once, and then less and less often', () => {
  expect(endAgainAndAgain(5).waits).toEqual([0, 5_000, 10_000, 20_000, 40_000]);
});

test('a program that ends at each start does so a dozen times an hour at most', () => {
  const { waits } = endAgainAndAgain(200);
  expect(Math.max(...waits)).toBeLessThanOrEqual(600_000);
  const after = waits.slice(20).reduce((sum, waitMs) => sum + waitMs + 2_000, 0);
  expect(after / (waits.length - 20)).toBeGreaterThan(hour / 13);
});

test('the command line stays as it was, and bounded', () => {
  const { args } = endAgainAndAgain(200);
  expect(args).toHaveLength(2);
  expect(args[0]).toBe('--user-data-dir=/till');
  expect(args[1]?.length).toBeLessThan(400);
});

test('what is an hour old does not count, nor what a clock that was set back calls the future', () => {
  const { args = [] } = relaunchOptions([], now, started);
  expect(recentBugs(args, now + hour - 1)).toHaveLength(1);
  expect(recentBugs(args, now + hour)).toEqual([]);
  expect(recentBugs(args, now - hour)).toEqual([]);
});

test.each(['--ended-by-bug-at=', '--ended-by-bug-at=x,,-1,1e9', '--other=1'])(
  'what is no list of times is none: %s',
  (arg) => {
    expect(recentBugs([arg], now)).toEqual([]);
  },
);

test('an AppImage is started by its image, since its own folder is gone by then', () => {
  const env = { APPIMAGE: '/apps/till.AppImage', APPDIR: '/tmp/.mount_x' };
  expect(programOf({ env, execPath: '/tmp/.mount_x/till' })).toBe('/apps/till.AppImage');
  // The program was started by another one, such as an editor, and the image is that one's.
  expect(programOf({ env, execPath: '/opt/till' })).toBe('/opt/till');
  expect(programOf(started)).toBe('/opt/till');
});

test.each<[string, NodeJS.Platform, NodeJS.ProcessEnv, string[], string[]]>([
  ['X11 is there', 'linux', { DISPLAY: ':0' }, ['--a'], ['--ozone-platform=x11', '--a']],
  ['it is not', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['--a'], ['--a']],
  ['its name is empty', 'linux', { DISPLAY: '' }, ['--a'], ['--a']],
  ['a person chose', 'linux', { DISPLAY: ':0' }, ['--ozone-platform=wayland'], []],
  ['it is no Linux', 'darwin', { DISPLAY: '/tmp/launchd/org.xquartz:0' }, ['--a'], ['--a']],
])('it starts again on X11 where that is there: %s', (_case, platform, env, args, then) => {
  const expected = then.length > 0 ? then : args;
  const givenSystem = { platform, env, execPath: '/opt/till' };
  expect(onX11(args, givenSystem)).toEqual(expected);
  const { args: once = [] } = relaunchOptions(args, now, givenSystem);
  expect(once.slice(0, -1)).toEqual(expected);
  expect(relaunchOptions(once, now, givenSystem).args?.slice(0, -1)).toEqual(expected);
});

import { expect, test } from 'vitest';
import { canPlaceWindows } from '../../../src-main/page/counter-window.ts';

const x11 = { DISPLAY: ':0' };
const wayland = { WAYLAND_DISPLAY: 'wayland-0' };
const session = (XDG_SESSION_TYPE: string) => ({ XDG_SESSION_TYPE });

test.each([
  ['Chromium says that it is on X11', 'x11', { ...wayland, ...session('wayland') }, true],
  ['Chromium says that it is on Wayland', 'wayland', { ...x11, ...session('x11') }, false],
  ['only X11 is there', '', { ...x11, ...session('wayland') }, true],
  ['only Wayland is there', '', { ...wayland, ...session('x11') }, false],
  ['of both, the session is on Wayland', '', { ...x11, ...wayland, ...session('wayland') }, false],
  ['of both, the session is on X11', '', { ...x11, ...wayland, ...session('x11') }, true],
  ['an empty name is none', '', { DISPLAY: '', ...wayland }, false],
  ['nothing is known', '', {}, true],
])('on Linux, %s', (_case, ozonePlatform, env, can) => {
  expect(canPlaceWindows({ platform: 'linux', env, ozonePlatform })).toBe(can);
});

test.each(['win32', 'darwin'] as const)('on %s every program can', (platform) => {
  const env = { ...wayland, ...session('wayland') };
  expect(canPlaceWindows({ platform, env, ozonePlatform: '' })).toBe(true);
});

// The way the program was installed decides how a newer one takes its place.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLog } from '../../../src-main/log.ts';
import {
  findInstaller,
  packageKindOf,
  type InstalledProgram,
} from '../../../src-main/update/find-installer.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

const APPIMAGE = '/opt/Counterfoil.AppImage';

const program = '/opt/Counterfoil/counterfoil';

it.each<[NodeJS.Platform, string, NodeJS.ProcessEnv, string | null, string | undefined]>([
  ['win32', program, {}, null, 'nsis'],
  ['win32', program, { APPIMAGE }, 'deb', 'nsis'],
  ['linux', APPIMAGE, { APPIMAGE }, null, 'appimage'],
  // The program was started from within another AppImage.
  ['linux', program, { APPIMAGE }, 'deb', 'deb'],
  ['linux', program, { APPIMAGE }, null, undefined],
  ['linux', 'Counterfoil.AppImage', { APPIMAGE: 'Counterfoil.AppImage' }, null, undefined],
  ['linux', program, {}, 'deb\n', 'deb'],
  ['linux', program, {}, 'rpm', 'rpm'],
  ['linux', program, {}, 'pacman', undefined],
  ['linux', program, {}, null, undefined],
  ['darwin', program, {}, null, undefined],
])('on %s as %s with %o, packaged as %o: %s', (platform, started, env, packaged, expected) => {
  const resources = temporaryFolder();
  if (packaged !== null) writeFileSync(join(resources, 'package-type'), packaged);
  expect(packageKindOf({ platform, env }, started, resources)).toBe(expected);
});

const windows: InstalledProgram = {
  ...{ isPackaged: true, hasDataElsewhere: false, program, version: '1.0.0' },
  ...{ system: { platform: 'win32', env: {} }, resources: '/nowhere', cacheFolder: '/nowhere' },
  log: createLog('/nowhere/till.log'),
};

it('what is not installed, and what nothing can replace, says so', () => {
  expect(findInstaller({ ...windows, isPackaged: false })).toBe('not_installed');
  const mac = { platform: 'darwin', env: {} } as const;
  expect(findInstaller({ ...windows, system: mac })).toBe('other_system');
});

it('on Windows the data must be where the newer program looks for it, elsewhere not', () => {
  expect(findInstaller(windows)).toBeTypeOf('function');
  expect(findInstaller({ ...windows, hasDataElsewhere: true })).toBe('other_system');
  const image = { platform: 'linux', env: { APPIMAGE } } as const;
  const there = { ...windows, system: image, program: APPIMAGE, hasDataElsewhere: true };
  expect(findInstaller(there)).toBeTypeOf('function');
});

// How the program came onto a system decides how a newer one takes its place.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageKindOf } from '../../../src-main/update/installer.ts';

const APPIMAGE = '/opt/Counterfoil.AppImage';

const program = '/opt/Counterfoil/counterfoil';

it.each<[NodeJS.Platform, string, NodeJS.ProcessEnv, string | null, string | undefined]>([
  ['win32', program, {}, null, 'nsis'],
  ['win32', program, { APPIMAGE }, 'deb', 'nsis'],
  ['linux', APPIMAGE, { APPIMAGE }, null, 'appimage'],
  // Started from within another AppImage.
  ['linux', program, { APPIMAGE }, 'deb', 'deb'],
  ['linux', program, { APPIMAGE }, null, undefined],
  ['linux', 'Counterfoil.AppImage', { APPIMAGE: 'Counterfoil.AppImage' }, null, undefined],
  ['linux', program, {}, 'deb\n', 'deb'],
  ['linux', program, {}, 'rpm', 'rpm'],
  ['linux', program, {}, 'pacman', undefined],
  ['linux', program, {}, null, undefined],
  ['darwin', program, {}, null, undefined],
])('on %s as %s with %o, packaged as %o: %s', (platform, started, env, packaged, expected) => {
  const resources = mkdtempSync(join(tmpdir(), 'counterfoil-resources-'));
  if (packaged !== null) writeFileSync(join(resources, 'package-type'), packaged);
  expect(packageKindOf({ platform, env }, started, resources)).toBe(expected);
});

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWithComputer } from '../../../src-main/page/start-with-computer.ts';

let configFolder: string;
let told: unknown[];
beforeEach(() => {
  configFolder = join(mkdtempSync(join(tmpdir(), 'autostart-')), 'config');
  told = [];
});
afterEach(() => {
  rmSync(join(configFolder, '..'), { recursive: true });
});

const on = (platform: NodeJS.Platform, program = '/opt/Counterfoil/counterfoil') => ({
  ...{ platform, configFolder, program, name: 'Counterfoil' },
  setLoginItemSettings: (settings: unknown) => {
    told.push(settings);
  },
});
const entry = () => join(configFolder, 'autostart/counterfoil.desktop');

test('a Linux desktop finds what to start in a file of its own, until it is not wanted', () => {
  startWithComputer(true, on('linux'));
  expect(readFileSync(entry(), 'utf8')).toBe(
    '[Desktop Entry]\nType=Application\nName=Counterfoil\nExec="/opt/Counterfoil/counterfoil"\n',
  );
  startWithComputer(false, on('linux'));
  expect(existsSync(entry())).toBe(false);
  startWithComputer(false, on('linux'));
  expect(told).toEqual([]);
});

test('a path is quoted as the desktop reads it', () => {
  startWithComputer(true, on('linux', '/home/ana/50% "new"/$x `a`\\b.AppImage'));
  expect(readFileSync(entry(), 'utf8')).toContain(
    String.raw`Exec="/home/ana/50%% \\"new\\"/\\$x \\` +
      '`a' +
      '\\\\`' +
      String.raw`\\\\b.AppImage"`,
  );
});

test.each(['win32', 'darwin'] as const)('%s is told', (platform) => {
  startWithComputer(true, on(platform));
  startWithComputer(false, on(platform));
  expect(told).toEqual([{ openAtLogin: true }, { openAtLogin: false }]);
  expect(existsSync(entry())).toBe(false);
});

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** Runs what an entry executes, read as the Desktop Entry Specification asks. */
function run(env: NodeJS.ProcessEnv): string {
  const [, value = ''] = /^Exec=(.*)$/m.exec(readFileSync(entry(), 'utf8')) ?? [];
  const unescaped = value.replaceAll('\\\\', '\\');
  const words = [...unescaped.matchAll(/"((?:[^"\\]|\\.)*)"|[^ ]+/g)];
  const [program = '', ...args] = words.map(([word, quoted]) =>
    (quoted?.replaceAll(/\\(.)/g, '$1') ?? word).replaceAll('%%', '%'),
  );
  return execFileSync(program, args, { encoding: 'utf8', env });
}

test('a Linux desktop finds what to start in a file of its own, until it is not wanted', () => {
  startWithComputer(true, on('linux'));
  expect(readFileSync(entry(), 'utf8')).toMatch(
    /^\[Desktop Entry\]\nType=Application\nName=Counterfoil\nExec=sh .* \/opt\/Counterfoil\/counterfoil\n$/,
  );
  startWithComputer(false, on('linux'));
  expect(existsSync(entry())).toBe(false);
  startWithComputer(false, on('linux'));
  expect(told).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a path is quoted as the desktop reads it, and X11 is asked for where it is there',
  () => {
    const program = join(configFolder, '..', '50% "new" $x `a`\\b.AppImage');
    writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$0 $*"\n`, { mode: 0o755 });
    startWithComputer(true, on('linux', program));
    const env = { PATH: process.env.PATH };
    expect(run({ ...env, DISPLAY: ':0' })).toBe(`${program} --ozone-platform=x11\n`);
    expect(run({ ...env, DISPLAY: '' })).toBe(`${program} \n`);
    expect(run(env)).toBe(`${program} \n`);
  },
);

test.each(['win32', 'darwin'] as const)('%s is told', (platform) => {
  startWithComputer(true, on(platform));
  startWithComputer(false, on(platform));
  expect(told).toEqual([{ openAtLogin: true }, { openAtLogin: false }]);
  expect(existsSync(entry())).toBe(false);
});

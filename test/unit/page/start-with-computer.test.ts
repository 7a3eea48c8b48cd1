import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { renewEntry, startWithComputer } from '../../../src-main/page/start-with-computer.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

let configFolder: string;
let toldEvents: unknown[];
beforeEach(() => {
  configFolder = join(temporaryFolder(), 'config');
  toldEvents = [];
});

const on = (platform: NodeJS.Platform, program = '/opt/Counterfoil/counterfoil') => ({
  ...{ platform, configFolder, program, name: 'Counterfoil' },
  setLoginItemSettings: (settings: unknown) => toldEvents.push(settings),
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
  expect(toldEvents).toEqual([]);
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

describe('the entry of an earlier start', () => {
  const earlier = (exec: string, more = '') =>
    `[Desktop Entry]\nType=Application\nName=Counterfoil\nExec=${exec}\n${more}`;
  const renewed = (before: string) => {
    startWithComputer(true, on('linux'));
    writeFileSync(entry(), before);
    renewEntry(on('linux'));
    return readFileSync(entry(), 'utf8');
  };
  const disabled = 'X-GNOME-Autostart-enabled=false\n';

  test.each(['/opt/Counterfoil/counterfoil', '"/home/ana/Counterfoil 0.1 $$.AppImage"'])(
    'that executes %s comes to ask for X11 and to name this program',
    (exec) => {
      startWithComputer(true, on('linux'));
      const own = readFileSync(entry(), 'utf8');
      expect(renewed(earlier(exec))).toBe(own);
      expect(renewed(earlier(exec, disabled))).toBe(own + disabled);
    },
  );

  test('that is right is not written', () => {
    startWithComputer(true, on('linux'));
    utimesSync(entry(), 0, 0);
    renewEntry(on('linux'));
    expect(statSync(entry()).mtimeMs).toBe(0);
  });

  test('that a person has removed stays away', () => {
    renewEntry(on('linux'));
    expect(existsSync(entry())).toBe(false);
  });
});

test.each(['win32', 'darwin'] as const)('%s is told', (platform) => {
  startWithComputer(true, on(platform));
  startWithComputer(false, on(platform));
  expect(toldEvents).toEqual([{ openAtLogin: true }, { openAtLogin: false }]);
  expect(existsSync(entry())).toBe(false);
});

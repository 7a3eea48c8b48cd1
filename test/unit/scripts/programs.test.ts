import { chmodSync, chownSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  findChromium,
  findElectron,
  npmBrowser,
  projectNode,
  root,
  thisMachine,
  tillCommand,
  usableElectron,
  whyNoWindow,
  windowSystemSwitches,
  type Machine,
} from '../../../resources/scripts/programs.mjs';
import { lacksDisplay } from '../../../resources/scripts/setup.mjs';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('REQUIRE_ELECTRON', '');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return path;
}

describe('Chromium', () => {
  test('is the one that CHROMIUM_PATH names', () => {
    const named = program('my-browser');
    vi.stubEnv('CHROMIUM_PATH', named);
    expect(findChromium()).toBe(named);
  });

  test('named but missing is an error, not a search for another', () => {
    vi.stubEnv('CHROMIUM_PATH', join(folder, 'absent'));
    expect(findChromium).toThrow('which does not exist');
  });

  test.runIf(process.platform === 'linux')('is found on the PATH', () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', folder);
    const chrome = program('google-chrome');
    const chromium = program('chromium');
    expect(findChromium()).toBe(chromium);
    rmSync(chromium);
    expect(findChromium()).toBe(chrome);
    // A folder of that name is none.
    mkdirSync(chromium);
    expect(findChromium()).toBe(chrome);
    // What cannot be looked at is passed over, as a folder of root's that sudo left on the PATH.
    rmSync(chromium, { recursive: true });
    symlinkSync(chromium, chromium);
    expect(findChromium()).toBe(chrome);
  });
});

/** An ordinary user's, with a display. */
const machine: Machine = {
  isRoot: () => false,
  refusesSandbox: () => false,
  hasDisplay: () => true,
  canMakeDisplay: () => true,
};

describe.runIf(process.platform === 'linux')('a snap', () => {
  test('is not taken: it may not write into the till’s folder', () => {
    vi.stubEnv('CHROMIUM_PATH', '');
    vi.stubEnv('PATH', folder);
    const chrome = program('google-chrome');
    writeFileSync(join(folder, 'chromium-browser'), '#!/bin/sh\nexec /snap/bin/chromium "$@"\n');
    symlinkSync(program('snap'), join(folder, 'chromium'));
    expect(findChromium()).toBe(chrome);
  });
});

describe.runIf(process.platform === 'linux')('the till’s command', () => {
  test('is Electron’s where ELECTRON_OVERRIDE_DIST_PATH holds its program', () => {
    const electron = program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    expect(findElectron()).toBe(electron);
    const command = tillCommand(['--lang=pt-PT'], machine);
    expect(command).toMatchObject({ runtime: 'electron', program: electron });
    expect(command.args[0]).toBe(root);
    expect(command.args.at(-1)).toBe('--lang=pt-PT');
  });

  test('does not pass headless on to Electron, which needs a display', () => {
    program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    const { args } = tillCommand(['--headless', '--lang=pt-PT'], machine);
    expect(args.filter((argument) => argument.includes('headless'))).toEqual([]);
    const { hasDisplay } = thisMachine;
    expect(lacksDisplay(machine)).toBe(false);
    expect(lacksDisplay({ ...machine, hasDisplay: () => false })).toBe(true);
    // With nothing to show, nothing is lacking.
    expect(lacksDisplay({ ...machine, hasDisplay: () => false, isRoot: () => true })).toBe(false);
    for (const [x11, wayland, has] of [
      ['', '', false],
      [':99', '', true],
      ['', 'wayland-0', true],
    ] as const) {
      vi.stubEnv('DISPLAY', x11);
      vi.stubEnv('WAYLAND_DISPLAY', wayland);
      expect(hasDisplay()).toBe(has);
    }
  });

  test('never takes Chromium’s sandbox from Electron', () => {
    program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    expect(tillCommand([], machine).args.join(' ')).not.toContain('sandbox');
    expect(tillCommand([], { ...machine, isRoot: () => true }).runtime).toBe('stand-in');
  });

  const obstacles: [string, Partial<Machine>, string][] = [
    ['root', { isRoot: () => true }, 'Electron shows nothing to root'],
    ['no sandbox', { refusesSandbox: () => true }, 'sudo chown root '],
    [
      'no display',
      { hasDisplay: () => false, canMakeDisplay: () => false },
      'Electron needs a display',
    ],
  ];
  test.each(obstacles)('is the stand-in’s where Electron meets %s', (_, met, sentence) => {
    const electron = program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    const here = { ...machine, ...met };
    expect(usableElectron(machine)).toEqual({ program: electron });
    expect(usableElectron(here).obstacle).toContain(sentence);
    expect(tillCommand([], here).runtime).toBe('stand-in');
    vi.stubEnv('REQUIRE_ELECTRON', '1');
    expect(() => tillCommand([], here)).toThrow(sentence);
    expect(tillCommand([], machine).runtime).toBe('electron');
  });

  test.runIf(process.getuid?.() === 0)('is Electron’s where its sandbox helper is root’s', () => {
    program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    const refusingMachine = { ...machine, refusesSandbox: () => true };
    const helper = program('chrome-sandbox');
    expect(usableElectron(refusingMachine).obstacle).toContain(`sudo chmod 4755 "${helper}"`);
    chmodSync(helper, 0o4755);
    expect(usableElectron(refusingMachine).program).toBeDefined();
    chownSync(helper, 65534, 65534);
    chmodSync(helper, 0o4755);
    expect(usableElectron(refusingMachine).program).toBeUndefined();
  });

  test('is an error where that folder holds none', () => {
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    expect(findElectron).toThrow('holds no Electron');
  });

  test.runIf(findElectron() === undefined)('is an error where Electron is required', () => {
    vi.stubEnv('REQUIRE_ELECTRON', '1');
    expect(findElectron).toThrow('REQUIRE_ELECTRON is set');
    expect(() => tillCommand([])).toThrow('REQUIRE_ELECTRON is set');
  });

  test.runIf(findElectron() === undefined)('is the stand-in’s on the project’s Node', () => {
    const command = tillCommand(['--headless'], machine);
    expect(command).toMatchObject({ runtime: 'stand-in', program: projectNode });
    expect(command.args.slice(2)).toEqual([join(root, 'out/main/index.js'), '--headless']);
  });
});

describe.runIf(process.platform === 'linux')('in a Wayland session', () => {
  const both = { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' };

  test('Electron draws by X11 where that is offered', () => {
    expect(windowSystemSwitches(['--lang=pt-PT'], both)).toEqual(['--ozone-platform=x11']);
    expect(windowSystemSwitches([], { ...both, DISPLAY: '' })).toEqual([]);
    expect(windowSystemSwitches([], { DISPLAY: ':0' })).toEqual([]);
  });

  test.each(['--ozone-platform=wayland', '--ozone-platform'])(
    '%s is a person’s own choice',
    (own) => {
      expect(windowSystemSwitches([own], both)).toEqual([]);
    },
  );

  test('the switch stands before what the person gave', () => {
    program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    vi.stubEnv('DISPLAY', both.DISPLAY);
    vi.stubEnv('WAYLAND_DISPLAY', both.WAYLAND_DISPLAY);
    const { args } = tillCommand(['--lang=pt-PT'], machine);
    expect(args).toEqual([root, '--ozone-platform=x11', '--lang=pt-PT']);
  });
});

describe('a window', () => {
  test('needs a display, and a browser that has windows', () => {
    const noDisplay = { ...machine, hasDisplay: () => false };
    expect(whyNoWindow(noDisplay, '/usr/bin/chromium')).toBe('There is no display here.');
    expect(whyNoWindow(machine, '/usr/bin/chromium')).toBeUndefined();
  });

  test.runIf(findElectron() === undefined)('is more than npm’s browser has', () => {
    expect(whyNoWindow(machine, npmBrowser)).toContain('sudo apt-get install chromium');
  });

  test.runIf(process.platform === 'linux')('is Electron’s, whatever browser there is', () => {
    program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    expect(whyNoWindow(machine, npmBrowser)).toBeUndefined();
  });
});

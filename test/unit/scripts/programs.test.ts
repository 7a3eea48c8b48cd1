import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  findChromium,
  findElectron,
  projectNode,
  root,
  tillCommand,
} from '../../../resources/scripts/programs.mjs';
import { lacksDisplay } from '../../../resources/scripts/setup.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
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
  });
});

describe.runIf(process.platform === 'linux')('the till’s command', () => {
  test('is Electron’s where ELECTRON_OVERRIDE_DIST_PATH holds its program', () => {
    const electron = program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    expect(findElectron()).toBe(electron);
    const command = tillCommand(['--lang=pt-PT']);
    expect(command).toMatchObject({ runtime: 'electron', program: electron });
    expect(command.args[0]).toBe(root);
    expect(command.args.at(-1)).toBe('--lang=pt-PT');
  });

  test('does not pass headless on to Electron, which needs a display', () => {
    program('electron');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', folder);
    const { args } = tillCommand(['--headless', '--lang=pt-PT']);
    expect(args.filter((argument) => argument.includes('headless'))).toEqual([]);
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('WAYLAND_DISPLAY', '');
    expect(lacksDisplay()).toBe(true);
    vi.stubEnv('DISPLAY', ':99');
    expect(lacksDisplay()).toBe(false);
    vi.stubEnv('DISPLAY', '');
    vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '');
    expect(lacksDisplay()).toBe(findElectron() !== undefined);
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
    const command = tillCommand(['--headless']);
    expect(command).toMatchObject({ runtime: 'stand-in', program: projectNode });
    expect(command.args.slice(2)).toEqual([join(root, 'out/main/index.js'), '--headless']);
  });
});

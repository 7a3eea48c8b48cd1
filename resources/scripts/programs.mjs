// The programs that can show the till: Electron's own, or an installed Chromium.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** The Node that the project runs on, whichever Node runs these scripts. */
export const projectNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * The path of Electron's program in its distribution, on systems that do not just call it electron.
 */
const electronFiles = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/**
 * Electron's program, if it is here: named by ELECTRON_OVERRIDE_DIST_PATH, or downloaded. With
 * REQUIRE_ELECTRON set it must be: what passes then has not passed on the stand-in.
 */
export function findElectron() {
  const found = lookForElectron();
  if (found === undefined && process.env.REQUIRE_ELECTRON)
    throw new Error("REQUIRE_ELECTRON is set, and Electron's program is not here.");
  return found;
}

function lookForElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const program = join(override, electronFiles[process.platform] ?? 'electron');
    if (!existsSync(program))
      throw new Error(`ELECTRON_OVERRIDE_DIST_PATH holds no Electron: ${program} does not exist.`);
    return program;
  }
  // The electron package writes path.txt once its download is complete.
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(program) ? program : undefined;
}

function usualPlacesOfChromium() {
  const { LOCALAPPDATA = '', PROGRAMFILES = '', 'PROGRAMFILES(X86)': x86 = '' } = process.env;
  switch (process.platform) {
    case 'darwin':
      return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
        (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
      );
    case 'win32':
      return [PROGRAMFILES, x86, LOCALAPPDATA].flatMap((folder) => [
        join(folder, 'Google/Chrome/Application/chrome.exe'),
        join(folder, 'Microsoft/Edge/Application/msedge.exe'),
      ]);
    default:
      return [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'].flatMap((folder) =>
        ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].map((name) =>
          join(folder, name),
        ),
      );
  }
}

/** A Chromium on this machine: named by CHROMIUM_PATH, or in one of the usual places. */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (!named) return usualPlacesOfChromium().find((place) => existsSync(place));
  if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`);
  return named;
}

export const howToGetChromium =
  "Neither Electron's own program nor a Chromium is here. Install Chromium or Google Chrome (on " +
  'Debian and Ubuntu: sudo apt-get install chromium), or name one in CHROMIUM_PATH.';

/**
 * The command that runs the built till: on Electron if its program is here, else on the stand-in.
 */
export function tillCommand(args) {
  const electron = findElectron();
  if (electron === undefined) {
    const register = pathToFileURL(join(root, 'test/runtime/register.mjs')).href;
    return {
      runtime: 'stand-in',
      program: projectNode,
      args: ['--import', register, join(root, 'out/main/index.js'), ...args],
    };
  }
  const onLinux = process.platform === 'linux';
  return {
    runtime: 'electron',
    program: electron,
    args: [
      root,
      // Chromium refuses to sandbox itself for root.
      ...(onLinux && process.getuid() === 0 ? ['--no-sandbox'] : []),
      // Electron draws on a display whatever it is told. setup.mjs gives it a virtual one.
      ...args.filter((argument) => argument !== '--headless'),
    ],
  };
}

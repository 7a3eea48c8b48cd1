// The programs that can show the till: Electron's own, or an installed Chromium.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a person can put right: the commands end with its sentence, without a trace of code. */
export class Remediable extends Error {}

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

/** The browser from the npm registry, where npm-browser.mjs has fetched it. It has no windows. */
export const npmBrowser = join(root, 'node_modules/.cache/npm-browser/browser');

const onLinux = process.platform === 'linux';

export const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** What this machine grants to a program that shows pages. */
export const thisMachine = {
  isRoot: () => onLinux && process.getuid() === 0,
  /**
   * Whether the kernel refuses this user the namespaces that Chromium's sandbox is made of. Ubuntu
   * refuses them to programs that bring no AppArmor profile, and may let unshare have them.
   */
  refusesSandbox: () => onLinux && process.getuid() !== 0 && refusesNamespaces(),
  hasDisplay: () =>
    !onLinux || Boolean(process.env.DISPLAY) || Boolean(process.env.WAYLAND_DISPLAY),
  canMakeDisplay: () => isOnPath('xvfb-run'),
};

function refusesNamespaces() {
  const restriction = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
  if (existsSync(restriction) && readFileSync(restriction, 'utf8').trim() !== '0') return true;
  const { error, status } = spawnSync('unshare', ['--user', '--map-root-user', 'true']);
  return error === undefined && status !== 0;
}

/**
 * Electron's program, if it is here: named by ELECTRON_OVERRIDE_DIST_PATH, or downloaded. With
 * REQUIRE_ELECTRON set it must be: what passes then has not passed on the stand-in.
 */
export function findElectron() {
  const found = lookForElectron();
  if (found === undefined && process.env.REQUIRE_ELECTRON)
    throw new Remediable("REQUIRE_ELECTRON is set, and Electron's program is not here.");
  return found;
}

function lookForElectron() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const program = join(override, electronFiles[process.platform] ?? 'electron');
    if (!existsSync(program))
      throw new Remediable(
        `ELECTRON_OVERRIDE_DIST_PATH holds no Electron: ${program} does not exist.`,
      );
    return program;
  }
  // The electron package writes path.txt once its download is complete.
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8'));
  return existsSync(program) ? program : undefined;
}

/**
 * Electron's program if it can show the till here, else the obstacle, a sentence. With
 * REQUIRE_ELECTRON set, an obstacle is an error.
 */
export function usableElectron(machine = thisMachine) {
  const program = findElectron();
  const obstacle = obstacleTo(program, machine);
  if (obstacle === undefined) return { program };
  if (process.env.REQUIRE_ELECTRON) throw new Remediable(`REQUIRE_ELECTRON is set. ${obstacle}`);
  return { obstacle };
}

function obstacleTo(program, machine) {
  if (machine.isRoot())
    return 'Electron shows nothing to root, who has no Chromium sandbox: start it as another user.';
  if (program === undefined) return "Electron's program is not here.";
  const helper = join(dirname(program), 'chrome-sandbox');
  if (machine.refusesSandbox() && !isOfRoot(helper))
    return `This system refuses Electron the sandbox that it needs. To grant it: sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`;
  if (!machine.hasDisplay() && !machine.canMakeDisplay())
    return 'Electron needs a display, and there is neither one here nor xvfb-run to make one.';
  return undefined;
}

/** Returns whether Chromium's sandbox helper may do for everybody what only root may do. */
function isOfRoot(helper) {
  const found = statSync(helper, { throwIfNoEntry: false });
  return found?.uid === 0 && (found.mode & 0o7777) === 0o4755;
}

/**
 * The switch that has Electron draw by X11 in a Wayland session that offers it: Wayland lets no
 * program place its windows, and shows none that was made hidden. A person's own choice stays.
 */
export function windowSystemSwitches(args, env = process.env) {
  if (!onLinux || !env.DISPLAY || !env.WAYLAND_DISPLAY) return [];
  return args.some((arg) => /^--ozone-platform(=|$)/.test(arg)) ? [] : ['--ozone-platform=x11'];
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

/**
 * Returns whether it is a snap, or Ubuntu's script that starts one. A snap may not write into the
 * till's folder, and the script may lead nowhere.
 */
function isSnap(place) {
  const program = realpathSync(place);
  const isScript = () => statSync(program).size < 16_384;
  return (
    basename(program) === 'snap' ||
    (isScript() && readFileSync(program, 'latin1').includes('/snap/bin/'))
  );
}

/**
 * A Chromium on this machine: named by CHROMIUM_PATH, in one of the usual places, or from the npm
 * registry.
 */
export function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  if (!named) {
    // statSync throws where a folder lets nobody look into it.
    const isFile = (place) => existsSync(place) && statSync(place).isFile();
    const installed = usualPlacesOfChromium().find((place) => isFile(place) && !isSnap(place));
    if (installed !== undefined) return installed;
    return existsSync(npmBrowser) && !thisMachine.refusesSandbox() ? npmBrowser : undefined;
  }
  if (!existsSync(named))
    throw new Remediable(`CHROMIUM_PATH names ${named}, which does not exist.`);
  return named;
}

export const howToGetChromium =
  'For a browser that shows the till, install Google Chrome (google.com/chrome) or, ' +
  'on Debian, Chromium (sudo apt-get install chromium), or name one in CHROMIUM_PATH.';

/** Why the till cannot be shown in a window here, as a sentence; undefined if it can. */
export function whyNoWindow(machine = thisMachine, browser = findChromium()) {
  if (!machine.hasDisplay()) return 'There is no display here.';
  if (browser !== npmBrowser || usableElectron(machine).program !== undefined) return undefined;
  return `The browser from the npm registry has no windows. ${howToGetChromium}`;
}

/**
 * The command that runs the built till: on Electron if it can show it here, else on the stand-in.
 */
export function tillCommand(args, machine = thisMachine) {
  const { program } = usableElectron(machine);
  if (program === undefined) {
    const register = pathToFileURL(join(root, 'test/runtime/register.mjs')).href;
    return {
      runtime: 'stand-in',
      program: projectNode,
      args: ['--import', register, join(root, 'out/main/index.js'), ...args],
    };
  }
  // Electron draws on a display whatever it is told. setup.mjs gives it a virtual one.
  const drawn = args.filter((argument) => argument !== '--headless');
  return {
    runtime: 'electron',
    program,
    args: [root, ...windowSystemSwitches(drawn), ...drawn],
  };
}

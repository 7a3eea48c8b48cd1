// Which app this is, with which language and folders: what Electron reads from package.json, the
// environment and the command line.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { commandLine } from './switches.ts';

type PathName = Parameters<Electron.App['getPath']>[0];
interface Package {
  name?: string;
  productName?: string;
  version?: string;
  main?: string;
}

const script = process.argv[1];
if (script === undefined) throw new Error('The stand-in needs the script of an app to run.');

function readPackage(folder: string): Package | undefined {
  const path = join(folder, 'package.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Package) : undefined;
}

/**
 * Returns the nearest folder above the script whose package.json names the script as its `main`.
 */
function findAppFolder(): string {
  const main = resolve(script ?? '');
  for (let folder = dirname(main); ; folder = dirname(folder)) {
    const entry = readPackage(folder)?.main;
    if (entry !== undefined && resolve(folder, entry) === main) return folder;
    if (folder === dirname(folder)) return dirname(main);
  }
}

const appFolder = findAppFolder();
const description = readPackage(appFolder) ?? {};
let name = description.productName ?? description.name ?? 'Electron';

// A packaged app lies in that folder.
Object.defineProperty(process, 'resourcesPath', { value: dirname(appFolder), enumerable: true });

export const getAppPath = (): string => appFolder;
export const getVersion = (): string => description.version ?? '0.0.0';
export const getName = (): string => name;
export const setName = (newName: string): void => {
  name = newName;
};

function appData(): string {
  if (process.platform === 'win32')
    return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config');
}

const setPaths = new Map<string, string>();
if (commandLine.hasSwitch('user-data-dir'))
  setPaths.set('userData', resolve(commandLine.getSwitchValue('user-data-dir')));

export function getPath(which: PathName): string {
  const set = setPaths.get(which);
  if (set !== undefined) return set;
  switch (which) {
    case 'home':
      return homedir();
    case 'appData':
      return appData();
    case 'userData':
      return join(appData(), name);
    case 'documents':
      return join(homedir(), 'Documents');
    case 'downloads':
      return join(homedir(), 'Downloads');
    case 'temp':
      return tmpdir();
    case 'logs': {
      const logs = join(getPath('userData'), 'logs');
      mkdirSync(logs, { recursive: true });
      return logs;
    }
    default:
      throw new Error(`The stand-in for Electron has no path called ${which}`);
  }
}

export function setPath(which: string, path: string): void {
  setPaths.set(which, path);
}

/** BCP 47 tags, the most preferred first; the C locale is no language. */
export function getPreferredSystemLanguages(): string[] {
  const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = process.env;
  const [first] = [LC_ALL, LC_MESSAGES, LANG].filter(
    (value) => value !== undefined && value !== '',
  );
  if (first === undefined || /^(C|POSIX)(\.|$)/.test(first)) return [];
  return [...(LANGUAGE ?? '').split(':'), first]
    .map((locale) => locale.replace(/[.@].*$/s, '').replace('_', '-'))
    .filter((tag, at, all) => tag !== '' && all.indexOf(tag) === at);
}

export function getLocale(): string {
  if (commandLine.hasSwitch('lang')) return commandLine.getSwitchValue('lang');
  return getPreferredSystemLanguages()[0] ?? 'en-US';
}

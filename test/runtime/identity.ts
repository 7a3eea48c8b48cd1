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
  const path = pathOf(which);
  if (which === 'userData') make(which, path);
  return path;
}

function make(which: PathName, path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch {
    throw new Error(`Failed to get '${which}' path`);
  }
}

function pathOf(which: PathName): string {
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
      if (process.env.STAND_IN_DOCUMENTS === 'unknown')
        throw new Error("Failed to get 'documents' path");
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

/** Returns a locale with and without its character set and its country, as glib does. */
function spellings(locale: string): string[] {
  const {
    language = '',
    country = '',
    charset = '',
  } = /^(?<language>[^_.@]+)(?<country>_[^.@]+)?(?<charset>\.[^@]+)?/.exec(locale)?.groups ?? {};
  const all = [language + country + charset, language + country, language + charset, language];
  return [...new Set(all)];
}

/**
 * BCP 47 tags, the most preferred first. A language comes once for each of its spellings; C is
 * none, unless with a character set.
 */
export function getPreferredSystemLanguages(): string[] {
  const { LANGUAGE = '', LC_ALL, LC_MESSAGES, LANG } = process.env;
  const locale = [LC_ALL, LC_MESSAGES, LANG].find((value) => value) ?? 'C';
  const locales = LANGUAGE === '' || /^C(\.|$)/.test(locale) ? [locale] : LANGUAGE.split(':');
  return locales
    .flatMap(spellings)
    .filter((spelling) => spelling !== 'C')
    .map((spelling) => spelling.replace(/\..*$/s, '').replace('_', '-').replace(/^C$/, 'c'));
}

export function getLocale(): string {
  if (commandLine.hasSwitch('lang')) return commandLine.getSwitchValue('lang');
  return getPreferredSystemLanguages().find((tag) => tag !== 'c') ?? 'en-US';
}

// This computer as the checks look at it, apart from the open till.
import type { FoundKeyStore, ScreenSize } from '../contract/computer.ts';
import type { Result } from '../contract/errors.ts';
import type { KeyStoreFacts } from './checks.ts';

export interface ThisComputer {
  /** The folder of the program's data. */
  readonly folder: string;
  /** The person's home folder. */
  readonly home: string;
  readonly version: string;
  /** The versions of the programs that the till runs on. */
  readonly runsOn: Readonly<Record<string, string>>;
  readonly hasElectron: boolean;
  readonly keyStore: () => Promise<KeyStoreFacts>;
  /** Returns the routes by the system's settings, in the words of a PAC script. */
  readonly findRoutes: (url: string) => Promise<string>;
  readonly screens: () => readonly ScreenSize[];
  readonly saveReport: (text: string) => Promise<Result<{ readonly file: string }>>;
}

/** What is used of Electron's `Display`. */
interface Display {
  readonly size: Pick<ScreenSize, 'width' | 'height'>;
  readonly scaleFactor: number;
}

export interface ThisComputerOptions extends Pick<
  ThisComputer,
  'folder' | 'home' | 'version' | 'findRoutes' | 'saveReport'
> {
  readonly system: Pick<NodeJS.Process, 'platform' | 'versions'>;
  readonly safeStorage: { readonly getSelectedStorageBackend: () => string };
  readonly keyRing: { readonly probe: () => Promise<FoundKeyStore | 'asking'> };
  /** Tells whether the owner accepts a key store that everybody can read. */
  readonly keepsWeakly: () => boolean;
  readonly screen: { readonly getAllDisplays: () => readonly Display[] };
}

export function thisComputer(options: ThisComputerOptions): ThisComputer {
  const { system, safeStorage, keyRing, keepsWeakly, screen, ...rest } = options;
  return {
    ...rest,
    runsOn: namedVersions(system.versions),
    hasElectron: 'electron' in system.versions,
    keyStore: async () => {
      const probed = await keyRing.probe();
      const isLinux = system.platform === 'linux';
      return {
        store: probed === 'asking' ? 'silent' : probed,
        backend: isLinux ? safeStorage.getSelectedStorageBackend() : null,
        keepsWeakly: keepsWeakly(),
      };
    },
    screens: () =>
      screen.getAllDisplays().map(({ size, scaleFactor: scale }) => ({
        width: Math.round(size.width * scale),
        height: Math.round(size.height * scale),
        scale,
      })),
  };
}

/** Returns the versions of the programs that a till runs on, as far as they are known. */
function namedVersions({ electron, chrome, node }: NodeJS.ProcessVersions) {
  const named = { Electron: electron, Chromium: chrome, Node: node };
  return Object.fromEntries(Object.entries(named).filter(([, version]) => Boolean(version)));
}

// Puts a fetched version in the place of this one, by electron-updater, in the way in which the
// program came onto this system. Loaded only when there is something to fetch.
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  createReadStream,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BaseUpdater, ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import { littleSpaceBytes } from '../contract/computer.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { freeBytesOn, type FreeBytes } from '../store/free-space.ts';
import { fetchFile, type FeedOptions } from './feed.ts';
import type { Manifest, ManifestFile, PackageKind } from './manifest.ts';

export interface InstallerOptions {
  readonly kind: PackageKind;
  readonly version: string;
  /** Of the program, with electron-builder's `app-update.yml`. */
  readonly resources: string;
  /** For what is fetched. */
  readonly cacheFolder: string;
  /** Where that lies. */
  readonly freeBytes?: FreeBytes;
  readonly log: { readonly info: (text: string) => void; readonly error: (text: string) => void };
}

export interface Installer {
  /**
   * Whether the fetched version starts by itself; else whoever installs starts the program again.
   */
  readonly startsIt: boolean;
  /**
   * What was fetched of other versions is deleted first. Errors: those of `fetchFile`,
   * `update_not_fetched`, `update_no_room`.
   */
  readonly fetch: (
    manifest: Manifest,
    feed: FeedOptions,
    onProgress: (percent: number) => void,
  ) => Promise<Result<null>>;
  /** Whether what was fetched is still what was signed; what is not is deleted. */
  readonly isWhole: () => Promise<boolean>;
  /** What was fetched. The till must be closed. Returns whether it was, or has begun. */
  readonly install: () => Promise<boolean>;
}

export async function openInstaller(options: InstallerOptions): Promise<Installer> {
  const { kind, log } = options;
  const updater = await updaterOf(options);
  updater.logger = { info: log.info, warn: log.info, error: log.error };
  updater.autoDownload = false;
  // Only by consent, and never as the till is closed for the night.
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // By pieces it would ask for files that nobody has signed.
  updater.disableDifferentialDownload = true;
  let errors = 0;
  // It has no listener otherwise, and would throw.
  updater.on('error', (error) => {
    errors += 1;
    log.error(String(error));
  });
  let fetched: { readonly file: string; readonly sha512: string } | undefined;
  const isWhole = async (): Promise<boolean> => {
    if (!fetched) return false;
    const { file, sha512 } = fetched;
    if ((await hashOf(file)) === sha512) return true;
    // It would be taken for fetched.
    fetched = undefined;
    rmSync(file, { force: true });
    return false;
  };
  return {
    startsIt: kind === 'nsis',
    fetch: async (manifest, feed, onProgress) => {
      const one = fileFor(manifest, kind);
      if (!one)
        return err({ code: 'update_not_fetched', detail: `no ${kind} for ${process.arch}` });
      const room = await makeRoom(options, one);
      if (!room.ok) return room;
      let failure: AppError | undefined;
      // Of Chromium's connections it would use none that reaches anybody.
      const download = async (url: URL, target: string): Promise<void> => {
        if (!url.pathname.endsWith(`/${one.name}`)) throw new Error(`${url.href} was not signed`);
        const taken = await fetchFile(feed, one, target, onProgress);
        if (taken.ok) return;
        failure = taken.error;
        throw new Error(taken.error.code);
      };
      Object.assign(updater, { httpExecutor: { download } });
      updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(manifest, one, feed) });
      try {
        await updater.checkForUpdates();
        const [file = ''] = await updater.downloadUpdate();
        fetched = { file, sha512: one.sha512 };
        // What it has fetched before it takes for whole where it is there.
        return (await isWhole()) ? ok(null) : err({ code: 'update_not_signed' });
      } catch (error) {
        return err(failure ?? { code: 'update_not_fetched', detail: String(error) });
      }
    },
    isWhole,
    install: async () => {
      // A fetch that failed, and was made again, says nothing of what is installed now.
      const before = errors;
      if (!updater.install(true, kind === 'nsis')) return false;
      // Windows says a little later that the installer could not be started.
      if (kind === 'nsis') await delay(installerStartMs);
      return errors === before;
    },
  };
}

const installerStartMs = 3_000;

/**
 * What comes is put beside what is there, and installed beside the old one; after that the till
 * must be able to go on selling. Error: `update_no_room`.
 */
async function makeRoom(
  { cacheFolder, freeBytes = freeBytesOn }: InstallerOptions,
  { name, bytes }: ManifestFile,
): Promise<Result<null>> {
  mkdirSync(cacheFolder, { recursive: true });
  const hereBytes = dropOthers(cacheFolder, name);
  const neededBytes = 2 * bytes + littleSpaceBytes - hereBytes;
  return (await freeBytes(cacheFolder)) < neededBytes
    ? err({ code: 'update_no_room', neededBytes })
    : ok(null);
}

/** Returns how much of this one was fetched before. */
function dropOthers(cacheFolder: string, name: string): number {
  let hereBytes = 0;
  for (const entry of readdirSync(cacheFolder, { recursive: true, withFileTypes: true })) {
    // electron-updater's folder, and what it notes in it.
    const isFetched = entry.isFile() && basename(entry.parentPath) === 'pending';
    if (!isFetched || entry.name === 'update-info.json') continue;
    const file = join(entry.parentPath, entry.name);
    if (entry.name === name) hereBytes = statSync(file).size;
    else rmSync(file, { force: true });
  }
  return hereBytes;
}

/** The one for this processor, however electron-builder has named it. */
const fileFor = ({ files }: Manifest, kind: PackageKind): ManifestFile | undefined =>
  files.find((file) => file.kind === kind && file.arch === process.arch);

/** Undefined for what cannot be read. */
async function hashOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha512');
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return undefined;
  }
  return hash.digest('base64');
}

/** What it reads of it. */
type Info = Pick<UpdateInfo, 'version' | 'files' | 'releaseDate'>;

/** What electron-updater asks for, answered from what has been checked. */
function providerOf(manifest: Manifest, file: ManifestFile, { address }: FeedOptions) {
  const { version, releasedAt } = manifest;
  const infos = [{ url: file.name, sha512: file.sha512, size: file.bytes }];
  const info: Info = { version, files: infos, releaseDate: releasedAt };
  return class {
    readonly fileExtraDownloadHeaders = null;
    readonly isUseMultipleRangeRequest = false;
    setRequestHeaders(): void {
      // The till sends none of electron-updater's.
    }
    getLatestVersion(): Promise<Info> {
      return Promise.resolve(info);
    }
    resolveFiles(): ResolvedUpdateFileInfo[] {
      return infos.map((each) => ({ url: new URL(`${address}/${each.url}`), info: each }));
    }
  };
}

async function updaterOf(options: InstallerOptions): Promise<BaseUpdater> {
  const { AppImageUpdater, DebUpdater, NsisUpdater, RpmUpdater } = await import('electron-updater');
  const { kind, version, resources, cacheFolder } = options;
  const app = {
    ...{ version, name: 'Counterfoil', isPackaged: true },
    appUpdateConfigPath: join(resources, 'app-update.yml'),
    userDataPath: cacheFolder,
    baseCachePath: cacheFolder,
    whenReady: () => Promise.resolve(),
    // The till is ended, and started again, by itself alone.
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
  switch (kind) {
    case 'nsis':
      return new NsisUpdater(null, app);
    case 'deb':
      return new (class extends DebUpdater {
        /**
         * electron-updater's own goes on where dpkg has failed, by letting apt mend what is amiss:
         * which may mean removing the till.
         */
        protected override doInstall(): boolean {
          if (this.installerPath === null) return false;
          this.runCommandWithSudoIfNeeded(['dpkg', '-i', this.installerPath]);
          return true;
        }
      })(null, app);
    case 'rpm':
      return new RpmUpdater(null, app);
    case 'appimage':
      return new (class extends AppImageUpdater {
        /**
         * electron-updater's own removes the old program first, and nothing is left where it is
         * interrupted.
         */
        protected override doInstall(): boolean {
          const { APPIMAGE: program } = process.env;
          if (this.installerPath === null || program === undefined) return false;
          const beside = `${program}.new`;
          try {
            copyFileSync(this.installerPath, beside);
            const copy = openSync(beside, 'r+');
            try {
              fsyncSync(copy);
            } finally {
              closeSync(copy);
            }
            renameSync(beside, program);
          } finally {
            rmSync(beside, { force: true });
          }
          return true;
        }
      })(null, app);
  }
}

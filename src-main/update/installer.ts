// Puts a fetched version in the place of this one, with electron-updater, in the way in which the
// program came onto this system. It is loaded only when there is something to fetch.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BaseUpdater, ResolvedUpdateFileInfo, UpdateInfo } from 'electron-updater';
import { systemClock } from '../clock.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { freeBytesOn, type FreeBytes, littleSpaceBytes } from '../store/free-space.ts';
import { fetchFile, type FeedOptions } from './feed.ts';
import {
  installPackage,
  replaceAppImage,
  systemPrograms,
  type SystemPrograms,
} from './install-on-linux.ts';
import type { Manifest, ManifestFile, PackageKind } from './manifest.ts';

export interface InstallerOptions {
  readonly kind: PackageKind;
  readonly version: string;
  /** The folder of the program's resources, with electron-builder's `app-update.yml`. */
  readonly resources: string;
  /** The folder for what is fetched. */
  readonly cacheFolder: string;
  /** Returns the free bytes of the disk on which that folder lies. */
  readonly freeBytes?: FreeBytes;
  /** The programs of Linux that install packages. */
  readonly programs?: SystemPrograms;
  readonly log: { readonly info: (text: string) => void; readonly error: (text: string) => void };
}

export interface Installer {
  /** Whether the fetched version starts by itself; else the caller starts the program again. */
  readonly startsIt: boolean;
  /**
   * Fetches a version, after deleting what was fetched of others. Errors: those of `fetchFile`,
   * `update_not_fetched`, `update_no_room`.
   */
  readonly fetch: (
    manifest: Manifest,
    feed: FeedOptions,
    onProgress: (percent: number) => void,
  ) => Promise<Result<null>>;
  /** Returns whether what was fetched is still what was signed. If it is not, it is deleted. */
  readonly isWhole: () => Promise<boolean>;
  /** Installs what was fetched, at a closed till. Returns whether that was done, or begun. */
  readonly install: () => Promise<boolean>;
}

export async function openInstaller(options: InstallerOptions): Promise<Installer> {
  const { kind, log } = options;
  const updater = await updaterOf(options);
  updater.logger = { info: log.info, warn: log.info, error: log.error };
  updater.autoDownload = false;
  // An update is installed only by consent, and never as the till is closed for the night.
  updater.autoInstallOnAppQuit = false;
  updater.disableWebInstaller = true;
  // In pieces it would ask for files that nobody has signed.
  updater.disableDifferentialDownload = true;
  let errors = 0;
  // Without a listener it would throw.
  updater.on('error', (error) => {
    errors += 1;
    log.error(String(error));
  });
  let fetched: { readonly file: string; readonly sha512: string } | undefined;
  const isWhole = async (): Promise<boolean> => {
    if (!fetched) return false;
    const { file, sha512 } = fetched;
    if ((await hashOf(file)) === sha512) return true;
    // Otherwise it would be taken for fetched.
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
      // It fetches with the till's own connections, as Chromium's reach nobody here.
      const download = async (url: URL, target: string): Promise<void> => {
        if (!url.pathname.endsWith(`/${one.name}`)) throw new Error(`${url.href} was not signed`);
        const result = await fetchFile(feed, one, target, onProgress);
        if (result.ok) return;
        failure = result.error;
        throw new Error(result.error.code);
      };
      Object.assign(updater, { httpExecutor: { download } });
      updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(manifest, one, feed) });
      try {
        await updater.checkForUpdates();
        const [file = ''] = await updater.downloadUpdate();
        fetched = { file, sha512: one.sha512 };
        // electron-updater takes a file that is there already for whole.
        return (await isWhole()) ? ok(null) : err({ code: 'update_not_signed' });
      } catch (error) {
        return err(failure ?? { code: 'update_not_fetched', detail: String(error) });
      }
    },
    isWhole,
    install: async () => {
      if (kind !== 'nsis') return fetched ? installOnLinux(kind, fetched.file, options) : false;
      // Counted from here: an earlier fetch says nothing of what is installed now.
      const before = errors;
      if (!updater.install(true, true)) return false;
      // Windows says a little later that the installer could not be started.
      await systemClock.sleep(installerStartMs);
      return errors === before;
    },
  };
}

const installerStartMs = 3_000;

async function installOnLinux(
  kind: Exclude<PackageKind, 'nsis'>,
  file: string,
  { cacheFolder, log, programs = systemPrograms() }: InstallerOptions,
): Promise<boolean> {
  try {
    if (kind === 'appimage') {
      const { APPIMAGE: program } = process.env;
      if (program === undefined) return false;
      await replaceAppImage(file, program);
    } else {
      await installPackage(kind, file, join(cacheFolder, 'installer.log'), programs);
    }
    return true;
  } catch (error) {
    log.error(String(error));
    return false;
  }
}

/**
 * Makes room for the file. What comes is put beside what is there, and installed beside the old
 * one; after that the till must be able to go on selling. Error: `update_no_room`.
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

/** Deletes other files, and returns how many bytes of this one were fetched before. */
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

/** Returns the file for this processor, however electron-builder has named it. */
const fileFor = ({ files }: Manifest, kind: PackageKind): ManifestFile | undefined =>
  files.find((file) => file.kind === kind && file.arch === process.arch);

/** Returns undefined for a file that cannot be read. */
async function hashOf(file: string): Promise<string | undefined> {
  const hash = createHash('sha512');
  try {
    await pipeline(createReadStream(file), hash);
  } catch {
    return undefined;
  }
  return hash.digest('base64');
}

/** What electron-updater reads of the update info. */
type Info = Pick<UpdateInfo, 'version' | 'files' | 'releaseDate'>;

/** Gives electron-updater what it asks for, from what has been checked. */
function providerOf(manifest: Manifest, file: ManifestFile, { address }: FeedOptions) {
  const { version, releasedAt } = manifest;
  const infos = [{ url: file.name, sha512: file.sha512, size: file.bytes }];
  const info: Info = { version, files: infos, releaseDate: releasedAt };
  return class {
    readonly fileExtraDownloadHeaders = null;
    readonly isUseMultipleRangeRequest = false;
    setRequestHeaders(): void {
      // The till sends none of electron-updater's headers.
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
    // Only the till itself ends and starts the program.
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
  switch (kind) {
    case 'nsis':
      return new NsisUpdater(null, app);
    case 'deb':
      return new DebUpdater(null, app);
    case 'rpm':
      return new RpmUpdater(null, app);
    case 'appimage':
      return new AppImageUpdater(null, app);
  }
}

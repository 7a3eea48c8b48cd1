// Finds how the program came here, and so, what puts a newer version in its place.
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { UpdatesOff } from '../contract/update.ts';
import type { Log } from '../log.ts';
import { openInstaller, type Installer } from './installer.ts';
import type { PackageKind } from './manifest.ts';

/** Returns undefined on macOS, whose updater wants a maker's signature. */
export function packageKindOf(
  { platform, env }: Pick<NodeJS.Process, 'platform' | 'env'>,
  program: string,
  resources: string,
): PackageKind | undefined {
  if (platform === 'win32') return 'nsis';
  if (platform !== 'linux') return undefined;
  // A program that another AppImage starts inherits that image's variables.
  if (isAbsolute(program) && program === env.APPIMAGE) return 'appimage';
  // electron-builder writes this file into both kinds of packages.
  const file = join(resources, 'package-type');
  const kind = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  return kind === 'deb' || kind === 'rpm' ? kind : undefined;
}

export interface InstalledProgram {
  readonly isPackaged: boolean;
  /** True if the command line says where the data is, and it is not where it usually is. */
  readonly hasDataElsewhere: boolean;
  readonly system: Pick<NodeJS.Process, 'platform' | 'env'>;
  /** The file that starts the program. */
  readonly program: string;
  readonly version: string;
  readonly resources: string;
  readonly cacheFolder: string;
  readonly log: Pick<Log, 'info' | 'error'>;
}

/** Returns what installs a newer version of the program, or why nothing does. */
export function findInstaller(
  installed: InstalledProgram,
): (() => Promise<Installer>) | UpdatesOff {
  const { isPackaged, hasDataElsewhere, system, program, resources } = installed;
  const { version, cacheFolder, log } = installed;
  if (!isPackaged) return 'not_installed';
  const kind = packageKindOf(system, program, resources);
  // The installer starts the newer program without arguments, so that it would not find its data.
  if (!kind || (kind === 'nsis' && hasDataElsewhere)) return 'other_system';
  const info = (text: string) => log.info('update', { text });
  const error = (text: string) => log.error('update', text);
  return () => openInstaller({ kind, version, resources, cacheFolder, log: { info, error } });
}

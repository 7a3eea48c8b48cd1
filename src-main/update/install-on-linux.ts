// Puts a fetched package in place on Linux. Nothing here holds up the main thread: Electron lets a
// second start kill a first one that has not answered for 20 seconds, and a person may take longer
// than that to type a password.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface SystemPrograms {
  /** Where the system's own programs lie. What the environment names could be anybody's. */
  readonly folders: readonly string[];
  readonly isRoot: boolean;
}

export const systemPrograms = (): SystemPrograms => ({
  folders: ['/usr/bin', '/bin', '/usr/sbin', '/sbin'],
  isRoot: process.getuid?.() === 0,
});

type Command = readonly [program: string, ...args: string[]];

/** The first program that the system has installs the file. */
const commands = {
  // apt is not used: it may remove the till to mend other packages.
  deb: (file: string): readonly Command[] => [['dpkg', '-i', file]],
  rpm: (file: string): readonly Command[] => [
    ['zypper', '--non-interactive', '--no-refresh', 'install', '--allow-unsigned-rpm', '-f', file],
    ['dnf', 'install', '--nogpgcheck', '-y', file],
    ['yum', 'install', '--nogpgcheck', '-y', file],
    ['rpm', '-Uvh', '--replacepkgs', '--replacefiles', '--nodeps', file],
  ],
};

/**
 * Installs a package as root, for which the system may ask a person. What the installer says goes
 * to a file, so that it goes on even if this program ends. @throws if it was not installed.
 */
export async function installPackage(
  kind: keyof typeof commands,
  file: string,
  outputFile: string,
  { folders, isRoot }: SystemPrograms,
): Promise<void> {
  const find = (name: string): string | undefined =>
    folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const command = commands[kind](file).find(([name]) => find(name));
  const pkexec = isRoot ? [] : [find('pkexec'), '--disable-internal-agent'];
  const [program, ...args] = [
    ...pkexec,
    ...(command ? [find(command[0]), ...command.slice(1)] : []),
  ];
  if (!command || program === undefined)
    throw new Error(command ? 'pkexec is not there' : `nothing installs ${kind}`);
  const output = await open(outputFile, 'w');
  try {
    const installer = spawn(program, args as string[], {
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    const [code] = (await once(installer, 'exit')) as [number | null];
    if (code === 0) return;
    const outputText = await readFile(outputFile, 'utf8');
    throw new Error(`${command[0]} ended with ${String(code)}: ${outputText.slice(-2_000)}`);
  } finally {
    await output.close();
  }
}

/**
 * Puts a new AppImage in the place of the old one. electron-updater removes the old one first: if
 * that is interrupted, nothing is left.
 */
export async function replaceAppImage(file: string, program: string): Promise<void> {
  const beside = `${program}.new`;
  try {
    await copyFile(file, beside);
    const copy = await open(beside, 'r+');
    try {
      await copy.sync();
    } finally {
      await copy.close();
    }
    await rename(beside, program);
  } finally {
    await rm(beside, { force: true });
  }
}

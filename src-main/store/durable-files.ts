// Files that must be on the disk, under their name, before anything builds on them.
import { closeSync, fsyncSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../contract/errors.ts';
import { renamePatiently } from './patient-rename.ts';

/** Gives a finished file its name: from then on it is there whole, also after a power cut. */
export function publish(partial: string, file: string): void {
  sync(partial, 'r+');
  renamePatiently(partial, file);
  syncFolder(dirname(file));
}

/** Writes a file that has yet to be given its name, without blocking. */
export async function writeDurably(
  partial: string,
  content: Uint8Array | Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const handle = await open(partial, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Makes names that were given or taken in the folder durable. Windows cannot do that, and need not:
 * its journal keeps their order. Nor can some shares, and SQLite asks no more of them.
 */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    sync(folder, 'r');
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'ENOSYS'].includes(codeOf(error) ?? '')) throw error;
  }
}

export const sync = (path: string, flags: 'r' | 'r+'): void => withFile(path, flags, fsyncSync);

/** Returns whether the disk cannot read, or write, what is asked of it. */
export const isBadSector = (error: unknown): boolean => codeOf(error) === 'EIO';

/** Returns the first bytes of a file; fewer if it is shorter. */
export function readStart(file: string, length: number): Buffer {
  const start = Buffer.alloc(length);
  return withFile(file, 'r', (fd) => start.subarray(0, readSync(fd, start, 0, length, 0)));
}

/** Opens a file for as long as `act` takes. A new one is its owner's alone. */
export function withFile<T>(path: string, flags: string | number, act: (fd: number) => T): T {
  const fd = openSync(path, flags, 0o600);
  try {
    return act(fd);
  } finally {
    closeSync(fd);
  }
}

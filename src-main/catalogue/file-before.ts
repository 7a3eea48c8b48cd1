// The catalogue as it was before the last change of many, as a file beside the one in use: undoing
// puts it back. The one in use names it; any other is of no use.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sync, syncFolder } from '../store/durable-files.ts';
import { renamePatiently } from '../store/patient-rename.ts';

const named = /^catalogue-before-[0-9a-f]{8}\.db$/;
/** What a change of many is written to, and what undoing it takes out of use. */
export const spareName = 'catalogue-many.db';

export const newNameBefore = (): string => `catalogue-before-${randomBytes(4).toString('hex')}.db`;

/**
 * Puts a whole file in the place of another, which is kept as `aside`. Both must be closed. Ended
 * between the two steps there is none in that place: see `recoverPlace`.
 */
export function exchange(newFile: string, file: string, aside: string): void {
  sync(newFile, 'r+');
  renamePatiently(file, aside);
  renamePatiently(newFile, file);
  syncFolder(dirname(file));
}

/** Puts the catalogue back that `exchange` has taken out, where it came no further. */
export function recoverPlace(file: string): void {
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) return;
  const [latest] = readdirSync(folder)
    .filter((name) => named.test(name))
    .map((name) => join(folder, name))
    .sort((one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs);
  if (latest === undefined) return;
  renamePatiently(latest, file);
  syncFolder(folder);
}

/** Removes what a change of many has left, but the file of this name. */
export async function removeLeftBehind(folder: string, nameBefore: string | null): Promise<void> {
  for (const name of await readdir(folder)) {
    const base = name.replace(/-(?:journal|wal|shm)$/, '');
    const isLeft = base === spareName || (named.test(base) && base !== nameBefore);
    if (isLeft) await rm(join(folder, name), { force: true, maxRetries: 20, retryDelay: 50 });
  }
}

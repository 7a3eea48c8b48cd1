// The catalogue as it was before the last change of many, in a file beside the one in use. Undoing
// puts that file back. The catalogue in use names it; any other such file is of no use.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { sync, syncFolder } from '../store/durable-files.ts';
import { renamePatiently } from '../store/patient-rename.ts';
import { readLastChange } from './last-change.ts';

const named = /^catalogue-before-[0-9a-f]{8}\.db$/;
/**
 * A change of many is written to a file of this name, and undoing one leaves the catalogue that it
 * takes out of use there.
 */
export const spareName = 'catalogue-many.db';

export const newNameBefore = (): string => `catalogue-before-${randomBytes(4).toString('hex')}.db`;

/**
 * Puts a whole file in the place of another, which is kept as `aside`. Both must be closed. If the
 * program ends between the two steps, no file is in that place: see `recoverPlace`.
 */
export function exchange(newFile: string, file: string, aside: string): void {
  sync(newFile, 'r+');
  renamePatiently(file, aside);
  renamePatiently(newFile, file);
  syncFolder(dirname(file));
}

/**
 * Puts the catalogue back that `exchange` has taken out, if `exchange` came no further. The spare
 * file (the one that was to take its place, or that undoing has taken out) is whole then, and names
 * the file to put back.
 */
export function recoverPlace(file: string): void {
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => named.test(name));
  const meant = nameBeforeIn(join(folder, spareName));
  const name = names.find((each) => each === meant) ?? latestOf(folder, names);
  if (name === undefined) return;
  renamePatiently(join(folder, name), file);
  syncFolder(folder);
}

/**
 * Returns the latest of these files. One that another file names is older than that file, whatever
 * the clock said.
 */
function latestOf(folder: string, names: readonly string[]): string | undefined {
  const older = new Set(names.map((name) => nameBeforeIn(join(folder, name))));
  const writtenMs = (name: string) => statSync(join(folder, name)).mtimeMs;
  const [latest] = names.toSorted(
    (one, other) =>
      Number(older.has(one)) - Number(older.has(other)) || writtenMs(other) - writtenMs(one),
  );
  return latest;
}

/** Returns null if the file is missing, names none or cannot be read. */
function nameBeforeIn(file: string): string | null {
  if (!existsSync(file)) return null;
  try {
    const db = new Database(file, { readonly: true });
    try {
      return readLastChange(db).nameBefore;
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

/** Tells whether nothing can use the file any more. `isChanged`: a change of many is under way. */
export function isLeftBehind(
  name: string,
  { nameBefore, isChanged }: { readonly nameBefore: string | null; readonly isChanged: boolean },
): boolean {
  const base = name.replace(/-(?:journal|wal|shm)$/, '');
  return base === spareName ? !isChanged : named.test(base) && base !== nameBefore;
}

/** Removes the files that changes of many have left. */
export async function removeLeftBehind(
  folder: string,
  isLeft: (name: string) => boolean,
): Promise<void> {
  for (const name of await readdir(folder)) {
    if (isLeft(name)) await rm(join(folder, name), { force: true, maxRetries: 20, retryDelay: 50 });
  }
}

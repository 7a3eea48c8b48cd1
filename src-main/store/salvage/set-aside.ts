// Damaged database files: moved out of the way, never overwritten, never opened again.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { syncFolder } from '../durable-files.ts';
import { renamePatiently } from '../patient-rename.ts';

const asideStem = (file: string): string => `${file.replace(/\.db$/, '')}.damaged-`;

/** Returns `till.damaged-1.db` and so on: numbered, because a clock may be wrong. */
const asideName = (file: string, number: number): string => `${asideStem(file)}${number}.db`;

/** Returns 0 if nothing was ever set aside. A number is in use if any of its files exists. */
function latestNumber(file: string): number {
  const stem = basename(asideStem(file));
  const numbers = readdirSync(dirname(file))
    .filter((name) => name.startsWith(stem))
    .map((name) => /^(\d+)\.db(-wal|-journal)?$/.exec(name.slice(stem.length))?.[1]);
  return Math.max(0, ...numbers.map((number) => Number(number ?? 0)));
}

export function latestSetAside(file: string): string | undefined {
  const number = latestNumber(file);
  return number === 0 ? undefined : asideName(file, number);
}

/**
 * Moves the file and its write-ahead log, which holds the latest sales. The file goes first and
 * durably, so that a log without a file means that a move was cut short. Returns the new name.
 */
export function setAside(file: string): string {
  const aside = asideName(file, latestNumber(file) + 1);
  renamePatiently(file, aside);
  syncFolder(dirname(file));
  finishSettingAside(file);
  return aside;
}

/** Finishes a move. Call it before SQLite sees the folder: no new file may meet another's log. */
export function finishSettingAside(file: string): void {
  if (existsSync(file)) return;
  rmSync(`${file}-shm`, { force: true });
  for (const suffix of ['-wal', '-journal']) {
    if (!existsSync(file + suffix)) continue;
    const aside = latestSetAside(file);
    const isOwner = aside !== undefined && existsSync(aside) && !existsSync(aside + suffix);
    const owner = isOwner ? aside : asideName(file, latestNumber(file) + 1);
    renamePatiently(file + suffix, owner + suffix);
    syncFolder(dirname(file));
  }
}

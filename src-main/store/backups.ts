// Copies of a till's database, made while it sells, in a folder beside it.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isOfSystem } from '../contract/errors.ts';
import type { KeptBackup } from '../contract/restore.ts';
import { publish } from './durable-files.ts';
import { isWholeFile, markFileAsCopy, removeDatabase, type Store } from './open.ts';

/** As many as stay, unless they take more than `mostBytes`; but two stay, whatever they take. */
const mostBackups = 7;
const leastBackups = 2;
const mostBytes = 2_000_000_000;

const folderOf = (file: string): string => join(dirname(file), 'backups');
const backupName = /^till-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;

/** Returns the backups, the last made first, whatever the clock said: see `dateAfter`. */
export function listBackups(file: string): readonly string[] {
  const folder = folderOf(file);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder)
    .filter((name) => backupName.test(name))
    .map((name) => join(folder, name))
    .filter(isFile)
    .sort((one, other) => modifiedAtMs(other) - modifiedAtMs(one) || (one < other ? 1 : -1));
}

/** A link that leads nowhere, and an entry that the disk cannot read, are no backups. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    return false;
  }
}

const modifiedAtMs = (file: string): number => statSync(file).mtimeMs;

/** Returns when the last was made, by its name; undefined if there is none. */
export function newestBackupAtMs(file: string): number | undefined {
  const [newest] = listBackups(file);
  return newest === undefined ? undefined : madeAtMs(newest);
}

/** Returns the backups that a person can choose from, in the order of `listBackups`. */
export const keptBackups = (file: string): readonly KeptBackup[] =>
  listBackups(file).map((backup) => ({
    name: basename(backup),
    madeAtMs: madeAtMs(backup) ?? modifiedAtMs(backup),
    bytes: statSync(backup).size,
  }));

/** Returns undefined for any name that `keptBackups` does not return. */
export const backupNamed = (file: string, name: string): string | undefined =>
  listBackups(file).find((backup) => basename(backup) === name);

function madeAtMs(backup: string): number | undefined {
  const parts = backupName.exec(basename(backup));
  return parts ? Date.parse(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}`) : undefined;
}

/** Returns whether a copy is whole, and leaves it on the disk. */
export type CheckCopy = (partial: string) => boolean | Promise<boolean>;

/** Thrown where a copy is not whole: what it was made of may not be either. */
export class DamagedCopy extends Error {}

/**
 * Makes a backup with SQLite's own function, so that it contains what is still in the write-ahead
 * log, and what is sold meanwhile. It is checked and on the disk before it gets its name; then the
 * old ones are removed. Returns the file.
 * @throws the signal's reason if it is aborted, DamagedCopy, SqliteError, and what the file system
 *   throws.
 */
export async function backUp(
  db: Store,
  nowMs: number,
  signal: AbortSignal,
  check: CheckCopy = isWholeFile,
): Promise<string> {
  const folder = folderOf(db.name);
  mkdirSync(folder, { recursive: true });
  const stamp = new Date(nowMs).toISOString().replaceAll(':', '-');
  const backup = join(folder, `till-${stamp}.db`);
  const partial = join(folder, 'partial.db');
  removeDatabase(partial);
  try {
    await db.backup(partial, {
      progress: () => {
        signal.throwIfAborted();
        return pagesATurn;
      },
    });
    if (!(await check(partial))) throw new DamagedCopy('the backup is damaged');
    markFileAsCopy(partial);
    dateAfter(partial, listBackups(db.name)[0], nowMs);
    publish(partial, backup);
  } catch (error) {
    removeDatabase(partial);
    throw error;
  }
  for (const old of tooMany(listBackups(db.name))) if (old !== backup) rmSync(old);
  return backup;
}

/** Returns the backups that are not kept, of a list that begins with the newest. */
function tooMany(backups: readonly string[]): readonly string[] {
  let bytes = 0;
  return backups.filter((backup, index) => {
    bytes += statSync(backup).size;
    return index >= leastBackups && (index >= mostBackups || bytes > mostBytes);
  });
}

/** How many pages are copied in a turn, which takes a few tenths of a millisecond. */
const pagesATurn = 64;

/**
 * Dates the backup after the last one, so that a clock that was set back does not make it look
 * older. The name says what the clock said, and the modification time in which order backups were
 * made. Two seconds are the finest that every file system keeps.
 */
function dateAfter(partial: string, last: string | undefined, nowMs: number): void {
  const atMs = last === undefined ? nowMs : Math.max(nowMs, modifiedAtMs(last) + 2_000);
  utimesSync(partial, atMs / 1_000, atMs / 1_000);
}

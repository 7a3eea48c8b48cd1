// Copies of a till's database, made while it sells, in a folder beside it.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { KeptBackup } from '../contract/restore.ts';
import { publish } from './durable-files.ts';
import { markAsCopy, type Store } from './open.ts';

const mostBackups = 7;
const folderOf = (file: string): string => join(dirname(file), 'backups');
const backupName = /^till-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)\.db$/;

/** Returns the backups, the last made first, whatever the clock said: see `dateAfter`. */
export function listBackups(file: string): readonly string[] {
  const folder = folderOf(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => backupName.test(name))
    .map((name) => join(folder, name))
    .sort((one, other) => modifiedAtMs(other) - modifiedAtMs(one) || (one < other ? 1 : -1));
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

/**
 * Makes a backup with SQLite's own function, so that it contains what is still in the write-ahead
 * log, and what is sold meanwhile. It is checked and on the disk before it gets its name; then all
 * but the last seven are removed. Returns the file.
 * @throws the signal's reason if it is aborted, SqliteError, and what the file system throws.
 */
export async function backUp(db: Store, nowMs: number, signal: AbortSignal): Promise<string> {
  const folder = folderOf(db.name);
  mkdirSync(folder, { recursive: true });
  const stamp = new Date(nowMs).toISOString().replaceAll(':', '-');
  const backup = join(folder, `till-${stamp}.db`);
  const partial = join(folder, 'partial.db');
  rmSync(partial, { force: true });
  try {
    await db.backup(partial, {
      progress: () => {
        signal.throwIfAborted();
        return pagesATurn;
      },
    });
    finish(partial);
    dateAfter(partial, listBackups(db.name)[0], nowMs);
    publish(partial, backup);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  for (const old of listBackups(db.name).slice(mostBackups)) if (old !== backup) rmSync(old);
  return backup;
}

/**
 * How many pages are copied in a turn: it takes a few tenths of a millisecond, so that the next
 * customer notices nothing.
 */
const pagesATurn = 64;

function finish(partial: string): void {
  const copy = new Database(partial);
  try {
    markAsCopy(copy);
    const check: unknown = copy.pragma('quick_check(1)', { simple: true });
    if (check !== 'ok') throw new Error(`the backup is damaged: ${String(check)}`);
  } finally {
    copy.close();
  }
}

/**
 * Dates the backup after the last one, so that a clock that was set back does not make it look
 * older. The name says what the clock said, and the modification time in which order backups were
 * made. Two seconds are the finest that every file system keeps.
 */
function dateAfter(partial: string, last: string | undefined, nowMs: number): void {
  const atMs = last === undefined ? nowMs : Math.max(nowMs, modifiedAtMs(last) + 2_000);
  utimesSync(partial, atMs / 1_000, atMs / 1_000);
}

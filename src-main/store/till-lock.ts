// One process for one till: its lock, a transaction on a file of its own.
import { mkdirSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import type { Store } from './open.ts';
import { isUnreadable, storeError } from './store-errors.ts';

const heldLocks = new Set<Store>();

/**
 * Locks the till: two processes that send the sales of one file would take each other's requests
 * for lost ones. The lock is a transaction on a file of its own, which ends with the process,
 * whatever ends that; it is taken before anything else is looked at. Undefined if another process
 * holds it.
 */
export function holdTill(file: string): (() => void) | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const lockFile = lockOf(`${file}.lock`) ?? lockEmptied(`${file}.lock`);
  if (lockFile === 'busy') return undefined;
  // A lock that nothing refers to would be collected, and let go of the till in silence.
  heldLocks.add(lockFile);
  return () => {
    heldLocks.delete(lockFile);
    lockFile.close();
  };
}

/**
 * Returns undefined for a file that holds something else: it never holds anything, so a disk has
 * spoilt it, and nobody has locked it, as that is found out first.
 */
function lockOf(name: string): Store | 'busy' | undefined {
  const lockFile = new Database(name, { timeout: 500 });
  try {
    lockFile.exec('BEGIN EXCLUSIVE');
    return lockFile;
  } catch (error) {
    lockFile.close();
    if (isBusy(error)) return 'busy';
    const problem = storeError(error, name);
    if (problem?.code === 'store_damaged' || isUnreadable(problem)) return undefined;
    throw error;
  }
}

/** Empties the file, which stays the same to whoever opens it at the same time. */
function lockEmptied(name: string): Store | 'busy' {
  truncateSync(name);
  const lockFile = lockOf(name);
  if (!lockFile) throw new Error(`${name} cannot be emptied`);
  return lockFile;
}

/** Returns whether another program has what is asked for. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY';

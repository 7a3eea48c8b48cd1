// What a failure of the disk is to the till: full, damaged, or one that may pass.
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { type AppError, codeOf, err, isOfSystem, type Result } from '../contract/errors.ts';

/** Returns a failure of SQLite or the file system as an error of ours; undefined for a bug. */
export function storeError(error: unknown, file: string): AppError | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (full.test(code)) return { code: 'disk_full' };
  if (reasonless.test(code) && hasNoRoom(file)) return { code: 'disk_full' };
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return { code: 'store_damaged', file };
  if (!code.startsWith('SQLITE_') && !isOfSystem(error)) return undefined;
  return { code: 'store_failed', detail: isFailedWrite(error) ? 'EIO write' : code };
}

/** Returns whether the disk could not take something; `EIO` alone is what it could not read. */
const isFailedWrite = (error: unknown): boolean =>
  codeOf(error) === 'EIO' &&
  error instanceof Error &&
  'syscall' in error &&
  /sync|write|rename/.test(String(error.syscall));

const full = /^(SQLITE_FULL|ENOSPC|EDQUOT)$/;

/** Failed writes of which SQLite does not say why: the log's index is one, a quota another. */
const reasonless = /^SQLITE_(CANTOPEN|IOERR_(SHM|WRITE|FSYNC|TRUNCATE))/;

/** What the log's index takes at its least, and a commit with it. */
const leastBytes = 64 * 1024;

/** Returns whether so much cannot be written: nothing else tells of a quota. */
function hasNoRoom(file: string): boolean {
  if (!isAbsolute(file)) return false;
  try {
    const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
    const probe = join(isFolder ? file : dirname(file), `.room-${process.pid}`);
    try {
      writeFileSync(probe, Buffer.alloc(leastBytes), { flush: true });
    } finally {
      rmSync(probe, { force: true });
    }
    return false;
  } catch (error) {
    // A disk that is away is not full.
    if (!isOfSystem(error)) throw error;
    return full.test(codeOf(error) ?? '');
  }
}

/** Does the same for an answer. @throws an error that is a bug. */
export function storeFailure(error: unknown, file: string): Result<never> {
  const expected = storeError(error, file);
  if (!expected) throw error;
  return err(expected);
}

/** Returns whether the disk could not read a part of the file. It may be away for a moment. */
export const isUnreadable = (error: AppError | undefined): boolean =>
  error?.code === 'store_failed' && /^(EIO|SQLITE_IOERR_(READ|CORRUPTFS))$/.test(error.detail);

/** Returns whether the file was moved, deleted or replaced while it was open. */
export const isMoved = (error: AppError | undefined): boolean =>
  error?.code === 'store_failed' && error.detail === 'SQLITE_READONLY_DBMOVED';

/** Failures that another program or the disk causes. SQLite's others are bugs of ours. */
const passing = /^(SQLITE_(BUSY|LOCKED|IOERR|CANTOPEN|READONLY)|E[A-Z])/;

/** Returns why a write failed, if it may succeed later; else undefined. */
export function passingStoreError(error: unknown, file: string): AppError | undefined {
  const problem = storeError(error, file);
  switch (problem?.code) {
    case 'disk_full':
      return problem;
    case 'store_failed':
      return passing.test(problem.detail) ? problem : undefined;
    default:
      return undefined;
  }
}

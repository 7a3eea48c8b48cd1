// What a failure of the disk is to the till: full, damaged, or one that may pass.
import { type AppError, codeOf, err, isOfSystem, type Result } from '../contract/errors.ts';

/** Returns a failure of SQLite or the file system as an error of ours; undefined for a bug. */
export function storeError(error: unknown, file: string): AppError | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (code === 'SQLITE_FULL' || code === 'ENOSPC') return { code: 'disk_full' };
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return { code: 'store_damaged', file };
  return code.startsWith('SQLITE_') || isOfSystem(error)
    ? { code: 'store_failed', detail: code }
    : undefined;
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

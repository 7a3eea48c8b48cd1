// What a catalogue that cannot be read or written means to the till: less than such sales.
import * as v from 'valibot';
import { err, type AppError, type Result } from '../contract/errors.ts';
import { storeError } from '../store/store-errors.ts';

/**
 * Returns the failure of an open catalogue as an error of ours; undefined for a bug. `file` tells
 * whether its disk is full.
 */
export function catalogueError(error: unknown, file = 'catalogue.db'): AppError | undefined {
  if (v.isValiError(error)) return { code: 'catalogue_damaged' };
  const expected = storeError(error, file);
  return expected?.code === 'store_damaged' ? { code: 'catalogue_damaged' } : expected;
}

/** Does as `catalogueError`, for an answer. @throws an error that is a bug. */
export function catalogueFailure(error: unknown, file?: string): Result<never> {
  const expected = catalogueError(error, file);
  if (!expected) throw error;
  return err(expected);
}

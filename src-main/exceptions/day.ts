// Finds what a manager wants to see of one day of this computer.
import type { TillException } from '../contract/exceptions.ts';
import { readExceptions } from '../store/exceptions.ts';
import type { Store } from '../store/open.ts';
import type { Span } from '../store/which-rows.ts';

/**
 * Returns the span from midnight to midnight, also on days when clocks are put forward or back.
 * `date` is `yyyy-mm-dd`.
 */
export function spanOf(date: string): Span {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return {
    fromMs: new Date(year, month - 1, day).getTime(),
    untilMs: new Date(year, month - 1, day + 1).getTime(),
  };
}

/** Returns the exceptions, newest first. */
export const exceptionsOfDay = (db: Store, date: string): readonly TillException[] =>
  readExceptions(db, spanOf(date));

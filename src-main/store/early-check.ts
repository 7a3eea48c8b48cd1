// Has a till's file read whole by a helper before it is opened: with a million sales that takes a
// minute, in which the window must live.
import { statSync } from 'node:fs';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import { identifyWithLog, trustedSinceMs } from './clean-close.ts';
import type { isWholeFile } from './open.ts';
import { holdTill } from './open-till.ts';

/** Less is read before a helper has begun. */
const smallBytes = 32 * 2 ** 20;

/**
 * Returns what `openTillStore` then takes for a file that was found whole; undefined where it is to
 * read the file itself, and to say what is wrong: it is small or trusted, held by another program,
 * or not whole.
 */
export async function checkEarly(
  start: StartHelper,
  file: string,
  nowMs: number,
  atLeastBytes = smallBytes,
): Promise<string | undefined> {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size < atLeastBytes || trustedSinceMs(file, nowMs) !== undefined) return undefined;
  const release = holdTill(file);
  if (!release) return undefined;
  try {
    // Where the helper fails, whoever opens the file finds out why.
    const isWhole = await askHelper<typeof isWholeFile>(start, 'check', file).catch(() => false);
    return isWhole ? identifyWithLog(file) : undefined;
  } finally {
    release();
  }
}

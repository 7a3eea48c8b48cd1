// Has a till's file read whole by a helper before it is opened: with a million sales that takes a
// minute, in which the window must live.
import { statSync } from 'node:fs';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import { identify, identifyWithLog, trustedSinceMs } from './clean-close.ts';
import type { isWholeFile } from './open.ts';
import { holdTill } from './open-till.ts';

/** Less is read before a helper has begun. */
const smallBytes = 32 * 2 ** 20;

/**
 * Returns what `openTillStore` then takes for a file that was found whole; undefined where it is to
 * read the file itself, and to say what is wrong: it is small or trusted, held by another program,
 * or not whole. `onFailure`: the helper came to a bad end.
 */
export async function checkEarly(
  start: StartHelper,
  file: string,
  nowMs: number,
  onFailure: (error: unknown) => void,
  atLeastBytes = smallBytes,
): Promise<string | undefined> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found || found.size < atLeastBytes || trustedSinceMs(file, nowMs) !== undefined)
    return undefined;
  const release = holdTill(file);
  if (!release) return undefined;
  try {
    const before = identify(file);
    const isWhole = await askHelper<typeof isWholeFile>(start, 'check', file);
    // Another one may have been put in its place meanwhile.
    return isWhole && identify(file) === before ? identifyWithLog(file) : undefined;
  } catch (error) {
    onFailure(error);
    return undefined;
  } finally {
    release();
  }
}

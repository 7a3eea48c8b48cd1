// Has a helper read a till's file whole before it is opened: with a million sales that takes a
// minute, in which the window must stay alive.
import { statSync } from 'node:fs';
import { askHelper, type StartHelper } from '../helper-process/ask-helper.ts';
import { identify, identifyWithLog, trustedSinceMs } from './clean-close.ts';
import type { isWholeFile } from './open.ts';
import { holdTill } from './open-till.ts';

/** A smaller file is read before a helper has even begun. */
const smallBytes = 32 * 2 ** 20;

/**
 * Returns the text by which `openTillStore` recognises a file that was found whole. Undefined means
 * that it must read the file itself and say what is wrong: the file is small or trusted, held by
 * another program, or not whole. `onFailure` is told if the helper failed.
 */
export async function checkEarly(
  start: StartHelper,
  file: string,
  nowMs: number,
  onFailure: (error: unknown) => void,
  atLeastBytes = smallBytes,
): Promise<string | undefined> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats || stats.size < atLeastBytes || trustedSinceMs(file, nowMs) !== undefined)
    return undefined;
  const release = holdTill(file);
  if (!release) return undefined;
  try {
    const before = identify(file);
    const isWhole = await askHelper<typeof isWholeFile>(start, 'check', file);
    // Another file may have been put in its place meanwhile.
    return isWhole && identify(file) === before ? identifyWithLog(file) : undefined;
  } catch (error) {
    onFailure(error);
    return undefined;
  } finally {
    release();
  }
}

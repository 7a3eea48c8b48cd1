// Has a till's file read whole in a thread of its own before it is opened: with a million sales
// that takes a minute, in which the window must live.
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { identifyWithLog, trustedSinceMs } from './clean-close.ts';
import { holdTill } from './open-till.ts';

/** Built, it lies beside the program; from source, beside this file. */
const workerFile = new URL(`./check-worker${extname(import.meta.filename)}`, import.meta.url);

/** Less is read before a thread has begun. */
const smallBytes = 32 * 2 ** 20;

/**
 * Returns what `openTillStore` then takes for a file that was found whole; undefined where it is to
 * read the file itself, and to say what is wrong: it is small or trusted, held by another program,
 * or not whole.
 */
export async function checkInThread(
  file: string,
  nowMs: number,
  atLeastBytes = smallBytes,
): Promise<string | undefined> {
  const { size = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  if (size < atLeastBytes || trustedSinceMs(file, nowMs) !== undefined) return undefined;
  const release = holdTill(file);
  if (!release) return undefined;
  try {
    return (await isWhole(file)) ? identifyWithLog(file) : undefined;
  } finally {
    release();
  }
}

/** Once the thread has let go of the file. */
function isWhole(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const worker = new Worker(workerFile, { workerData: file });
    let found = false;
    worker.on('message', (whole: boolean) => {
      found = whole;
    });
    // Whoever opens the file finds out why.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      resolve(found);
    });
  });
}

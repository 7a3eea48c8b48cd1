// Settings that cannot be read for now: a virus scanner holds the file, or it is another user's.
// Without them the till does not know whose till it is, so that a start waits for them.
import { closeSync, openSync } from 'node:fs';
import type { Clock } from '../clock.ts';
import { codeOf, isOfSystem } from '../contract/errors.ts';

const everyMs = 1_000;
/** A virus scanner holds a file for less. */
const tellAfter = 3;

export interface Waiting {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Shows the code until the signal aborts. */
  readonly tell: (code: string, signal: AbortSignal) => void;
}

/** Resolves once the file can be opened or is not there. What it holds is for others to judge. */
export async function whenReadable(file: string, { clock, tell }: Waiting): Promise<void> {
  const over = new AbortController();
  for (let times = 1; ; times += 1) {
    const code = obstacleOf(file);
    if (code === null) break;
    if (times === tellAfter) tell(code, over.signal);
    await clock.sleep(everyMs, over.signal);
  }
  over.abort();
}

function obstacleOf(file: string): string | null {
  try {
    closeSync(openSync(file, 'r'));
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (!isOfSystem(error) || code === undefined) throw error;
    // What the disk itself cannot read any more is set aside.
    return ['ENOENT', 'ENOTDIR', 'EISDIR', 'EIO'].includes(code) ? null : code;
  }
}

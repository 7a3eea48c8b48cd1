// Settings that cannot be read, or not be set aside, for now: a virus scanner holds the file, it is
// another user's, or its disk is away. Without them the till does not know whose till it is, so
// that a start waits for them.
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

/**
 * Resolves with what `open` returns once the system lets it. `isEarly`: what the disk cannot read
 * may pass yet. @throws an error of `open` that is not the system's.
 */
export async function whenOpened<Settings>(
  open: (isEarly: boolean) => Settings,
  { clock, tell }: Waiting,
): Promise<Settings> {
  const over = new AbortController();
  try {
    for (let times = 1; ; times += 1) {
      try {
        return open(times < tellAfter);
      } catch (error) {
        const code = codeOf(error);
        if (!isOfSystem(error) || code === undefined) throw error;
        if (times === tellAfter) tell(code, over.signal);
      }
      await clock.sleep(everyMs, over.signal);
    }
  } finally {
    over.abort();
  }
}

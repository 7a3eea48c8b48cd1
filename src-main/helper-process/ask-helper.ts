// Work in a process of its own: it takes longer than selling can wait, or reads what nobody has
// read yet, and may come to a bad end without taking the till along.
import { after, systemClock, type Clock } from '../clock.ts';
import { mostOfSpreadsheet } from '../contract/spreadsheet.ts';
import { thrownFrom, type HelperMessage } from './messages.ts';

/** What is used of Electron's `UtilityProcess`. */
export interface HelperProcess {
  postMessage(message: unknown): void;
  on(event: 'spawn', listener: () => void): unknown;
  on(event: 'message', listener: (message: HelperMessage) => void): unknown;
  /** V8 can go on no longer. The end follows; without a listener it is main's. */
  on(event: 'error', listener: (type: string, location: string) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  /** Does nothing before the process has started. */
  kill(): boolean;
}

export type StartHelper = () => HelperProcess;

/** Bounds a helper's memory: V8 ends one that needs more. Electron takes V8's options like this. */
export const helperOptions: readonly string[] = [
  `--js-flags=--max-old-space-size=${mostOfSpreadsheet.memoryMegabytes}`,
];

/** A process that the system refuses to start tells nobody. */
const longestStartMs = 30_000;

/** What a helper does: an entry of `helper.ts`. */
type Work = (job: never, onProgress: never) => unknown;

/** A process that ended without an answer: a bug, or work that was too much for it. */
export const helperEnded = 'HELPER_ENDED';

export interface AskOptions<Does extends Work> {
  readonly onProgress?: Parameters<Does>[1];
  /** Ends the work. */
  readonly signal?: AbortSignal;
  readonly clock?: Pick<Clock, 'sleep'>;
}

/**
 * Returns once the process has ended, and with it every file that it had open. `name` is that of
 * the work in `helper.ts`. @throws what the work threw, the signal's reason, or an error with the
 * code `helperEnded`.
 */
export async function askHelper<Does extends Work>(
  start: StartHelper,
  name: string,
  job: Parameters<Does>[0],
  { onProgress, signal, clock = systemClock }: AskOptions<Does> = {},
): Promise<Awaited<ReturnType<Does>>> {
  type Answer = Awaited<ReturnType<Does>>;
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const helper = start();
  let last: Exclude<HelperMessage, { kind: 'progress' }> | undefined;
  let failure = '';
  let isStarted = false;
  let isOver = false;
  const end = () => {
    isOver = true;
    if (isStarted) helper.kill();
  };
  const starting = new AbortController();
  after(clock, longestStartMs, starting.signal, () => {
    end();
    reject(new Error(`the helper for ${name} did not start`));
  });
  signal?.addEventListener('abort', end);
  helper.on('spawn', () => {
    starting.abort();
    isStarted = true;
    if (isOver) helper.kill();
  });
  helper.on('message', (message) => {
    if (message.kind === 'progress') {
      (onProgress as ((progress: unknown) => void) | undefined)?.(message.progress);
      return;
    }
    last = message;
    end();
  });
  helper.on('error', (type, location) => {
    failure = ` (${type}: ${location})`;
  });
  helper.on('exit', (code) => {
    starting.abort();
    signal?.removeEventListener('abort', end);
    if (signal?.aborted === true) reject(signal.reason as Error);
    else if (last?.kind === 'done') resolve(last.answer as Answer);
    else if (last) reject(thrownFrom(last.error));
    else {
      const ended = new Error(`the helper for ${name} ended with ${code}${failure}`);
      reject(Object.assign(ended, { code: helperEnded }));
    }
  });
  helper.postMessage({ name, job });
  return promise;
}

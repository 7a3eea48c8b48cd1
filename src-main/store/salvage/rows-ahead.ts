// A second thread, which reads and checks the rows of a source while this one copies them: on two
// cores both at once. Where it fails, this thread goes on by itself, in the same way.
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { FoundHistory, FoundSales, HistoryTable, Rows } from './stretches.ts';

/** The numbers that both threads share, each at its place. */
export const shared = {
  /** Counts on with every sign of life; a message is one, and the end. */
  signs: 0,
  /** How many messages were taken. */
  taken: 1,
  isStopped: 2,
  hasEnded: 3,
} as const;

export type Message =
  /** Without `found`, the table is at its end. */
  | { readonly table: 'sale'; readonly found?: FoundSales }
  | { readonly table: HistoryTable; readonly found?: FoundHistory }
  | { readonly failure: string };

/** How long the thread may be silent: it may wait for a disk that has trouble reading. */
const longestSilenceMs = 30_000;

/** The rows of one source. Ask for the tables in the order in which the thread reads them. */
export class RowsAhead {
  readonly #port;
  readonly #shared = new Int32Array(
    new SharedArrayBuffer(Object.keys(shared).length * Int32Array.BYTES_PER_ELEMENT),
  );
  readonly #silenceMs: number;
  #isLost = false;

  /** @param program that of the thread: `helper-process/rows-ahead.ts`, or as it was built. */
  constructor(program: string, file: string, silenceMs = longestSilenceMs) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#silenceMs = silenceMs;
    const workerData = { file, port: port2, shared: this.#shared };
    const worker = new Worker(program, { workerData, transferList: [port2], execArgv: [] });
    worker.unref();
    // By then it was noticed that nothing comes any more.
    worker.on('error', () => undefined);
  }

  /** Yields what the thread finds of the table, or from where it fails on what `find` does. */
  *found<Found extends Rows>(
    table: 'sale' | HistoryTable,
    find: (first: number) => Generator<Found>,
  ): Generator<Found> {
    let next = 1;
    for (;;) {
      const message = this.#next();
      if (message?.table !== table) {
        yield* find(next);
        return;
      }
      if (!message.found) return;
      const found = message.found as Rows as Found;
      yield restored(found);
      next = found.from + found.count;
    }
  }

  /** Ends the thread, which lets go of the source: Windows removes no open file. */
  end(): void {
    Atomics.store(this.#shared, shared.isStopped, 1);
    this.#notifyTaken();
    let signs = this.#signs();
    while (!this.#hasEnded() && this.#waits(signs)) signs = this.#signs();
  }

  #next(): Exclude<Message, { failure: string }> | undefined {
    while (!this.#isLost) {
      const signs = this.#signs();
      const hasEnded = this.#hasEnded();
      const received = receiveMessageOnPort(this.#port);
      if (received) {
        this.#notifyTaken();
        const message = received.message as Message;
        if (!('failure' in message)) return message;
        this.#lose(message.failure);
      } else if (hasEnded || !this.#waits(signs)) this.#lose('it has ended, or is silent');
    }
    return undefined;
  }

  readonly #signs = () => Atomics.load(this.#shared, shared.signs);
  readonly #hasEnded = () => Atomics.load(this.#shared, shared.hasEnded) === 1;

  /** Waits for another sign of life. Returns whether there was one. */
  readonly #waits = (signs: number) =>
    Atomics.wait(this.#shared, shared.signs, signs, this.#silenceMs) !== 'timed-out';

  #notifyTaken(): void {
    Atomics.add(this.#shared, shared.taken, 1);
    Atomics.notify(this.#shared, shared.taken);
  }

  #lose(why: string): void {
    this.#isLost = true;
    process.stderr.write(`the second thread of a salvage is of no use: ${why}\n`);
  }
}

/** A row whose buffers have become plain bytes on the way. */
function restored<Found extends Rows>(found: Found): Found {
  if (!('row' in found)) return found;
  const row = Object.entries(found.row as object).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.length) : value,
  ]);
  return { ...found, row: Object.fromEntries(row) as unknown };
}

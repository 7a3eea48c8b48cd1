// The program of a helper's second thread: see `store/salvage/rows-ahead.ts`.
import { workerData, type MessagePort } from 'node:worker_threads';
import { readInOrder } from '../store/open.ts';
import { openReading } from '../store/salvage/readings.ts';
import { shared, type Message } from '../store/salvage/rows-ahead.ts';
import { findHistory, findSales } from '../store/salvage/stretches.ts';

interface Work {
  readonly file: string;
  readonly port: MessagePort;
  readonly shared: Int32Array<SharedArrayBuffer>;
}

const { file, port, shared: numbers } = workerData as Work;

/** So many messages wait at most: each may be a row with all that it holds. */
const mostWaiting = 4_000;

let sent = 0;

class Stopped extends Error {}

function send(message: Message): void {
  for (;;) {
    const taken = Atomics.load(numbers, shared.taken);
    if (Atomics.load(numbers, shared.isStopped) === 1) throw new Stopped();
    if (sent - taken < mostWaiting) break;
    Atomics.wait(numbers, shared.taken, taken);
  }
  port.postMessage(message);
  sent += 1;
  giveSign();
}

function giveSign(): void {
  Atomics.add(numbers, shared.signs, 1);
  Atomics.notify(numbers, shared.signs);
}

function sayEnd(): void {
  Atomics.store(numbers, shared.hasEnded, 1);
  giveSign();
}

process.once('exit', sayEnd);

try {
  // The locks that this lets go of are of no use: nobody writes into what is read here.
  readInOrder(file, giveSign);
  const source = openReading(file, { readonly: true });
  try {
    const all = { first: 1, inStretches: true };
    for (const found of findSales(source, all)) send({ table: 'sale', found });
    send({ table: 'sale' });
    for (const table of ['sale_step', 'former_sale'] as const) {
      for (const found of findHistory(source, table, all)) send({ table, found });
      send({ table });
    }
  } finally {
    source.close();
  }
} catch (error) {
  if (!(error instanceof Stopped)) port.postMessage({ failure: String(error) } satisfies Message);
}
sayEnd();
// A thread whose end brings its process down has been seen: it stays until that ends as well.
Atomics.wait(numbers, shared.hasEnded, 1);

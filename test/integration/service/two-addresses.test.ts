// A name with two addresses of which one leads nowhere, on a slow line.
import dns from 'node:dns';
import { once } from 'node:events';
import { connect, type LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { network } from './networks.ts';
import { clientOf, probe } from './probe.ts';

/** Gives every name these addresses, in this order. */
function resolveTo(...addresses: readonly string[]): void {
  const lookup: LookupFunction = (_, options, callback) => {
    if (options.all)
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    else callback(null, addresses[0] ?? '', 4);
  };
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(lookup as typeof dns.lookup);
  onTestFinished(() => {
    spy.mockRestore();
  });
}

/**
 * Listens on 127.0.0.1, where connecting takes a second: the backlog is full for a moment, and the
 * kernel drops the first packet. Whatever comes is answered with 200, be it a request or a CONNECT.
 */
async function slowServer(): Promise<number> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     require('node:net').createServer((socket) => {
       socket.on('error', () => undefined);
       socket.on('data', () => socket.write('HTTP/1.1 200 OK\\r\\ncontent-length: 0\\r\\n\\r\\n'));
     }).listen({ port: 0, host: '127.0.0.1', backlog: 1 }, function () {
       parentPort.postMessage(this.address().port);
       Atomics.wait(workerData, 0, 0);
     });`,
    { eval: true, workerData: gate },
  );
  onTestFinished(async () => {
    await worker.terminate();
  });
  const [port] = (await once(worker, 'message')) as [number];
  let filled = 0;
  const fillers = Array.from({ length: 4 }, () =>
    connect(port, '127.0.0.1', () => (filled += 1)).on('error', () => 0),
  );
  onTestFinished(() => {
    for (const filler of fillers) filler.destroy();
  });
  // A backlog of one holds two connections.
  await expect.poll(() => filled).toBeGreaterThan(1);
  void delay(400).then(() => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  });
  return port;
}

/** Where nobody listens. */
const nowhere = '127.0.0.77';

test.each([
  ['first', [nowhere, '127.0.0.1']],
  ['last', ['127.0.0.1', nowhere]],
] as const)(
  'a slow service is reached if the address that leads nowhere is the %s',
  async (_, addresses) => {
    resolveTo(...addresses);
    const client = clientOf(`http://till.test:${await slowServer()}`, { allowsHttp: true });
    expect((await probe(client)).exchange).toMatchObject({ kind: 'answer', status: 200 });
  },
);

test('a slow proxy is reached if its other address leads nowhere', async () => {
  resolveTo('127.0.0.1', nowhere);
  const client = clientOf('http://till.test', {
    allowsHttp: true,
    network: network(`PROXY proxy.test:${await slowServer()}`),
  });
  expect((await probe(client)).exchange).toMatchObject({ kind: 'answer', status: 200 });
});

// Provokes, for real, each failure that proves that nothing was sent.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type LookupFunction } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import dns from 'node:dns';
import { setTimeout as delay } from 'node:timers/promises';
import { connections } from '../../../src-main/service/client.ts';
import { clientOf, listenHttp, listenTcp, probe, someBody, watchHeadersWritten } from './probe.ts';
import { network } from './networks.ts';

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const notSent = (what: string, reason: string) => ({
  exchange: { kind: 'no_answer', sent: false, what, reason },
  headersWritten: false,
});

// A name may have several addresses, which all refuse.
test.each(['127.0.0.1', 'localhost'])(
  'a port on which nobody listens (%s) proves that nothing was sent',
  async (host) => {
    const client = clientOf(`http://${host}:${await unusedPort()}`);
    expect(await probe(client)).toEqual(notSent('ECONNREFUSED', 'refused'));
  },
);

test('a client whose connections were refused connects again once somebody listens', async () => {
  const port = await unusedPort();
  const client = clientOf(`http://127.0.0.1:${port}`);
  await probe(client);
  const server = createServer((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  expect((await probe(client)).exchange).toMatchObject({ kind: 'answer', status: 204 });
});

test('a name that does not resolve proves that nothing was sent', async () => {
  const { exchange, headersWritten } = await probe(clientOf('https://till.invalid'));
  // EAI_AGAIN if no name server can be reached.
  const what = expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/) as string;
  expect({ exchange, headersWritten }).toEqual(notSent(what, 'no_such_host'));
});

test('a full backlog runs into the connect time-out and proves that nothing was sent', async () => {
  const port = await fullBacklog();
  const client = clientOf(`http://127.0.0.1:${port}`, { timeouts: { connectMs: 300 } });
  expect(await probe(client)).toEqual(notSent('UND_ERR_CONNECT_TIMEOUT', 'timeout'));
});

test('with a signal that is already aborted nothing is sent', async () => {
  let requests = 0;
  const client = clientOf(await listenHttp((_, response) => response.end(String(++requests))));
  expect(await probe(client, AbortSignal.abort())).toEqual(
    notSent('UND_ERR_ABORTED', 'broken_off'),
  );
  expect(requests).toBe(0);
});

test('giving up while connecting returns at once and sends nothing, even if the connection comes later', async () => {
  const seenRequests: string[] = [];
  const url = await listenTcp((socket) =>
    socket.on('data', (bytes) => seenRequests.push(bytes.toString())),
  );
  const client = clientOf(url);
  const abort = new AbortController();
  const probing = probe(client, abort.signal);
  abort.abort();
  expect(await probing).toEqual(notSent('UND_ERR_ABORTED', 'broken_off'));
  // Once a later request has come, the connection has come as well.
  const later = client.exchange({ method: 'GET', path: '/later/' });
  await expect.poll(() => seenRequests.length).toBeGreaterThan(0);
  expect(seenRequests.join('')).toMatch(/^GET \/later\//);
  expect(seenRequests.join('')).not.toContain('POST ');
  await client.close();
  await later;
});

const everyConnection = Array.from({ length: connections }, (_, index) => `/${index}/`);

test('giving up or closing while waiting for a free connection sends nothing', async () => {
  const paths: (string | undefined)[] = [];
  const client = clientOf(await listenHttp((request) => paths.push(request.url)));
  const writtenHeaders = watchHeadersWritten();
  const slow = everyConnection.map((path) =>
    client.exchange({ method: 'POST', path, body: someBody }),
  );
  const abort = new AbortController();
  const givenUp = client.exchange({
    method: 'POST',
    path: '/late/',
    body: someBody,
    signal: abort.signal,
  });
  const queued = client.exchange({ method: 'POST', path: '/later/', body: someBody });
  await expect.poll(() => paths.length).toBe(connections);
  abort.abort();
  expect(await givenUp).toEqual(notSent('UND_ERR_ABORTED', 'broken_off').exchange);
  await client.close();
  expect(await queued).toEqual(notSent('UND_ERR_DESTROYED', 'broken_off').exchange);
  for (const exchange of await Promise.all(slow)) {
    expect(exchange).toMatchObject({ kind: 'no_answer', sent: true, what: 'UND_ERR_DESTROYED' });
  }
  expect([...writtenHeaders].sort()).toEqual(everyConnection.toSorted());
  expect(paths.sort()).toEqual(everyConnection.toSorted());
});

test('waiting for a free connection longer than all the time-outs together sends nothing', async () => {
  let takenCount = 0;
  const client = clientOf(await listenHttp(() => (takenCount += 1)), {
    timeouts: { connectMs: 100, headersMs: 900, bodyMs: 100 },
  });
  const slow = everyConnection.map((path) => client.exchange({ method: 'POST', path }));
  await expect.poll(() => takenCount).toBe(connections);
  // One more than there are connections, so that it waits even after those before it have given up.
  const late = Array.from({ length: connections + 1 }, () =>
    client.exchange({ method: 'POST', path: '/late/', body: someBody }),
  );
  await Promise.all(slow);
  expect((await Promise.all(late)).at(-1)).toEqual(notSent('EXCHANGE_TIMEOUT', 'timeout').exchange);
});

test('a closed client sends nothing', async () => {
  const client = clientOf(await listenHttp((_, response) => response.end()));
  await client.close();
  expect(await probe(client)).toEqual(notSent('UND_ERR_DESTROYED', 'broken_off'));
});

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
 * Listens on 127.0.0.1 and blocks until the gate opens: nothing accepts, and the kernel drops what
 * the backlog cannot hold. Whatever comes is answered with 200, be it a request or a CONNECT.
 */
async function fullBacklog(gate = new Int32Array(new SharedArrayBuffer(4))): Promise<number> {
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
  return port;
}

/** Connecting takes a second here: the backlog is full for a moment. */
async function slowServer(): Promise<number> {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const port = await fullBacklog(gate);
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

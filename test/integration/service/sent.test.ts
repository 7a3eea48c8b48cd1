// Provokes, for real, each failure after which the request may have been carried out: all count as
// sent, and none, nor any redirect or early answer, makes the client send again.
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { once } from 'node:events';
import { settled } from '../../eventually.ts';
import { clientOf, listenHttp, listenRaw, listenTcp, probe, someBody } from './probe.ts';

const body = new TextDecoder().decode(someBody);

/**
 * Keeps every byte that reached the server, per connection, so that no second attempt goes unseen.
 */
async function listenAndKeep(
  onData: (socket: Socket, soFar: string) => void,
): Promise<{ url: string; seenRequests: string[] }> {
  const seenRequests: string[] = [];
  const url = await listenTcp((socket) => {
    const index = seenRequests.push('') - 1;
    socket.on('data', (bytes) => {
      const soFar = (seenRequests[index] ?? '') + bytes.toString();
      seenRequests[index] = soFar;
      onData(socket, soFar);
    });
  });
  return { url, seenRequests };
}

/** Returns how many connections there were as well. */
async function listenAndCount(onConnection: (socket: Socket) => void) {
  let count = 0;
  const url = await listenTcp((socket) => {
    count += 1;
    onConnection(socket);
  });
  return { url, connections: () => count };
}

const sent = (what: string, reason: string) => ({
  exchange: { kind: 'no_answer', sent: true, what, reason },
  headersWritten: true,
});

test('a reset before the request is read counts as sent, once', async () => {
  const { url, connections } = await listenAndCount((socket) => {
    socket.pause();
    setTimeout(() => socket.resetAndDestroy(), 50);
  });
  expect(await probe(clientOf(url))).toEqual(sent('ECONNRESET', 'broken_off'));
  expect(connections()).toBe(1);
});

test('whenever the reset comes, a request counts as not sent only if undici has not written its headers', async () => {
  const url = await listenTcp((socket) => socket.resetAndDestroy());
  const client = clientOf(url);
  for (let attempt = 0; attempt < 30; attempt += 1) {
    const { exchange, headersWritten } = await probe(client);
    expect(exchange).toMatchObject({ kind: 'no_answer', reason: 'broken_off' });
    expect(headersWritten && exchange.kind === 'no_answer' && !exchange.sent).toBe(false);
  }
});

test.each<[string, (socket: Socket) => unknown, string]>([
  ['a reset', (socket) => socket.resetAndDestroy(), 'ECONNRESET'],
  ['the end of the connection', (socket) => socket.end(), 'UND_ERR_SOCKET'],
])('%s after the whole request arrived counts as sent, once', async (_, ends, what) => {
  const { url, seenRequests } = await listenAndKeep((socket, soFar) => {
    if (soFar.endsWith(body)) ends(socket);
  });
  expect(await probe(clientOf(url))).toEqual(sent(what, 'broken_off'));
  expect(seenRequests).toHaveLength(1);
  expect(seenRequests[0]).toContain(body);
});

test('a kept connection that closes as the next request leaves counts as sent, without another try', async () => {
  const { url, seenRequests } = await listenAndKeep((socket, soFar) => {
    if (soFar.includes('/documents/')) socket.destroy();
    else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
  });
  const client = clientOf(url);
  await client.exchange({ method: 'GET', path: '/auth/info/' });
  await settled(); // undici takes a connection up again only a turn of the event loop later.
  const exchange = await client.exchange({ method: 'GET', path: '/documents/' });
  expect(exchange).toMatchObject({ kind: 'no_answer', sent: true, reason: 'broken_off' });
  expect(seenRequests).toHaveLength(1);
  expect(seenRequests[0]?.match(/GET \/documents/g)).toHaveLength(1);
});

test('a kept connection that has closed meanwhile is replaced, and the request arrives', async () => {
  const { url, connections } = await listenAndCount((socket) => {
    socket.once('data', () => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\n{}');
    });
  });
  const client = clientOf(url);
  const read = () => client.exchange({ method: 'GET', path: '/auth/info/' });
  await read();
  await expect.poll(async () => (await read()).kind).toBe('answer');
  expect(connections()).toBeGreaterThan(1);
});

test('no answer within the headers time-out counts as sent', async () => {
  const { url, seenRequests } = await listenAndKeep(() => undefined);
  const client = clientOf(url, { timeouts: { headersMs: 300 } });
  expect(await probe(client)).toEqual(sent('UND_ERR_HEADERS_TIMEOUT', 'timeout'));
  expect(seenRequests).toHaveLength(1);
  expect(seenRequests[0]).toContain(body);
});

test('a caller who gives up before the answer learns that the request was sent, and the connection closes', async () => {
  const abort = new AbortController();
  const closed = Promise.withResolvers<undefined>();
  const { url, seenRequests } = await listenAndKeep((socket) => {
    socket.on('close', () => {
      closed.resolve(undefined);
    });
    abort.abort();
  });
  expect(await probe(clientOf(url), abort.signal)).toEqual(sent('UND_ERR_ABORTED', 'broken_off'));
  await closed.promise;
  expect(seenRequests).toHaveLength(1);
});

test('a server that says "processing" for ever is given up on', async () => {
  const url = await listenHttp((_, response) => {
    const timer = setInterval(() => {
      response.writeProcessing();
    }, 50);
    response.on('close', () => {
      clearInterval(timer);
    });
  });
  const client = clientOf(url, { timeouts: { connectMs: 200, headersMs: 200, bodyMs: 200 } });
  expect(await probe(client)).toEqual(sent('EXCHANGE_TIMEOUT', 'timeout'));
});

test.each([
  ['what is not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', /^HPE_|^HTTPParserError$/],
  ['a header that is none', 'HTTP/1.1 201 Created\r\nno header\r\n\r\n', /^HPE_|^HTTPParserError$/],
  [
    'headers without end',
    `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`,
    /^UND_ERR_HEADERS_OVERFLOW$/,
  ],
  [
    'two lengths',
    'HTTP/1.1 201 Created\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
    /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
  ],
  ['an answer to a question that was not put', 'HTTP/1.1 100 Continue\r\n\r\n', /^UND_ERR_SOCKET$/],
  [
    'a change of protocol',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    /^UND_ERR_SOCKET$/,
  ],
])('%s counts as sent', async (_, answer, code) => {
  const { exchange, headersWritten } = await probe(clientOf(await listenRaw(answer)));
  expect(exchange).toEqual({
    kind: 'no_answer',
    sent: true,
    what: expect.stringMatching(code) as string,
    reason: 'broken_off',
  });
  expect(headersWritten).toBe(true);
});

test.each([300, 301, 302, 303, 307, 308])(
  'a %i is returned as it is and not followed, whatever was requested',
  async (status) => {
    const seenRequests: string[] = [];
    const target = await listenHttp((request, response) => {
      seenRequests.push(`elsewhere: ${request.method}`);
      response.writeHead(201).end('{"id":1}');
    });
    const url = await listenHttp((request, response) => {
      seenRequests.push(`here: ${request.method}`);
      response.writeHead(status, { location: `${target}/documents/new/` }).end();
    });
    const client = clientOf(url);
    const redirected = { kind: 'answer', status, body: undefined };
    expect((await probe(client)).exchange).toMatchObject(redirected);
    expect(await client.exchange({ method: 'GET', path: '/documents/' })).toMatchObject(redirected);
    expect(seenRequests).toEqual(['here: POST', 'here: GET']);
  },
);

test('a redirect to where it came from is not followed', async () => {
  let requests = 0;
  const url = await listenHttp((_, response) => {
    requests += 1;
    response.writeHead(307, { location: '/documents/new/' }).end();
  });
  expect((await probe(clientOf(url))).exchange).toMatchObject({ kind: 'answer', status: 307 });
  expect(requests).toBe(1);
});

/** More than the buffers of a connection hold, so that it cannot all have left. */
const hugeBody = Buffer.alloc(64 * 1024 * 1024, ' ');

test('an answer before the whole request was sent is an answer', async () => {
  const { url, connections } = await listenAndCount((socket) => {
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const exchange = await clientOf(url).exchange({ method: 'POST', path: '/', body: hugeBody });
  expect(exchange).toEqual({ kind: 'answer', status: 400, body: {}, retryAfterMs: null });
  expect(connections()).toBe(1);
});

test('a reset before the whole request was sent counts as sent', async () => {
  const { url, connections } = await listenAndCount((socket) => {
    socket.once('data', () => {
      socket.pause();
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
  });
  const exchange = await clientOf(url).exchange({ method: 'POST', path: '/', body: hugeBody });
  expect(exchange).toMatchObject({ kind: 'no_answer', sent: true, reason: 'broken_off' });
  expect(connections()).toBe(1);
});

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

test('a 408 with which a server ends the connection is an answer', async () => {
  const { url, connections } = await listenAndCount((socket) => {
    socket.once('data', () => socket.end(timedOut));
  });
  expect((await probe(clientOf(url))).exchange).toMatchObject({ kind: 'answer', status: 408 });
  expect(connections()).toBe(1);
});

test('a 408 on an idle kept connection does not count as the answer to the next request', async () => {
  const keptSockets: Socket[] = [];
  const url = await listenTcp((socket) => {
    keptSockets.push(socket);
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const client = clientOf(url);
  const read = () => client.exchange({ method: 'GET', path: '/documents/' });
  await read();
  const [first = expect.fail('no connection')] = keptSockets;
  const closed = once(first, 'close');
  first.end(timedOut);
  await closed;
  expect(await read()).toMatchObject({ kind: 'answer', status: 200 });
  expect(keptSockets).toHaveLength(2);
});

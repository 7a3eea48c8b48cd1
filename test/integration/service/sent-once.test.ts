// Situations that invite a client to send again: a redirect, an answer or a reset before all was
// sent, the time-out of an idle connection. The till's client makes one request and returns its
// outcome.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientOf, listenHttp, listenTcp, probe } from './probe.ts';

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
  let connections = 0;
  const url = await listenTcp((socket) => {
    connections += 1;
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}');
    });
  });
  const exchange = await clientOf(url).exchange({ method: 'POST', path: '/', body: hugeBody });
  expect(exchange).toEqual({ kind: 'answer', status: 400, body: {}, retryAfterMs: null });
  expect(connections).toBe(1);
});

test('a reset before the whole request was sent counts as sent', async () => {
  let connections = 0;
  const url = await listenTcp((socket) => {
    connections += 1;
    socket.once('data', () => {
      socket.pause();
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
  });
  const exchange = await clientOf(url).exchange({ method: 'POST', path: '/', body: hugeBody });
  expect(exchange).toMatchObject({ kind: 'no_answer', sent: true, reason: 'broken_off' });
  expect(connections).toBe(1);
});

const timedOut = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

test('a 408 with which a server ends the connection is an answer', async () => {
  let connections = 0;
  const url = await listenTcp((socket) => {
    connections += 1;
    socket.once('data', () => socket.end(timedOut));
  });
  expect((await probe(clientOf(url))).exchange).toMatchObject({ kind: 'answer', status: 408 });
  expect(connections).toBe(1);
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

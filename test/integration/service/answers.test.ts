// Tests answers that came: read in full or known to be unreadable, and how the request looked on
// the wire.
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Exchange } from '../../../src-main/service/client.ts';
import { getDocument } from '../../../src-main/service/endpoints.ts';
import { eventually } from '../../eventually.ts';
import { clientOf, listenHttp, listenRaw, listenTcp, probe, someBody } from './probe.ts';

async function ask(url: string): Promise<Exchange> {
  return clientOf(url).exchange({ method: 'GET', path: '/documents/' });
}

const answering = (
  status: number,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
) => listenHttp((_, response) => response.writeHead(status, headers).end(body));

const unreadable = (status: number, what: string) => ({
  kind: 'unreadable',
  status,
  what,
  retryAfterMs: null,
});

test('a POST carries exactly the bytes it was given, the token in a header, and asks for no compression', async () => {
  const seenRequests: { url?: string | undefined; headers: IncomingHttpHeaders; body: Buffer }[] =
    [];
  const url = await listenHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      seenRequests.push({
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks),
      });
      response.writeHead(201).end('{"id":1}');
    });
  });
  const bytes = new TextEncoder().encode('  {"a":1.10,\n"b":"é"}  ');
  const exchange = await clientOf(`${url}/api/v1`).exchange({
    method: 'POST',
    path: '/documents/new/',
    query: { extended: true, search: 'a b&c=ç/?#', limit: 3 },
    body: bytes,
    token: 'secret-token',
  });
  const answer = { kind: 'answer', status: 201, body: { id: 1 }, retryAfterMs: null };
  expect(exchange).toMatchObject(answer);
  expect(seenRequests).toHaveLength(1);
  expect(seenRequests[0]?.url).toBe(
    '/api/v1/documents/new/?extended=true&search=a+b%26c%3D%C3%A7%2F%3F%23&limit=3',
  );
  expect(seenRequests[0]?.body.equals(bytes)).toBe(true);
  expect(seenRequests[0]?.headers).toEqual({
    host: url.slice('http://'.length),
    connection: 'close',
    accept: 'application/json',
    'accept-encoding': 'identity',
    authorization: 'Token secret-token',
    'content-type': 'application/json',
    'content-length': String(bytes.length),
  });
});

test('a request without a token carries none', async () => {
  const url = await listenHttp((request, response) => {
    response.end(JSON.stringify(request.headers.authorization ?? null));
  });
  expect(await ask(url)).toMatchObject({ kind: 'answer', body: null });
});

test('reads are answered while a POST is slow', async () => {
  let release = (): void => undefined;
  const url = await listenHttp((request, response) => {
    if (request.method === 'POST') release = () => response.end('{}');
    else response.end('{}');
  });
  const client = clientOf(url);
  const slow = client.exchange({ method: 'POST', path: '/documents/new/', body: someBody });
  for (const id of [1, 2, 3]) {
    expect(await client.exchange({ method: 'GET', path: `/documents/${id}/` })).toMatchObject({
      kind: 'answer',
    });
  }
  release();
  expect(await slow).toMatchObject({ kind: 'answer' });
});

test('1xx answers are passed over', async () => {
  const url = await listenHttp((_, response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeHead(201).end('{"id":1}');
  });
  expect(await ask(url)).toMatchObject({ kind: 'answer', status: 201, body: { id: 1 } });
});

test.each([204, 401])('a %i without a body counts as an answer without one', async (status) => {
  expect(await ask(await answering(status, ''))).toMatchObject({
    kind: 'answer',
    status,
    body: undefined,
    retryAfterMs: null,
  });
});

const created = 'HTTP/1.1 201 Created\r\n';

test.each<[string, () => Promise<string>, ReturnType<typeof unreadable>]>([
  [
    'a web page',
    () => answering(200, '<!doctype html><title>Welcome</title>'),
    unreadable(200, 'not_json'),
  ],
  [
    'an answer compressed without a request for it',
    () => answering(200, gzipSync('{"id":1}'), { 'content-encoding': 'gzip' }),
    unreadable(200, 'not_json'),
  ],
  [
    'a body cut short of its length',
    () => listenRaw(`${created}content-length: 100\r\n\r\n{"id":1}`),
    unreadable(201, 'cut_off'),
  ],
  [
    'a chunked body that is cut off, even where what came is JSON,',
    () => listenRaw(`${created}transfer-encoding: chunked\r\n\r\n8\r\n{"id":1}\r\n`),
    unreadable(201, 'cut_off'),
  ],
  [
    'a body without a length that was cut off',
    () => listenRaw(`${created}\r\n{"id":1,"doc_key":"FS 2`),
    unreadable(201, 'not_json'),
  ],
  [
    'a body beyond its stated length',
    () => listenRaw(`${created}content-length: 4\r\n\r\n{"id":1}`),
    unreadable(201, 'not_json'),
  ],
])('%s is unreadable', async (_, serve, expected) => {
  expect(await ask(await serve())).toEqual(expected);
});

test.each<[string, string | Buffer, unknown]>([
  ['a byte-order mark is dropped', '\uFEFF{"id":1}', { id: 1 }],
  [
    'bytes that are not UTF-8 spoil only the text that holds them',
    Buffer.from('{"id":1,"name":"Jo\u00E3o"}', 'latin1'),
    { id: 1, name: 'Jo\uFFFDo' },
  ],
  [
    'a number too large for a float is infinite, and of two fields with one name the last counts',
    '{"total_amount":1e400,"id":1,"id":2}',
    { total_amount: Infinity, id: 2 },
  ],
])('%s', async (_, written, body) => {
  expect(await ask(await answering(200, written))).toMatchObject({ kind: 'answer', body });
});

test('a body reset short of its length is unreadable', async () => {
  const url = await listenRaw(
    'HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{"id":1}',
    (socket) => setTimeout(() => socket.resetAndDestroy(), 50),
  );
  expect(await ask(url)).toEqual(unreadable(201, 'cut_off'));
});

test('a body that stalls is unreadable after the body time-out', async () => {
  const url = await listenRaw(
    'HTTP/1.1 201 Created\r\ncontent-length: 9\r\n\r\n{"id"',
    () => undefined,
  );
  const client = clientOf(url, { timeouts: { bodyMs: 300 } });
  expect((await probe(client)).exchange).toEqual(unreadable(201, 'UND_ERR_BODY_TIMEOUT'));
});

test('a body that drips for ever is given up on', async () => {
  const url = await listenHttp((_, response) => {
    response.writeHead(201);
    const timer = setInterval(() => response.write(' '), 50);
    response.on('close', () => {
      clearInterval(timer);
    });
  });
  const client = clientOf(url, { timeouts: { connectMs: 200, headersMs: 200, bodyMs: 200 } });
  expect((await probe(client)).exchange).toEqual(unreadable(201, 'EXCHANGE_TIMEOUT'));
});

test('an answer that is too large is not read to its end, and the connection is closed', async () => {
  let closed = false;
  const url = await listenHttp((_, response) => {
    response.writeHead(200);
    const write = (): void => {
      while (!response.destroyed && response.write(' '.repeat(16_384)));
    };
    response.on('drain', write).on('close', () => {
      closed = true;
    });
    write();
  });
  const client = clientOf(url, { maxAnswerBytes: 100_000 });
  expect((await probe(client)).exchange).toEqual(unreadable(200, 'too_large'));
  await expect.poll(() => closed).toBe(true);
});

test('an answer of few bytes in huge pieces holds no more memory than its bytes', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // undici hands over parts of the system's buffers, each with the padding around it.
  const piece = `1;${'x'.repeat(60_000)}\r\n \r\n`;
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
  let server: Socket | undefined;
  let isSent = false;
  const url = await listenTcp((socket) => {
    socket.once('data', () => {
      server = socket;
      socket.write(head);
      socket.write(piece.repeat(1_000), () => (isSent = true));
    });
  });
  collect();
  const before = process.memoryUsage().arrayBuffers;
  const answer = ask(url);
  await eventually(() => {
    expect(isSent).toBe(true);
    collect();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
  });
  server?.end('1\r\n7\r\n0\r\n\r\n');
  expect(await answer).toMatchObject({ kind: 'answer', body: 7 });
});

test('an answer of exactly the largest size is read', async () => {
  const client = clientOf(await answering(200, '{"id":1}'), { maxAnswerBytes: 8 });
  expect((await probe(client)).exchange).toMatchObject({ kind: 'answer', body: { id: 1 } });
});

test('a character whose bytes come in different packets is whole', async () => {
  const [first, rest] = [Buffer.from('"é"').subarray(0, 2), Buffer.from('"é"').subarray(2)];
  const url = await listenTcp((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n');
      socket.write(first);
      setTimeout(() => socket.end(rest), 50);
    });
  });
  expect(await ask(url)).toMatchObject({ kind: 'answer', body: 'é' });
});

test('half a million nested arrays are an outcome like any other', async () => {
  const nested = '['.repeat(500_000) + ']'.repeat(500_000);
  const alone = clientOf(await answering(200, nested));
  expect((await getDocument(alone, 'secret-token', 1)).ok).toBe(false);
  const among = clientOf(await answering(200, `{"id":1,"surprise":${nested}}`));
  expect((await getDocument(among, 'secret-token', 1)).ok).toBe(false);
});

test('a body that names __proto__ changes no other object', async () => {
  const exchange = await ask(await answering(200, '{"__proto__":{"polluted":true}}'));
  expect(exchange.kind).toBe('answer');
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test.each([
  ['120', 120_000],
  ['0', 0],
  ['-5', null],
  ['1.5', null],
  ['soon', null],
  ['99999999999999999999', null],
  ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
  ['Wed, 99 Foo 2015', null],
])('Retry-After: %s', async (header, expected) => {
  const exchange = await ask(await answering(503, '', { 'retry-after': header }));
  expect(exchange).toMatchObject({ status: 503, retryAfterMs: expected });
});

test('Retry-After as a future date is the time until then', async () => {
  const date = new Date(Date.now() + 60_000).toUTCString();
  const exchange = await ask(await answering(429, '<html>', { 'retry-after': date }));
  expect(exchange).toMatchObject({ kind: 'unreadable', status: 429 });
  expect(exchange).toHaveProperty('retryAfterMs', expect.closeTo(60_000, -3.5));
});

test.each([
  ['as it is', 'secret-token-1', (token: string) => token],
  ['escaped', 'secret/"token', (token: string) => JSON.stringify(token).slice(1, -1)],
])('an error that repeats the token (%s) is read without it', async (_, token, written) => {
  const sentence = `{"errors":[{"message":"Bad: Token ${written(token)}.","code":"x","field":"y"}]}`;
  const client = clientOf(await answering(400, sentence));
  const exchange = await client.exchange({ method: 'GET', path: '/documents/', token });
  const errors = [{ message: 'Bad: Token [token].', code: 'x', field: 'y' }];
  expect(exchange).toMatchObject({ kind: 'answer', status: 400, body: { errors } });
});

test('a document that happens to hold a short token is read as it is', async () => {
  const client = clientOf(await answering(200, '{"id":1234567}'));
  const exchange = await client.exchange({ method: 'GET', path: '/documents/', token: '1234567' });
  expect(exchange).toMatchObject({ body: { id: 1_234_567 } });
});

test('a request that cannot be made is a bug, and its error does not contain the token', async () => {
  const client = clientOf(await answering(200, '{}'));
  const request = { method: 'GET', path: '/auth/info/', token: 'secret\ntoken' } as const;
  const error: unknown = await client.exchange(request).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).not.toContain('secret');
  await expect(client.exchange({ method: 'GET', path: 'auth/info/' })).rejects.toThrow(TypeError);
});

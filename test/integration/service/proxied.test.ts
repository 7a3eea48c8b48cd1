// Tests requests through the proxy of the system's settings: what reaches the service, and what
// each failure proves.
import { createServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { expect, test } from 'vitest';
import type { ServiceClient } from '../../../src-main/service/client.ts';
import { network } from './networks.ts';
import { clientOf, listen, listenTcp, probe } from './probe.ts';
import { selfSigned } from './self-signed.ts';
import { proxyTo } from './tunnels.ts';

/**
 * A service with a certificate of its own for localhost, which only a proxy reaches under that
 * name.
 */
async function service() {
  const requests: string[] = [];
  const server = createHttpsServer(selfSigned, (request, response) => {
    requests.push(`${request.method} ${request.headers.authorization}`);
    response.end('{}');
  });
  return { port: await listen(server), requests };
}

const nobodyListens = 'PROXY 127.0.0.1:9';

/**
 * Asks by a name of another computer; where TLS is checked, the certificate is for another name.
 */
const through = (routes: string, baseUrl = 'https://service.example'): ServiceClient =>
  clientOf(baseUrl, {
    allowsHttp: true,
    timeouts: { connectMs: 500 },
    network: network(routes, selfSigned.cert),
  });

const notSent = (what: string, reason: string) => ({
  exchange: { kind: 'no_answer', sent: false, what, reason },
  headersWritten: false,
});

test('the token goes through the tunnel to the service, and the proxy never sees it', async () => {
  const plain = createServer((request, response) => {
    response.end(JSON.stringify({ authorization: request.headers.authorization }));
  });
  const { port, askedRequests } = await proxyTo(await listen(plain));
  const { exchange } = await probe(through(`PROXY 127.0.0.1:${port}`, 'http://service.example'));
  expect(exchange).toMatchObject({ status: 200, body: { authorization: 'Token secret-token' } });
  expect(askedRequests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'CONNECT service.example:80',
  ]);
  expect(askedRequests[0]?.headers).not.toHaveProperty('authorization');
});

test('TLS is between the till and the service: a certificate for another name proves that nothing was sent', async () => {
  const { port, requests } = await service();
  const tunnels = await proxyTo(port);
  const result = await probe(through(`PROXY 127.0.0.1:${tunnels.port}`));
  expect(result).toEqual(notSent('ERR_TLS_CERT_ALTNAME_INVALID', 'insecure'));
  expect(tunnels.askedRequests[0]?.url).toBe('service.example:443');
  expect(requests).toEqual([]);
});

test('this computer is reached without a proxy', async () => {
  const { port, requests } = await service();
  const { exchange } = await probe(through(nobodyListens, `https://localhost:${port}`));
  expect(exchange).toMatchObject({ status: 200 });
  expect(requests).toEqual(['POST Token secret-token']);
});

test('if a proxy does not answer the next route is taken, and each connection asks for the routes anew', async () => {
  const plain = createServer((_request, response) => response.end('{}'));
  const { port, askedRequests } = await proxyTo(await listen(plain));
  const routes = `${nobodyListens}; SOCKS5 127.0.0.1:9; PROXY 127.0.0.1:${port}; DIRECT`;
  const { exchange } = await probe(through(routes, 'http://service.example'));
  expect(exchange).toMatchObject({ status: 200 });
  expect(askedRequests).toHaveLength(1);
});

test.each([
  ['a proxy that is not there', nobodyListens, 'PROXY_UNREACHABLE', 'proxy_unreachable'],
  [
    'a kind that the till cannot use',
    'SOCKS5 127.0.0.1:9',
    'PROXY_UNSUPPORTED',
    'proxy_unsupported',
  ],
  ['settings that cannot be read', 'PROXY', 'PROXY_UNSUPPORTED', 'proxy_unsupported'],
])('%s proves that nothing was sent', async (_name, routes, what, reason) => {
  expect(await probe(through(routes))).toEqual(notSent(what, reason));
});

test('settings that do not answer, or fail, prove that nothing was sent', async () => {
  for (const findRoutes of [
    () => new Promise<string>(() => undefined),
    () => Promise.reject(new Error('no settings')),
  ]) {
    const settings = { ...network(''), findRoutes };
    const options = { timeouts: { connectMs: 200 }, network: settings };
    const result = await probe(clientOf('https://service.example', options));
    expect(result).toEqual(notSent('PROXY_UNREACHABLE', 'proxy_unreachable'));
  }
});

test.each([
  ['403 Forbidden', 'content-length: 0'],
  ['407 Proxy Authentication Required', 'proxy-authenticate: Basic'],
  ['302 Found', 'location: http://portal.example/'],
])(
  'a proxy that answers %s proves that nothing was sent, and no other route is taken',
  async (status, header) => {
    const refusing = await proxyTo(0, (socket) => {
      socket.end(`HTTP/1.1 ${status}\r\n${header}\r\n\r\n`);
    });
    const other = await proxyTo(0);
    const routes = `PROXY 127.0.0.1:${refusing.port}; PROXY 127.0.0.1:${other.port}`;
    expect(await probe(through(routes))).toEqual(notSent('PROXY_REFUSED', 'proxy_refused'));
    expect(other.askedRequests).toEqual([]);
  },
);

test('a proxy that hangs up, or never answers, proves that nothing was sent', async () => {
  const hangsUp = await proxyTo(0, (socket) => socket.destroy());
  const silent = await listenTcp((socket) => socket.resume());
  for (const port of [hangsUp.port, new URL(silent).port]) {
    const result = await probe(through(`PROXY 127.0.0.1:${port}`));
    expect(result).toEqual(notSent('PROXY_UNREACHABLE', 'proxy_unreachable'));
  }
});

test('bytes that come through before any request do not count as the service’s', async () => {
  const early = await proxyTo(0, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 2\r\n\r\n{}');
  });
  const result = await probe(through(`PROXY 127.0.0.1:${early.port}`, 'http://service.example'));
  expect(result).toEqual(notSent('PROXY_REFUSED', 'proxy_refused'));
});

test('a tunnel that breaks after the request was written proves nothing', async () => {
  const plain = createServer((request) => {
    request.on('end', () => request.socket.destroy()).resume();
  });
  const { port } = await proxyTo(await listen(plain));
  const result = await probe(through(`PROXY 127.0.0.1:${port}`, 'http://service.example'));
  expect(result).toMatchObject({
    exchange: { kind: 'no_answer', sent: true },
    headersWritten: true,
  });
});

test('a proxy that is reached over TLS must prove its identity', async () => {
  const plain = createServer((_request, response) => response.end('{}'));
  const { port, askedRequests } = await proxyTo(await listen(plain), undefined, selfSigned);
  const known = await probe(through(`HTTPS localhost:${port}`, 'http://service.example'));
  expect(known.exchange).toMatchObject({ status: 200 });
  // A proxy with several names learns by which name it was called.
  expect(askedRequests.map(({ socket }): unknown => Reflect.get(socket, 'servername'))).toEqual([
    'localhost',
  ]);
  const foreign = await probe(through(`HTTPS 127.0.0.1:${port}`, 'http://service.example'));
  expect(foreign).toEqual(notSent('PROXY_UNREACHABLE', 'proxy_unreachable'));
});

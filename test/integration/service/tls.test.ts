// A TLS failure before the handshake ends proves that nothing was sent; a trusted certificate is
// accepted.
import { createServer as createHttpsServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { clientOf, listen, listenTcp, probe } from './probe.ts';
import { selfSigned, withUnknownExtension } from './self-signed.ts';

const overTls = (plainUrl: string): string => plainUrl.replace('http:', 'https:');

async function listenHttps(
  certificate = selfSigned,
): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = [];
  const server = createHttpsServer(certificate, (request, response) => {
    requests.push(`${request.method} ${request.httpVersion}`);
    response.end('{}');
  });
  return { port: await listen(server), requests };
}

const notSent = (what: string, reason: string) => ({
  exchange: { kind: 'no_answer', sent: false, what, reason },
  headersWritten: false,
});

function trustSelfSigned({ cert } = selfSigned): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([cert]);
  onTestFinished(() => {
    setDefaultCACertificates(before);
  });
}

test('an untrusted certificate proves that nothing was sent', async () => {
  const { port, requests } = await listenHttps();
  const result = await probe(clientOf(`https://localhost:${port}`));
  expect(result).toEqual(notSent('DEPTH_ZERO_SELF_SIGNED_CERT', 'insecure'));
  expect(requests).toEqual([]);
});

test('a certificate for another name proves that nothing was sent', async () => {
  trustSelfSigned();
  const { port, requests } = await listenHttps();
  const result = await probe(clientOf(`https://127.0.0.1:${port}`));
  expect(result).toEqual(notSent('ERR_TLS_CERT_ALTNAME_INVALID', 'insecure'));
  expect(requests).toEqual([]);
});

test('a certificate that is refused for a reason without a code proves that nothing was sent', async () => {
  trustSelfSigned(withUnknownExtension);
  const { port, requests } = await listenHttps(withUnknownExtension);
  const result = await probe(clientOf(`https://localhost:${port}`));
  expect(result).toEqual(notSent('UNSPECIFIED', 'insecure'));
  expect(requests).toEqual([]);
});

test('a trusted certificate for the right name is accepted, and HTTP/1.1 is spoken', async () => {
  trustSelfSigned();
  const { port, requests } = await listenHttps();
  const { exchange, headersWritten } = await probe(clientOf(`https://localhost:${port}`));
  expect(exchange).toMatchObject({ kind: 'answer', status: 200 });
  expect(headersWritten).toBe(true);
  expect(requests).toEqual(['POST 1.1']);
});

test('TLS to a port that speaks plain HTTP proves that nothing was sent', async () => {
  const url = await listenTcp((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'));
  });
  const result = await probe(clientOf(overTls(url)));
  expect(result).toEqual(notSent('ERR_SSL_WRONG_VERSION_NUMBER', 'insecure'));
});

test('a handshake that stalls runs into the connect time-out and proves that nothing was sent', async () => {
  const url = await listenTcp((socket) => socket.resume());
  const result = await probe(clientOf(overTls(url), { timeouts: { connectMs: 300 } }));
  expect(result).toEqual(notSent('UND_ERR_CONNECT_TIMEOUT', 'timeout'));
});

test('a handshake that the server hangs up on proves that nothing was sent', async () => {
  const url = await listenTcp((socket) => socket.once('data', () => socket.end()));
  expect(await probe(clientOf(overTls(url)))).toEqual(notSent('ECONNRESET', 'broken_off'));
});

test('a handshake that is reset, as firewalls do, proves that nothing was sent', async () => {
  const url = await listenTcp((socket) => socket.once('data', () => socket.resetAndDestroy()));
  expect(await probe(clientOf(overTls(url)))).toEqual(notSent('ECONNRESET', 'broken_off'));
});

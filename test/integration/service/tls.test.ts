// A TLS failure before the handshake ends proves that nothing was sent; a certificate is accepted
// that the system or NODE_EXTRA_CA_CERTS trusts.
import { createServer as createHttpsServer, createServer } from 'node:https';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { clientOf, listen, listenTcp, probe } from './probe.ts';
import { selfSigned, withUnknownExtension } from './self-signed.ts';
import { proxyTo } from './tunnels.ts';

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

test.each([
  ['an untrusted certificate', false, selfSigned, 'localhost', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['a certificate for another name', true, selfSigned, '127.0.0.1', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [
    'a certificate that is refused for a reason without a code',
    ...([true, withUnknownExtension, 'localhost', 'UNSPECIFIED'] as const),
  ],
] as const)('%s proves that nothing was sent', async (_, isTrusted, certificate, host, code) => {
  if (isTrusted) trustSelfSigned(certificate);
  const { port, requests } = await listenHttps(certificate);
  expect(await probe(clientOf(`https://${host}:${port}`))).toEqual(notSent(code, 'insecure'));
  expect(requests).toEqual([]);
});

test.each<[string, (socket: Socket) => unknown]>([
  ['the server hangs up on', (socket) => socket.end()],
  ['is reset, as firewalls do,', (socket) => socket.resetAndDestroy()],
])('a handshake that %s proves that nothing was sent', async (_, ends) => {
  const url = await listenTcp((socket) => socket.once('data', () => ends(socket)));
  expect(await probe(clientOf(overTls(url)))).toEqual(notSent('ECONNRESET', 'broken_off'));
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

const program = fileURLToPath(new URL('ask-by-system-trust.ts', import.meta.url));

/** Serves over TLS with a certificate of its own. Returns the way to it. */
async function serve(options: TlsOptions = {}): Promise<Way> {
  const server = createServer({ ...selfSigned, ...options }, (_request, response) => {
    response.end('{}');
  });
  return [`https://localhost:${await listen(server)}`, 'DIRECT'];
}

type Way = readonly [url: string, routes: string];

/** Returns the outcome of each way. One program goes all, since its start takes longest. */
async function ask(
  ways: readonly Way[],
  environment: (file: string) => NodeJS.ProcessEnv,
): Promise<readonly unknown[]> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-trust-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'authority.pem');
  writeFileSync(file, selfSigned.cert);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...ways.flat()], {
    env: { ...process.env, ...environment(file) },
  });
  return stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

// OpenSSL's variable for the system's store; on other systems the store is the system's own.
test.runIf(process.platform === 'linux')('an authority of the system is trusted', async () => {
  const ways = [await serve()];
  expect(await ask(ways, (file) => ({ SSL_CERT_FILE: file }))).toEqual(['trusted']);
});

const notTrusted = expect.objectContaining({ sent: false, reason: 'insecure' }) as unknown;

test('a certificate does not vouch for itself, even if the environment switches off its check', async () => {
  const proxy = await proxyTo(0, undefined, selfSigned);
  const byProxy = ['http://service.example', `HTTPS localhost:${proxy.port}`] as const;
  const ways = [await serve(), byProxy];
  expect(await ask(ways, () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }))).toEqual([
    notTrusted,
    expect.objectContaining({ sent: false, reason: 'proxy_unreachable' }),
  ]);
  expect(proxy.askedRequests).toEqual([]);
});

test('an authority that NODE_EXTRA_CA_CERTS names is trusted, but no version of TLS that is no longer safe', async () => {
  const ciphers = 'DEFAULT@SECLEVEL=0';
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers } as const;
  const ways = [await serve({ ciphers }), await serve(old)];
  const allowing = (file: string) => ({
    NODE_OPTIONS: `--tls-min-v1.0 --tls-cipher-list=${ciphers}`,
    NODE_EXTRA_CA_CERTS: file,
  });
  expect(await ask(ways, allowing)).toEqual(['trusted', notTrusted]);
});

// Whom the till trusts: an authority that the computer's owner added counts as much as those that
// everybody trusts.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './probe.ts';
import { selfSigned } from './self-signed.ts';
import { proxyTo } from './tunnels.ts';

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

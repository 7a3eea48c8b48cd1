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

/**
 * Returns the outcome of asking a service with a certificate of its own, over TLS as the test sets
 * it.
 */
async function askWith(
  environment: (file: string) => NodeJS.ProcessEnv,
  options: TlsOptions = {},
): Promise<string> {
  const server = createServer({ ...selfSigned, ...options }, (_request, response) => {
    response.end('{}');
  });
  return ask([`https://localhost:${await listen(server)}`, 'DIRECT'], environment);
}

async function ask(
  way: readonly [url: string, routes: string],
  environment: (file: string) => NodeJS.ProcessEnv,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-trust-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'authority.pem');
  writeFileSync(file, selfSigned.cert);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...way], {
    env: { ...process.env, ...environment(file) },
  });
  return stdout;
}

test('a certificate does not vouch for itself', async () => {
  expect(JSON.parse(await askWith(() => ({})))).toMatchObject({ sent: false, reason: 'insecure' });
});

// OpenSSL's variable for the system's store; on other systems the store is the system's own.
test.runIf(process.platform === 'linux')('an authority of the system is trusted', async () => {
  expect(await askWith((file) => ({ SSL_CERT_FILE: file }))).toBe('trusted');
});

test('an authority that NODE_EXTRA_CA_CERTS names is trusted', async () => {
  expect(await askWith((file) => ({ NODE_EXTRA_CA_CERTS: file }))).toBe('trusted');
});

const unchecked = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
const notTrusted = expect.objectContaining({ sent: false, reason: 'insecure' }) as unknown;

test('an environment that switches off the check of certificates changes nothing', async () => {
  expect(JSON.parse(await askWith(() => unchecked))).toEqual(notTrusted);
});

test('such an environment changes nothing for a proxy over TLS either', async () => {
  const proxy = await proxyTo(0, undefined, selfSigned);
  const way = ['http://service.example', `HTTPS localhost:${proxy.port}`] as const;
  expect(JSON.parse(await ask(way, () => unchecked))).toMatchObject({
    sent: false,
    reason: 'proxy_unreachable',
  });
  expect(proxy.asked).toEqual([]);
});

test('a version of TLS that is no longer safe is refused, whatever the environment allows', async () => {
  const ciphers = 'DEFAULT@SECLEVEL=0';
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers } as const;
  const allowing = (file: string) => ({
    NODE_OPTIONS: `--tls-min-v1.0 --tls-cipher-list=${ciphers}`,
    NODE_EXTRA_CA_CERTS: file,
  });
  expect(await askWith(allowing, { ciphers })).toBe('trusted');
  expect(JSON.parse(await askWith(allowing, old))).toEqual(notTrusted);
});

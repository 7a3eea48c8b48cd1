// Whom the till trusts: an authority that the computer's owner has added is as good as those that
// everybody knows.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './probe.ts';
import { selfSigned } from './self-signed.ts';

const program = fileURLToPath(new URL('ask-by-system-trust.ts', import.meta.url));

async function askWith(environment: (file: string) => NodeJS.ProcessEnv): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-trust-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const file = join(folder, 'authority.pem');
  writeFileSync(file, selfSigned.cert);
  const port = await listen(createServer(selfSigned, (_request, response) => response.end('{}')));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, `https://localhost:${port}`],
    { env: { ...process.env, ...environment(file) } },
  );
  return stdout;
}

test('nobody vouches for a certificate by itself', async () => {
  expect(JSON.parse(await askWith(() => ({})))).toMatchObject({ sent: false, reason: 'insecure' });
});

// OpenSSL's variable for the system's store; elsewhere the store is the system's own.
test.runIf(process.platform === 'linux')('an authority of the system is trusted', async () => {
  expect(await askWith((file) => ({ SSL_CERT_FILE: file }))).toBe('trusted');
});

test('an authority that NODE_EXTRA_CA_CERTS names is trusted', async () => {
  expect(await askWith((file) => ({ NODE_EXTRA_CA_CERTS: file }))).toBe('trusted');
});

// The token between starts: by a real key store, by a weak one that the owner accepts, or not at
// all.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../src-main/log.ts';
import { createTokenVault } from '../../../src-main/account/token-vault.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-vault-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const masked = (text: Buffer) => Buffer.from(text.map((byte) => byte ^ 0x5a));

/**
 * As Electron documents it: without a secret store nothing is encrypted unless plain text is asked
 * for.
 */
function storageOf(backend: 'gnome_libsecret' | 'basic_text') {
  let isPlain = false;
  const isAvailable = () => backend !== 'basic_text' || isPlain;
  return {
    getSelectedStorageBackend: () => backend,
    setUsePlainTextEncryption: (plain: boolean) => {
      isPlain = plain;
    },
    isAsyncEncryptionAvailable: () => Promise.resolve(isAvailable()),
    encryptStringAsync: (text: string) =>
      isAvailable() ? Promise.resolve(masked(Buffer.from(text))) : Promise.reject(new Error('no')),
    decryptStringAsync: (bytes: Buffer) =>
      isAvailable()
        ? Promise.resolve({ result: masked(bytes).toString(), shouldReEncrypt: false })
        : Promise.reject(new Error('no')),
  } as unknown as SafeStorage;
}

const file = () => join(folder, 'tokens', 'a-till');
const vault = (backend: 'gnome_libsecret' | 'basic_text', accepts = false, tillKey = 'a-till') =>
  createTokenVault(storageOf(backend), {
    file: file(),
    tillKey,
    acceptsWeak: () => accepts,
    log: createLog(join(folder, 'till.log')),
  });

describe.runIf(process.platform === 'linux')('a token', () => {
  test('is kept by a real key store, encrypted and for its owner alone', async () => {
    expect(await vault('gnome_libsecret').keep('secret-token')).toBe(true);
    expect(readFileSync(file(), 'utf8')).not.toContain('secret-token');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(await vault('gnome_libsecret').read()).toBe('secret-token');
  });

  test('is not kept where the key is known to everybody', async () => {
    expect(await vault('basic_text').keep('secret-token')).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  test('is kept there once the owner accepts it, and given up once they no longer do', async () => {
    expect(await vault('basic_text', true).keep('secret-token')).toBe(true);
    expect(await vault('basic_text', true).read()).toBe('secret-token');
    expect(await vault('basic_text').read()).toBeUndefined();
    expect(await vault('basic_text').keep('secret-token')).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  test('that the owner does not accept to be kept any more is tidied away, and no other', async () => {
    await vault('basic_text', true).keep('secret-token');
    vault('basic_text', true).tidy();
    expect(existsSync(file())).toBe(true);
    vault('basic_text').tidy();
    expect(existsSync(file())).toBe(false);
    await vault('gnome_libsecret').keep('secret-token');
    vault('gnome_libsecret').tidy();
    expect(existsSync(file())).toBe(true);
  });

  test('that cannot be read is none, and nothing else is lost', async () => {
    const kept = vault('gnome_libsecret');
    expect(await kept.read()).toBeUndefined();
    await kept.keep('secret-token');
    const locked = storageOf('gnome_libsecret');
    locked.decryptStringAsync = () => Promise.reject(new Error('locked'));
    const log = createLog(join(folder, 'till.log'));
    const options = { file: file(), tillKey: 'a-till', acceptsWeak: () => false, log };
    const other = createTokenVault(locked, options);
    expect(await other.read()).toBeUndefined();
    expect(await kept.read()).toBe('secret-token');
  });

  test('is of no use to another till, whose file it is made', async () => {
    await vault('gnome_libsecret').keep('secret-token');
    expect(await vault('gnome_libsecret', false, 'another-till').read()).toBeUndefined();
    expect(await vault('gnome_libsecret').read()).toBe('secret-token');
  });

  test('that is forgotten is gone', async () => {
    await vault('gnome_libsecret').keep('secret-token');
    vault('gnome_libsecret').forget();
    expect(await vault('gnome_libsecret').read()).toBeUndefined();
    vault('gnome_libsecret').forget();
  });
});

// A token is kept between starts by a real key store, by a weak one if the owner accepts it, or not
// at all.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SafeStorage } from 'electron';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../../../src-main/log.ts';
import { createTokenVault } from '../../../src-main/account/token-vault.ts';
import { encryptByKnownPassword, PlayedKeyStore } from '../../played-key-store.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const masked = (text: Buffer) => Buffer.from(text.map((byte) => byte ^ 0x5a));

/**
 * Behaves as Electron documents it: without a secret store it encrypts only if plain text was asked
 * for.
 */
function storageOf(backend: 'gnome_libsecret' | 'basic_text') {
  let isPlain = false;
  const isAvailable = () => backend !== 'basic_text' || isPlain;
  return {
    getSelectedStorageBackend: () => backend,
    setUsePlainTextEncryption: (plain: boolean) => (isPlain = plain),
    isAsyncEncryptionAvailable: () => Promise.resolve(isAvailable()),
    encryptStringAsync: (text: string) =>
      isAvailable() ? Promise.resolve(masked(Buffer.from(text))) : Promise.reject(new Error('no')),
    decryptStringAsync: (bytes: Buffer) =>
      isAvailable()
        ? Promise.resolve({ result: masked(bytes).toString(), shouldReEncrypt: false })
        : Promise.reject(new Error('no')),
  } as unknown as SafeStorage;
}

/** A signal that is never aborted. */
const going = new AbortController().signal;
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
    expect(await vault('gnome_libsecret').keep('secret-token', going)).toBe(true);
    expect(readFileSync(file(), 'utf8')).not.toContain('secret-token');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(await vault('gnome_libsecret').read()).toBe('secret-token');
  });

  test('is not kept where the file of a former one cannot be removed, and nobody is kept out by that', async () => {
    mkdirSync(file(), { recursive: true });
    expect(await vault('gnome_libsecret').keep('secret-token', going)).toBe(false);
  });

  test('is not kept where the key is known to everybody', async () => {
    expect(await vault('basic_text').keep('secret-token', going)).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  test('is kept there once the owner accepts it, and given up once they no longer do', async () => {
    expect(await vault('basic_text', true).keep('secret-token', going)).toBe(true);
    expect(await vault('basic_text', true).read()).toBe('secret-token');
    expect(await vault('basic_text').read()).toBeUndefined();
    expect(await vault('basic_text').keep('secret-token', going)).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  test('is deleted once the owner no longer accepts that it is kept weakly, but not from a real store', async () => {
    await vault('basic_text', true).keep('secret-token', going);
    vault('basic_text', true).tidy();
    expect(existsSync(file())).toBe(true);
    vault('basic_text').tidy();
    expect(existsSync(file())).toBe(false);
    await vault('gnome_libsecret').keep('secret-token', going);
    vault('gnome_libsecret').tidy();
    expect(existsSync(file())).toBe(true);
  });

  test('that cannot be read counts as missing, and stays in its file', async () => {
    const tokenVault = vault('gnome_libsecret');
    expect(await tokenVault.read()).toBeUndefined();
    await tokenVault.keep('secret-token', going);
    const locked = storageOf('gnome_libsecret');
    locked.decryptStringAsync = () => Promise.reject(new Error('locked'));
    const log = createLog(join(folder, 'till.log'));
    const options = { file: file(), tillKey: 'a-till', acceptsWeak: () => false, log };
    const other = createTokenVault(locked, options);
    expect(await other.read()).toBeUndefined();
    expect(await tokenVault.read()).toBe('secret-token');
  });

  test('cannot be read by another till that is given its file', async () => {
    await vault('gnome_libsecret').keep('secret-token', going);
    expect(await vault('gnome_libsecret', false, 'another-till').read()).toBeUndefined();
    expect(await vault('gnome_libsecret').read()).toBe('secret-token');
  });

  test('that is forgotten is gone', async () => {
    await vault('gnome_libsecret').keep('secret-token', going);
    vault('gnome_libsecret').forget();
    expect(await vault('gnome_libsecret').read()).toBeUndefined();
    vault('gnome_libsecret').forget();
  });
});

describe.runIf(process.platform === 'linux')('a key store', () => {
  function aKeyStore(accepts = false) {
    const store = new PlayedKeyStore();
    const backend = { getSelectedStorageBackend: () => 'gnome_libsecret' };
    const vault = createTokenVault(Object.assign(store, backend) as unknown as SafeStorage, {
      file: file(),
      tillKey: 'a-till',
      acceptsWeak: () => accepts,
      log: createLog(join(folder, 'till.log')),
    });
    return { store, vault };
  }

  test('that the desktop only promises keeps no token, unless the owner accepts that', async () => {
    const { store, vault } = aKeyStore();
    store.isPromisedOnly = true;
    expect(await vault.keep('secret-token', going)).toBe(false);
    expect(existsSync(file())).toBe(false);
    const accepted = aKeyStore(true);
    accepted.store.isPromisedOnly = true;
    expect(await accepted.vault.keep('secret-token', going)).toBe(true);
    expect(await accepted.vault.read()).toBe('secret-token');
    expect(await vault.read()).toBeUndefined();
  });

  test('that refuses keeps no token, and is no failure of signing in', async () => {
    const { store, vault } = aKeyStore();
    store.isFull = true;
    expect(await vault.keep('secret-token', going)).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  test('that answers once the token has been given up writes nothing', async () => {
    const { store, vault } = aKeyStore();
    store.isSilent = true;
    const over = new AbortController();
    const keeping = vault.keep('secret-token', over.signal);
    over.abort();
    store.speak();
    expect(await keeping).toBe(false);
    expect(existsSync(file())).toBe(false);
  });

  test('with a newer key encrypts the token anew, unless the token was forgotten meanwhile', async () => {
    const { store, vault } = aKeyStore();
    await vault.keep('secret-token', going);
    const before = readFileSync(file());
    store.hasNewerKey = true;
    expect(await vault.read()).toBe('secret-token');
    await expect.poll(() => readFileSync(file()).equals(before)).toBe(false);
    expect(await vault.read()).toBe('secret-token');
    store.hasNewerKey = true;
    await vault.read();
    store.isSilent = true;
    vault.forget();
    store.speak();
    await new Promise((resolve) => setImmediate(resolve));
    expect(existsSync(file())).toBe(false);
  });

  test('is not asked about a token that everybody can read', async () => {
    const { vault } = aKeyStore();
    await vault.keep('secret-token', going);
    const text = JSON.stringify({ tillKey: 'a-till', token: 'planted-token' });
    writeFileSync(file(), encryptByKnownPassword(text));
    expect(await vault.read()).toBeUndefined();
  });
});

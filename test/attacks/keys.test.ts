// An attacker replaces the till's key by one of their own, which seals nothing.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StaffKeys, type StaffKey } from '../../src-main/staff/staff-key.ts';
import { HandClock } from '../hand-clock.ts';
import { newFolder } from '../integration/session-rig.ts';
import { encryptByKnownPassword, noKeys, PlayedKeyStore } from '../played-key-store.ts';

const store = new PlayedKeyStore();

/** The keys of a till of this computer, as the program finds them at a start. */
const keysOf = (folder: string, till = 'a-till'): StaffKeys =>
  noKeys({ safeStorage: store, isWeak: () => false, clock: new HandClock(), folder, till });

async function makeKey(keys: StaffKeys): Promise<StaffKey> {
  const { key, keeping: kept } = keys.make();
  expect(await kept).toBe('kept');
  keys.use(key);
  return key;
}

async function found(keys: StaffKeys, id: string) {
  keys.find(id);
  await keys.settled();
  return keys.find(id);
}

test('a key is found again after a start, and only its owner may read its file', async () => {
  const folder = newFolder();
  const key = await makeKey(keysOf(folder));
  expect(keysOf(folder).wereUsed).toBe(true);
  expect(await found(keysOf(folder), key.id)).toEqual(key);
});

test('a key that seals just before the program ends is found', async () => {
  const folder = newFolder();
  const { key, keeping: kept } = keysOf(folder).make();
  await kept;
  // If the program had ended before, nobody would have worked under the key.
  expect(keysOf(folder).wereUsed).toBe(false);
  expect(await found(keysOf(folder), key.id)).toEqual(key);
  expect(keysOf(folder).wereUsed).toBe(true);
});

test('another till’s key on this computer does not count', async () => {
  const [folder, other] = [newFolder(), newFolder()];
  const key = await makeKey(keysOf(other, 'another-till'));
  cpSync(other, folder, { recursive: true });
  expect(await found(keysOf(folder), key.id)).toBe('lost');
});

test.each([
  ['a token that the till was made to keep', (text: string) => store.encryptStringAsync(text)],
  [
    'a key by the password that everybody knows',
    (text: string) => Promise.resolve(encryptByKnownPassword(`a key of the till a-till\n${text}`)),
  ],
])('%s does not count', async (_what, encrypt) => {
  const made = newFolder();
  const key = await makeKey(keysOf(made));
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, key.id), await encrypt(key.bytes.toString('base64')));
  expect(await found(keysOf(folder), key.id)).toBe('lost');
});

test('a key under another name does not count', async () => {
  const folder = newFolder();
  await makeKey(keysOf(folder));
  const [name = ''] = readdirSync(folder);
  const other = '0'.repeat(16);
  cpSync(join(folder, name), join(folder, other));
  expect(await found(keysOf(folder), other)).toBe('lost');
});

test('a key store that encrypts with the known password does not count', async () => {
  const obliging = new PlayedKeyStore();
  const keys = noKeys({
    safeStorage: {
      isAsyncEncryptionAvailable: obliging.isAsyncEncryptionAvailable,
      decryptStringAsync: obliging.decryptStringAsync,
      encryptStringAsync: (text) => Promise.resolve(encryptByKnownPassword(text)),
    },
    isWeak: () => false,
    folder: newFolder(),
  });
  expect(await keys.make().keeping).toBe('none');
  expect(keys.store).toBe('none');
});

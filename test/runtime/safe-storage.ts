// safeStorage with real AES-GCM. The key is fixed, as Chromium's on a Linux without a secret store,
// or random in a file that stands for the secret store.
/* eslint-disable @typescript-eslint/no-deprecated -- the deprecated calls are part of Electron */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { partOf } from './contract.ts';
import { getName, getPath } from './identity.ts';
import { isReady } from './lifecycle.ts';
import { commandLine } from './switches.ts';

/**
 * The prefixes of what Chromium encrypts on Linux: with the fixed key, and with a secret store's.
 */
const prefixes = { fixed: Buffer.from('v10'), secret: Buffer.from('v11') } as const;
type KeyKind = keyof typeof prefixes;
const prefixBytes = 3;
const ivBytes = 12;
const tagBytes = 16;
let usePlainText = false;

function hasSecretStore(): boolean {
  return commandLine.getSwitchValue('password-store') === 'gnome-libsecret';
}

/**
 * Outside the user data folder, as a secret store is, so that a copy of the folder holds no key.
 */
function secretStoreKey(): Buffer {
  const folder = join(getPath('appData'), 'electron-stand-in-secrets');
  const file = join(folder, createHash('sha256').update(getName()).digest('hex'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600, flag: 'wx' });
  return readFileSync(file);
}

function keyOf(kind: KeyKind): Buffer {
  return kind === 'secret' ? secretStoreKey() : createHash('sha256').update('peanuts').digest();
}

function encrypt(plainText: string): Buffer {
  const kind: KeyKind = hasSecretStore() ? 'secret' : 'fixed';
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(kind), iv);
  const text = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
  return Buffer.concat([prefixes[kind], iv, text, cipher.getAuthTag()]);
}

function decrypt(encrypted: Buffer): string {
  const prefix = encrypted.subarray(0, prefixBytes);
  const kind = (['fixed', 'secret'] as const).find((one) => prefixes[one].equals(prefix));
  if (kind === undefined || (kind === 'secret' && !hasSecretStore()))
    throw new Error('Error while decrypting the ciphertext: not encrypted by safeStorage');
  const iv = encrypted.subarray(prefixBytes, prefixBytes + ivBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(kind), iv);
  decipher.setAuthTag(encrypted.subarray(-tagBytes));
  const text = encrypted.subarray(prefixBytes + ivBytes, -tagBytes);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/**
 * A locked key store first asks a person, and pends without a time-out. Here it answers once the
 * file that `STAND_IN_KEY_STORE_ASKS` names is there.
 */
async function answered(): Promise<void> {
  const file = process.env.STAND_IN_KEY_STORE_ASKS;
  while (file !== undefined && !existsSync(file)) await delay(20, undefined, { ref: false });
}

function isAvailable(): boolean {
  return isReady() && (hasSecretStore() || usePlainText);
}

function requireAvailable(doing: string): void {
  if (!isAvailable()) throw new Error(`Error while ${doing}. Encryption is not available.`);
}

export const safeStorage = partOf<Electron.SafeStorage>('safeStorage', {
  isEncryptionAvailable: isAvailable,
  setUsePlainTextEncryption: (use) => {
    usePlainText = use;
  },
  getSelectedStorageBackend: () => {
    if (!isReady()) return 'unknown';
    return hasSecretStore() ? 'gnome_libsecret' : 'basic_text';
  },
  encryptString: (plainText) => {
    requireAvailable('encrypting the text provided to safeStorage.encryptString');
    return encrypt(plainText);
  },
  decryptString: (encrypted) => {
    requireAvailable('decrypting the ciphertext provided to safeStorage.decryptString');
    return decrypt(encrypted);
  },
  // The asynchronous calls also work without a secret store, with the fixed key.
  isAsyncEncryptionAvailable: () => answered().then(isReady),
  encryptStringAsync: (plainText) => answered().then(() => encrypt(plainText)),
  decryptStringAsync: (encrypted) =>
    answered().then(() => ({ shouldReEncrypt: false, result: decrypt(encrypted) })),
});

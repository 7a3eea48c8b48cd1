// Plays a system's key store: it answers, stays silent, or is missing. Like each computer's, each
// has a secret of its own, and cannot read what another one encrypted.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../src-main/log.ts';
import { StaffKeys, type StaffKeysOptions } from '../src-main/staff/staff-key.ts';
import { HandClock } from './hand-clock.ts';

const ivBytes = 12;
const tagBytes = 16;

/**
 * The password that Chromium uses on every Linux without a key store, so that anybody can encrypt
 * with it.
 */
const knownPassword = createHash('sha256').update('peanuts').digest();
export const encryptByKnownPassword = (text: string): Buffer =>
  encryptBy('v10', knownPassword, text);

function encryptBy(version: 'v10' | 'v11', secret: Buffer, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, iv);
  const sealed = [cipher.update(text), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([Buffer.from(version), iv, ...sealed]);
}

export class PlayedKeyStore {
  /** A locked keyring asks for its password and waits for ever. */
  isSilent = false;
  isThere = true;
  /** The desktop promises a key store that is missing, so Chromium's known password is used. */
  isPromisedOnly = false;
  /** The store keeps nothing more. */
  isFull = false;
  /** The store has a newer key than the one with which it encrypted. */
  hasNewerKey = false;
  readonly #secret = randomBytes(32);
  readonly #waiting: (() => void)[] = [];

  /** Unlocks the keyring, which then answers what it was asked meanwhile. */
  speak(): void {
    this.isSilent = false;
    for (const answer of this.#waiting.splice(0)) answer();
  }

  readonly isAsyncEncryptionAvailable = () => this.#answer(() => this.isThere);

  readonly encryptStringAsync = (text: string) =>
    this.#answer(() => {
      if (this.isFull) throw new Error('the key store takes nothing');
      this.hasNewerKey = false;
      return this.isPromisedOnly
        ? encryptByKnownPassword(text)
        : encryptBy('v11', this.#secret, text);
    });

  readonly decryptStringAsync = (encrypted: Buffer) =>
    this.#answer(() => {
      const secret = encrypted.toString('latin1', 0, 3) === 'v10' ? knownPassword : this.#secret;
      const iv = encrypted.subarray(3, 3 + ivBytes);
      const decipher = createDecipheriv('aes-256-gcm', secret, iv);
      decipher.setAuthTag(encrypted.subarray(-tagBytes));
      const text = decipher.update(encrypted.subarray(3 + ivBytes, -tagBytes));
      const result = Buffer.concat([text, decipher.final()]).toString();
      return { result, shouldReEncrypt: this.hasNewerKey };
    });

  async #answer<Value>(answer: () => Value): Promise<Value> {
    if (this.isSilent) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    return answer();
  }
}

/** The staff's keys of a till on a system without a key store. */
export const noKeys = (change: Partial<StaffKeysOptions> = {}): StaffKeys =>
  new StaffKeys({
    safeStorage: new PlayedKeyStore(),
    isWeak: () => true,
    till: 'a-till',
    folder: join(tmpdir(), 'counterfoil-no-keys'),
    clock: new HandClock(),
    log: createLog(join(tmpdir(), 'counterfoil-no-keys.log')),
    onAnswered: () => undefined,
    ...change,
  });

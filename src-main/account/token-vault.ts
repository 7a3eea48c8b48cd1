// Keeps the service's token between starts, encrypted by the system's key store, or not at all.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SafeStorage } from 'electron';
import * as v from 'valibot';
import { tokenSchema } from '../contract/sign-in.ts';
import type { Log } from '../log.ts';

const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ tillKey: v.string(), token: tokenSchema }),
);

export interface TokenVault {
  /**
   * Returns false if the system offers no real key store and the owner has not accepted that, or if
   * the key store refuses: then the token lives in memory only. Once aborted, nothing more is
   * written.
   */
  keep(token: string, signal: AbortSignal): Promise<boolean>;
  /** Returns undefined if none was kept, or if what was kept cannot be decrypted any more. */
  read(): Promise<string | undefined>;
  forget(): void;
  /** Forgets a token that the owner does not accept to be kept any more. */
  tidy(): void;
}

/** Returns whether the key store is weak: Linux may "encrypt" with a well-known password. */
export const isKeyStoreWeak = (safeStorage: SafeStorage): boolean =>
  process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';

/**
 * Returns whether Chromium encrypted it on Linux with that password, which its first letters show.
 * Chromium reads such a text on every Linux.
 */
export const isOfKnownPassword = (encrypted: Buffer): boolean =>
  process.platform === 'linux' && encrypted.toString('latin1', 0, 3) === 'v10';

export interface TokenVaultOptions {
  readonly file: string;
  /** The key of the till, encrypted with the token: under another name the file is useless. */
  readonly tillKey: string;
  /** True if the owner accepts that whoever can read the file can read the token. */
  readonly acceptsWeak: () => boolean;
  readonly log: Log;
}

export function createTokenVault(
  safeStorage: SafeStorage,
  { file, tillKey, acceptsWeak, log }: TokenVaultOptions,
): TokenVault {
  const isAvailable = async (): Promise<boolean> => {
    if (isKeyStoreWeak(safeStorage)) {
      if (!acceptsWeak()) return false;
      safeStorage.setUsePlainTextEncryption(true);
    }
    return safeStorage.isAsyncEncryptionAvailable();
  };

  const forget = (): void => rmSync(file, { force: true });

  /** A Linux desktop may promise a key store that is not there: what it encrypts shows that. */
  const isAccepted = (encrypted: Buffer): boolean => !isOfKnownPassword(encrypted) || acceptsWeak();

  /** Returns whether it has written the token. `mayWrite` is asked at the very last moment. */
  async function write(token: string, mayWrite: () => boolean): Promise<boolean> {
    const encrypted = await safeStorage.encryptStringAsync(JSON.stringify({ tillKey, token }));
    if (!mayWrite() || !isAccepted(encrypted)) return false;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, encrypted, { mode: 0o600 });
    return true;
  }

  /** Writes the token again, for a newer key, unless it was forgotten or kept meanwhile. */
  async function renew(token: string, encrypted: Buffer): Promise<void> {
    try {
      await write(token, () => existsSync(file) && readFileSync(file).equals(encrypted));
    } catch (error) {
      log.error('the token could not be encrypted anew', error);
    }
  }

  return {
    keep: async (token, signal) => {
      try {
        forget();
        return (await isAvailable()) && (await write(token, () => !signal.aborted));
      } catch (error) {
        log.error('the token could not be kept', error);
        return false;
      }
    },
    read: async () => {
      if (!existsSync(file)) return undefined;
      try {
        if (!(await isAvailable())) return undefined;
        const encrypted = readFileSync(file);
        if (!isAccepted(encrypted)) throw new Error('the token is readable by everybody');
        const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
        const { token, tillKey: owner } = v.parse(keptSchema, result);
        if (owner !== tillKey) throw new Error('the token is of another till');
        if (shouldReEncrypt) void renew(token, encrypted);
        return token;
      } catch (error) {
        // This happens with a locked key store, another user or another machine. Signing in makes a
        // new token, and no sale depends on it.
        log.error('the token could not be read', error);
        return undefined;
      }
    },
    forget,
    tidy: () => {
      if (isKeyStoreWeak(safeStorage) && !acceptsWeak()) forget();
    },
  };
}

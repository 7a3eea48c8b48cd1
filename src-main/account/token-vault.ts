// Keeps the service's token between starts, encrypted by the operating system's own key store, or
// not at all.
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
   * False where the system offers no real key store, and the owner has not accepted that: the token
   * lives in memory only.
   */
  keep(token: string): Promise<boolean>;
  /** Undefined when none was kept, or when what was kept cannot be decrypted any more. */
  read(): Promise<string | undefined>;
  forget(): void;
  /** Forgets what the owner does not accept to be kept any more. */
  tidy(): void;
}

/** Without a secret store, Linux "encrypts" with a password that everybody knows. */
export const isKeyStoreWeak = (safeStorage: SafeStorage): boolean =>
  process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text';

/** What Chromium encrypts on Linux with that password begins so; it reads it on every Linux. */
export const isOfKnownPassword = (encrypted: Buffer): boolean =>
  process.platform === 'linux' && encrypted.toString('latin1', 0, 3) === 'v10';

export interface TokenVaultOptions {
  readonly file: string;
  /** The key of its till, encrypted with it: under another name the file is of no use. */
  readonly tillKey: string;
  /** The owner accepts that whoever can read the file can read the token. */
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

  const forget = (): void => {
    rmSync(file, { force: true });
  };

  return {
    keep: async (token) => {
      forget();
      if (!(await isAvailable())) return false;
      mkdirSync(dirname(file), { recursive: true });
      const kept = JSON.stringify({ tillKey, token });
      writeFileSync(file, await safeStorage.encryptStringAsync(kept), { mode: 0o600 });
      return true;
    },
    read: async () => {
      if (!existsSync(file)) return undefined;
      try {
        if (!(await isAvailable())) return undefined;
        const { result } = await safeStorage.decryptStringAsync(readFileSync(file));
        const kept = v.parse(keptSchema, result);
        if (kept.tillKey !== tillKey) throw new Error('the token is of another till');
        return kept.token;
      } catch (error) {
        // A locked key store, another user, another machine: signing in makes a new token. No sale
        // depends on it.
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

// Keeps the service's token between starts, encrypted by the operating system's own key store, or
// not at all.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SafeStorage } from 'electron';
import type { Log } from '../log.ts';

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

export interface TokenVaultOptions {
  readonly file: string;
  /** The owner accepts that whoever can read the file can read the token. */
  readonly acceptsWeak: () => boolean;
  readonly log: Log;
}

export function createTokenVault(
  safeStorage: SafeStorage,
  { file, acceptsWeak, log }: TokenVaultOptions,
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
      writeFileSync(file, await safeStorage.encryptStringAsync(token), { mode: 0o600 });
      return true;
    },
    read: async () => {
      if (!existsSync(file)) return undefined;
      try {
        if (!(await isAvailable())) return undefined;
        const { result } = await safeStorage.decryptStringAsync(readFileSync(file));
        return result;
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

// Keeps the service's token between starts, encrypted by the operating system's own key store, or not at all.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SafeStorage } from 'electron';
import type { Log } from './log.ts';

export interface TokenVault {
  /** False where the system offers no real key store: the token then lives in memory only. */
  keep(token: string): Promise<boolean>;
  /** Undefined when none was kept, or when what was kept cannot be decrypted any more. */
  read(): Promise<string | undefined>;
  forget(): void;
}

export function createTokenVault(safeStorage: SafeStorage, file: string, log: Log): TokenVault {
  // Without a secret store, Linux "encrypts" with a password that everybody knows.
  const isSafe = async (): Promise<boolean> =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    !(process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text');

  const forget = (): void => {
    rmSync(file, { force: true });
  };

  return {
    keep: async (token) => {
      forget();
      if (!(await isSafe())) return false;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, await safeStorage.encryptStringAsync(token), { mode: 0o600 });
      return true;
    },
    read: async () => {
      if (!existsSync(file)) return undefined;
      try {
        const { result } = await safeStorage.decryptStringAsync(readFileSync(file));
        return result;
      } catch (error) {
        // A locked key store, another user, another machine: signing in makes a new token. No sale depends on it.
        log.error('the token could not be read', error);
        return undefined;
      }
    },
    forget,
  };
}

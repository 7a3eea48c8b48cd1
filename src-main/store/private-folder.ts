// Folders that nobody else on the computer may look into.
import { chmodSync } from 'node:fs';

/**
 * Takes an existing folder from everybody but its owner; what the program makes anew is private by
 * its umask. A file system that knows no rights, and Windows, whose users' folders are private by
 * themselves, are left as they are.
 */
export function keepToOneself(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (typeof code !== 'string') throw error;
  }
}

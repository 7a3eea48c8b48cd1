// Folders that nobody else on the computer may look into.
import { codeOf } from '../contract/errors.ts';
import { chmodSync } from 'node:fs';

/**
 * Makes an existing folder private to its owner; what the program makes anew is private by its
 * umask. On a file system that knows no rights it changes nothing, nor on Windows, where users'
 * folders are private anyway, and may lie on a server that is away.
 */
export function keepToOneself(folder: string): void {
  if (process.platform === 'win32') return;
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
  }
}

// A file that is there and cannot be read, as on a disk that is dying. Works only on Linux.
import { readFileSync, rmSync, symlinkSync } from 'node:fs';

/** Puts a file there whose reading fails with EIO. Renaming over it, or renaming it, works. */
export function onBadSector(file: string): void {
  rmSync(file, { force: true });
  // Nothing is mapped where this file begins.
  symlinkSync('/proc/self/mem', file);
  try {
    readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return;
    throw error;
  }
  throw new Error(`${file} can be read`);
}

// Renaming where a virus scanner may hold the file for a moment, as on Windows.
import { renameSync } from 'node:fs';

const passing: ReadonlySet<unknown> = new Set(['EPERM', 'EBUSY', 'EACCES']);
const spacingMs = 50;
const longestMs = 3_000;

export interface Renaming {
  readonly platform: NodeJS.Platform;
  readonly rename: (from: string, to: string) => void;
  readonly wait: (ms: number) => void;
}

const here: Renaming = {
  platform: process.platform,
  rename: renameSync,
  // Whoever renames builds on it at once, so the thread waits.
  wait: (ms) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  },
};

/** @throws what the file system says, on Windows once it has said it for some seconds. */
export function renamePatiently(from: string, to: string, by: Renaming = here): void {
  for (let waitedMs = 0; ; waitedMs += spacingMs) {
    try {
      by.rename(from, to);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const mayPass = by.platform === 'win32' && passing.has(code) && waitedMs < longestMs;
      if (!mayPass) throw error;
      by.wait(spacingMs);
    }
  }
}

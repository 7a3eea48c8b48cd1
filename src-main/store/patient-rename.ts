// Renames files that a virus scanner may hold for a moment, as on Windows.
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { systemClock } from '../clock.ts';
import { codeOf } from '../contract/errors.ts';

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
  // The caller builds on the new name at once, so the thread waits.
  wait: (ms) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  },
};

const mayPass = (error: unknown, platform: NodeJS.Platform, waitedMs: number): boolean =>
  platform === 'win32' && passing.has(codeOf(error) ?? '') && waitedMs < longestMs;

/** @throws what the file system says; on Windows only after it has said so for some seconds. */
export function renamePatiently(from: string, to: string, by: Renaming = here): void {
  for (let waitedMs = 0; ; waitedMs += spacingMs) {
    try {
      by.rename(from, to);
      return;
    } catch (error) {
      if (!mayPass(error, by.platform, waitedMs)) throw error;
      by.wait(spacingMs);
    }
  }
}

/** Renames without blocking, if nothing builds on the name at once: selling goes on meanwhile. */
export async function renameInTime(from: string, to: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += spacingMs) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!mayPass(error, process.platform, waitedMs)) throw error;
      await systemClock.sleep(spacingMs);
    }
  }
}

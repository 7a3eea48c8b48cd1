// Where the till's data lies: room, how soon a write is safe, and who may read it.
import {
  accessSync,
  closeSync,
  constants,
  fdatasyncSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Finding } from './findings.ts';

const megabyte = 1024 * 1024;
/** A year of sales and its copies need less; below the other, a till may stop within a week. */
const enoughBytes = 2_048 * megabyte;
const littleBytes = 256 * megabyte;

export function judgeSpace(freeBytes: number): Finding {
  const isEnough = freeBytes >= enoughBytes;
  const verdict = isEnough ? 'fine' : freeBytes >= littleBytes ? 'look_at' : 'bad';
  return { item: 'space', verdict, freeBytes };
}

export const space = (folder: string): Finding =>
  unlessDiskFails(() => {
    const { bavail, bsize } = statfsSync(folder);
    return judgeSpace(bavail * bsize);
  });

/** The one that this is to find out about. */
function unlessDiskFails(look: () => Finding): Finding {
  try {
    return look();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    return { item: 'disk_failed', verdict: 'bad', code: String(error.code) };
  }
}

/** A cashier notices the one, and waits for the other. */
const quickMs = 30;
const slowMs = 200;
const writes = 25;

export function judgeSync(durationsMs: readonly number[]): Finding {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const verdict = medianMs < quickMs ? 'fine' : medianMs < slowMs ? 'look_at' : 'bad';
  return { item: 'sync', verdict, medianMs, longestMs: sorted.at(-1) ?? 0 };
}

/** As a sale is saved: a few kilobytes, synced, one after the other. */
export const sync = (folder: string, nowMs: () => number): Finding =>
  unlessDiskFails(() => timeWrites(folder, nowMs));

function timeWrites(folder: string, nowMs: () => number): Finding {
  const file = join(folder, `.sync-speed-${process.pid}`);
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    const page = Buffer.alloc(4096, 1);
    const durationsMs = Array.from({ length: writes }, () => {
      const startedMs = nowMs();
      writeSync(descriptor, page);
      fdatasyncSync(descriptor);
      return nowMs() - startedMs;
    });
    return judgeSync(durationsMs);
  } finally {
    closeSync(descriptor);
    rmSync(file);
  }
}

/** Windows has rights of another kind: there only whether the folder can be written to is told. */
export function rights(folder: string, platform: NodeJS.Platform): Finding {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat) return { item: 'rights', verdict: 'look_at', found: 'absent' };
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    return { item: 'rights', verdict: 'bad', found: 'not_writable' };
  }
  const isOpen = platform !== 'win32' && (stat.mode & 0o077) !== 0;
  return isOpen
    ? { item: 'rights', verdict: 'look_at', found: 'open_to_others' }
    : { item: 'rights', verdict: 'fine', found: 'own' };
}

// Judges the disk of the till's data: its room, how soon a write is safe, and who may read it. Only
// the check itself waits for the disk.
import { randomUUID } from 'node:crypto';
import { access, constants, open, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { littleSpaceBytes, type Finding } from '../contract/computer.ts';
import { codeOf } from './patience.ts';

const megabyte = 1024 * 1024;
/** A year of sales and its copies need less. */
const enoughBytes = 2_048 * megabyte;

export function judgeSpace(freeBytes: number): Finding {
  const isEnough = freeBytes >= enoughBytes;
  const verdict = isEnough ? 'fine' : freeBytes >= littleSpaceBytes ? 'look_at' : 'bad';
  return { item: 'space', verdict, freeBytes };
}

export const space = (folder: string): Promise<Finding> =>
  unlessDiskFails(async () => {
    const { bavail, bsize } = await statfs(folder);
    return judgeSpace(bavail * bsize);
  });

/** Returns the nearest folder that exists: the data will be on its disk. */
export async function nearest(folder: string): Promise<string> {
  try {
    await access(folder);
    return folder;
  } catch {
    const above = dirname(folder);
    return above === folder ? folder : nearest(above);
  }
}

/** Returns a finding for an error of the disk, as the disk is what the check is about. */
async function unlessDiskFails(look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return diskFailed(codeOf(error));
  }
}

export const diskFailed = (code: string): Finding => ({
  ...{ item: 'disk_failed', verdict: 'bad', code },
});

/** A cashier notices the first duration, and waits for the second. */
const quickMs = 30;
const slowMs = 200;
const writes = 25;
/** The check ends after this time, as it then knows that the disk is slow. */
const longEnoughMs = 3_000;

export function judgeSync(durationsMs: readonly number[]): Finding {
  const sorted = durationsMs.toSorted((a, b) => a - b);
  const medianMs = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const verdict = medianMs < quickMs ? 'fine' : medianMs < slowMs ? 'look_at' : 'bad';
  return { item: 'sync', verdict, medianMs, longestMs: sorted.at(-1) ?? 0 };
}

/** Writes as a sale is saved: a few kilobytes, synced, one after the other. */
export const sync = (folder: string, nowMs: () => number): Promise<Finding> =>
  unlessDiskFails(() => timeWrites(folder, nowMs));

async function timeWrites(folder: string, nowMs: () => number): Promise<Finding> {
  const file = join(folder, `.sync-speed-${randomUUID()}`);
  const handle = await open(file, 'wx', 0o600);
  try {
    const page = Buffer.alloc(4096, 1);
    const durationsMs: number[] = [];
    const beganMs = nowMs();
    while (durationsMs.length < writes && nowMs() - beganMs < longEnoughMs) {
      const startedMs = nowMs();
      await handle.write(page);
      await handle.datasync();
      durationsMs.push(nowMs() - startedMs);
    }
    return judgeSync(durationsMs);
  } finally {
    await handle.close();
    await rm(file, { force: true });
  }
}

/**
 * Judges who may read the folder. Windows has rights of another kind, so the check only tells there
 * whether the folder can be written to.
 */
export async function rights(folder: string, platform: NodeJS.Platform): Promise<Finding> {
  let mode: number;
  try {
    ({ mode } = await stat(folder));
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT') return diskFailed(code);
    return { item: 'rights', verdict: 'look_at', found: 'absent' };
  }
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    return { item: 'rights', verdict: 'bad', found: 'not_writable' };
  }
  const isOpen = platform !== 'win32' && (mode & 0o077) !== 0;
  return isOpen
    ? { item: 'rights', verdict: 'look_at', found: 'open_to_others' }
    : { item: 'rights', verdict: 'fine', found: 'own' };
}

// How much room there is on the disk with the till's data, and how much of it a month takes.
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { err, ok, type Result } from '../contract/errors.ts';
import { keptBackups } from './backups.ts';

export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOn: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

export interface DiskRoom {
  readonly freeBytes: number;
  /** What a month takes: the till's file grows, each of its backups, and the next one comes. */
  readonly monthBytes: number;
}

const dayMs = 86_400_000;
const month = 30;

/**
 * Returns the room for a till's file. What it has grown by since its oldest backup was made says
 * what it grows by, once that is a day old. @throws what the file system throws.
 */
export async function roomFor(
  file: string,
  nowMs: number,
  freeBytes: FreeBytes = freeBytesOn,
): Promise<DiskRoom> {
  const { size } = await stat(file);
  const backups = keptBackups(file);
  const oldest = backups.toSorted((one, other) => one.madeAtMs - other.madeAtMs)[0];
  const days = oldest ? (nowMs - oldest.madeAtMs) / dayMs : 0;
  const grownBytes = oldest && days >= 1 ? Math.max(0, size - oldest.bytes) / days : 0;
  return {
    freeBytes: await freeBytes(dirname(file)),
    monthBytes: Math.round(month * grownBytes * (1 + backups.length)) + size,
  };
}

/** Returns whether a till's file can be rebuilt: from a copy, and beside the old one. */
export async function hasRoomToMend(file: string): Promise<boolean> {
  const { size } = await stat(file);
  return (await freeBytesOn(dirname(file))) > 3 * size;
}

/**
 * Checks the room beside a file for a change that takes so many bytes: with less, sales could not
 * be saved meanwhile. Errors: `change_no_room`.
 */
export async function checkRoom(
  file: string,
  bytes: number,
  freeBytes: FreeBytes = freeBytesOn,
): Promise<Result<null>> {
  const neededBytes = bytes + littleSpaceBytes;
  return (await freeBytes(dirname(file))) < neededBytes
    ? err({ code: 'change_no_room', neededBytes })
    : ok(null);
}

/** The least free space on the till's disk: below it, a till may stop within a week. */
export const littleSpaceBytes = 256 * 1024 * 1024;

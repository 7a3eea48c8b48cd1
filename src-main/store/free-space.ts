// How much room there is on the disk with the till's data.
import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOn: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Returns whether a till's file can be rebuilt: from a copy, and beside the old one. */
export async function hasRoomToMend(file: string): Promise<boolean> {
  const { size } = await stat(file);
  return (await freeBytesOn(dirname(file))) > 3 * size;
}

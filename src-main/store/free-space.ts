// How much room there is on the disk with the till's data.
import { statfs } from 'node:fs/promises';

export type FreeBytes = (folder: string) => Promise<number>;

export const freeBytesOn: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

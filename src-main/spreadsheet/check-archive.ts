// Checks the archive that a spreadsheet of today is, before SheetJS reads it, which unpacks all of
// it at once and compares neither sizes nor checksums.
import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { mostOfSpreadsheet } from '../contract/spreadsheet.ts';

const oneMebibyte = 1024 ** 2;

export type ArchiveTrouble = 'damaged' | 'protected' | 'too_large';

/** Returns what is wrong with the archive; null if every part of it is whole. */
export async function checkArchive(bytes: Buffer): Promise<ArchiveTrouble | null> {
  try {
    const zip = await fromBufferPromise(bytes);
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (unpacked > mostOfSpreadsheet.unpackedMegabytes * oneMebibyte) return 'too_large';
    if (entries.some((entry) => entry.isEncrypted())) return 'protected';
    // With two parts of one name, two readers would read two different things.
    const names = new Set(entries.map(({ fileName }) => fileName.toLowerCase()));
    if (names.size < entries.length) return 'damaged';
    for (const entry of entries) if (!(await isWhole(zip, entry))) return 'damaged';
    return null;
  } catch {
    return 'damaged';
  }
}

/** @throws if the part is longer or shorter than the archive says. */
async function isWhole(zip: ZipFile, entry: Entry): Promise<boolean> {
  let sum = 0;
  for await (const part of await zip.openReadStreamPromise(entry)) sum = crc32(part as Buffer, sum);
  return sum === entry.crc32;
}

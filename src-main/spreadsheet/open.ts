// Opens a spreadsheet of any kind that can be read, or says why it cannot.
import { open, stat } from 'node:fs/promises';
import type { Spreadsheet } from './cells.ts';
import { fileKind, signatureBytes } from './file-kind.ts';
import { openOds } from './ods.ts';
import { checkBound, unusable } from './trouble.ts';
import { openXlsx } from './xlsx.ts';
import { ZipParts } from './zip-parts.ts';

const oneMebibyte = 1024 ** 2;
/** The entry of a file with a password, as the container spells its name. */
const encryptedPackage = Buffer.from('EncryptedPackage', 'utf16le');

/** Opens a file, which the caller closes. @throws trouble, and what the file system throws. */
export async function openSpreadsheet(file: string): Promise<Spreadsheet> {
  const { size } = await stat(file);
  checkBound('megabytes', size / oneMebibyte);
  const kind = fileKind(await bytesAt(file, 0, signatureBytes));
  if (kind === 'text') throw unusable('no_spreadsheet');
  if (kind === 'compound') {
    throw unusable((await isEncrypted(file, size)) ? 'protected' : 'other_format');
  }
  if (kind !== 'zip') throw unusable(kind);
  const parts = await ZipParts.open(file);
  try {
    const opened = (await openOds(parts)) ?? (await openXlsx(parts));
    if (opened) return opened;
    throw unusable('no_spreadsheet');
  } catch (error) {
    parts.close();
    throw error;
  }
}

/** Searches the whole file: the container's list of names may be anywhere in it. */
async function isEncrypted(file: string, size: number): Promise<boolean> {
  for (let from = 0; from < size; from += oneMebibyte) {
    const bytes = await bytesAt(file, from, oneMebibyte + encryptedPackage.length);
    if (bytes.includes(encryptedPackage)) return true;
  }
  return false;
}

async function bytesAt(file: string, from: number, most: number): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

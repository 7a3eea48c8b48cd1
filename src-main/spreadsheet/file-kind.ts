// Tells what a file is by its first bytes, since people name files as they like.

export const signatureBytes = 8;

const zip = [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')];
/** Microsoft's compound files: the container of xls, and of files with a password. */
const compound = Buffer.from('D0CF11E0A1B11AE1', 'hex');

export type FileKind = 'text' | 'zip' | 'compound';

export function fileKind(start: Buffer): FileKind {
  if (zip.some((signature) => startsWith(start, signature))) return 'zip';
  return startsWith(start, compound) ? 'compound' : 'text';
}

const startsWith = (bytes: Buffer, beginning: Buffer): boolean =>
  bytes.subarray(0, beginning.length).equals(beginning);

// The pictures that the customer's display shows while nobody buys. A chosen file is copied into a
// folder of the till's own, and served from there to that display alone.
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { mostPictures, type DisplayPicture } from '../contract/display.ts';
import { codeOf, err, ok, type Result } from '../contract/errors.ts';
import { syncFolder, writeDurably } from '../store/durable-files.ts';
import { renameInTime } from '../store/patient-rename.ts';

const mostBytes = 8 * 1024 * 1024;
/** A display needs four bytes for each pixel of an unpacked picture. */
const mostPixels = 4096 * 4096;
const longestName = 100;

const picturesPath = '/pictures/';
export const pictureAddress = (file: string): string => `${picturesPath}${file}`;

/**
 * Copies the file into the folder, under a name made of its content. Error: `picture_unusable`,
 * with the reason. @throws if the folder cannot be written.
 */
export async function keepPicture(folder: string, from: string): Promise<Result<DisplayPicture>> {
  const bytes = await readBounded(from);
  if (bytes === 'unreadable' || bytes === 'too_large')
    return err({ code: 'picture_unusable', reason: bytes });
  const facts = pictureFacts(bytes);
  if (!facts || facts.width === 0 || facts.height === 0)
    return err({ code: 'picture_unusable', reason: 'no_picture' });
  if (facts.width * facts.height > mostPixels)
    return err({ code: 'picture_unusable', reason: 'too_large' });
  const file = `${createHash('sha256').update(bytes).digest('hex')}.${facts.extension}`;
  if (mkdirSync(folder, { recursive: true }) !== undefined) syncFolder(dirname(folder));
  await writeWhole(join(folder, file), bytes);
  const name = basename(from)
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, longestName);
  return ok({ file, name });
}

/**
 * Writes beside it first: the display may be showing that very picture, and the disk be full. The
 * settings name it from then on, also after a power cut.
 */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await writeDurably(partial, bytes);
    await renameInTime(partial, file);
    syncFolder(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Error: `picture_unusable` if there are as many pictures as there may be. */
export const checkRoom = (pictures: readonly DisplayPicture[]): Result<null> =>
  pictures.length < mostPictures ? ok(null) : err({ code: 'picture_unusable', reason: 'too_many' });

/**
 * Copies the file and returns the pictures with it. The same picture under another name is kept
 * once. Errors: those of `keepPicture` and `checkRoom`.
 */
export async function addPicture(
  folder: string,
  from: string,
  shownPictures: () => readonly DisplayPicture[],
): Promise<Result<readonly DisplayPicture[]>> {
  const keptPicture = await keepPicture(folder, from);
  if (!keptPicture.ok) return keptPicture;
  const pictures = shownPictures();
  const room = checkRoom(pictures);
  if (!room.ok) return room;
  return ok([...pictures.filter(({ file }) => file !== keptPicture.value.file), keptPicture.value]);
}

/** Deletes a picture. One that is gone already is no failure. */
export const forgetPicture = (folder: string, file: string): Promise<void> =>
  rm(join(folder, file), { force: true });

/** Reads a shown picture by its path at the display's origin; undefined for any other path. */
export async function pictureAt(
  pathname: string,
  { folder, pictures }: { readonly folder: string; readonly pictures: readonly DisplayPicture[] },
): Promise<{ readonly file: string; readonly bytes: Buffer<ArrayBuffer> } | undefined> {
  const shownPicture = pictures.find(({ file }) => pictureAddress(file) === pathname);
  if (!shownPicture) return undefined;
  try {
    return { file: shownPicture.file, bytes: await readFile(join(folder, shownPicture.file)) };
  } catch (error) {
    // Somebody has deleted the file: the display goes on with the others.
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/** Reads no more than may be kept, even if the file grows meanwhile. */
async function readBounded(
  from: string,
): Promise<Buffer<ArrayBuffer> | 'unreadable' | 'too_large'> {
  try {
    // Opening a pipe would wait for whoever writes to it.
    if (!(await stat(from)).isFile()) return 'unreadable';
    const handle = await open(from, 'r');
    try {
      const room = Buffer.alloc(mostBytes + 1);
      let length = 0;
      for (;;) {
        const { bytesRead } = await handle.read(room, length, room.length - length);
        if (bytesRead === 0) return Buffer.from(room.subarray(0, length));
        length += bytesRead;
        if (length > mostBytes) return 'too_large';
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) !== undefined) return 'unreadable';
    throw error;
  }
}

// Tells what kind of picture a file is, and how large, from its first bytes; nothing is unpacked.

interface PictureFacts {
  readonly extension: 'png' | 'jpg' | 'webp';
  readonly width: number;
  readonly height: number;
}

/** Returns undefined if the bytes are no PNG, JPEG or WebP. */
export const pictureFacts = (bytes: Buffer): PictureFacts | undefined =>
  png(bytes) ?? jpeg(bytes) ?? webp(bytes);

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function png(bytes: Buffer): PictureFacts | undefined {
  const isOne =
    bytes.length >= 33 &&
    bytes.subarray(0, 8).equals(pngSignature) &&
    bytes.toString('latin1', 12, 16) === 'IHDR';
  if (!isOne) return undefined;
  return { extension: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Markers without a length of their own: restarts, and 0x01, which stands alone. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
/**
 * Segments that the decoder too jumps over by their length: tables, the restart interval, the
 * makers' own and comments. A marker that the decoder reads in another way, such as 0x00, would
 * lead to another size.
 */
const isSkipped = (marker: number): boolean =>
  [0xc4, 0xcc, 0xdb, 0xdc, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);
/** Markers that begin a frame: 0xc4 and 0xcc are tables, and 0xc8 is reserved. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpeg(bytes: Buffer): PictureFacts | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isBare(marker)) at += 2;
    else if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return { extension: 'jpg', width, height };
    } else {
      const length = bytes.readUInt16BE(at + 2);
      if (!isSkipped(marker) || length < 2) return undefined;
      at += 2 + length;
    }
  }
  return undefined;
}

function webp(bytes: Buffer): PictureFacts | undefined {
  const isOne =
    bytes.length >= 30 &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.toString('latin1', 8, 12) === 'WEBP';
  if (!isOne) return undefined;
  const ofSize = (width: number, height: number): PictureFacts => ({
    ...{ extension: 'webp', width, height },
  });
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return ofSize(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return ofSize((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return ofSize(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return undefined;
  }
}

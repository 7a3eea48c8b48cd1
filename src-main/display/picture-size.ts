// Tells what kind of picture a file is, and how large, from its first bytes; nothing is unpacked.
export interface PictureFacts {
  readonly extension: 'png' | 'jpg' | 'webp';
  readonly width: number;
  readonly height: number;
}

/** Returns undefined if the bytes are no PNG, JPEG or WebP. */
export function pictureFacts(bytes: Buffer): PictureFacts | undefined {
  return png(bytes) ?? jpeg(bytes) ?? webp(bytes);
}

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
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return {
        extension: 'webp',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      };
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return {
        extension: 'webp',
        width: (packed & 0x3fff) + 1,
        height: ((packed >>> 14) & 0x3fff) + 1,
      };
    }
    case 'VP8X':
      return {
        extension: 'webp',
        width: bytes.readUIntLE(24, 3) + 1,
        height: bytes.readUIntLE(27, 3) + 1,
      };
    default:
      return undefined;
  }
}

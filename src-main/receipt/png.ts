// Reads a logo's PNG into pixels, in the form in which the screen makes it: eight bits, in colours,
// perhaps see-through, not interlaced.
import { codeOf } from '../contract/errors.ts';
import { inflateSync } from 'node:zlib';
import { logoMost } from '../contract/printing.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The bytes of a pixel, by colour type. */
const bytesOf: ReadonlyMap<number | undefined, number> = new Map([
  [2, 3],
  [6, 4],
]);

/**
 * Returns four bytes for each pixel: red, green, blue, opacity. Undefined if it is no such picture,
 * or larger than a logo may be.
 */
export function readPng(png: Uint8Array) {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (!bytes.subarray(0, 8).equals(signature)) return undefined;
  const chunks = [...chunksOf(bytes)];
  const header = chunks[0];
  if (header?.name !== 'IHDR' || header.data.length !== 13) return undefined;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth, colours, compression, filter, interlace] = header.data.subarray(8);
  const pixelBytes = bytesOf.get(colours);
  if (depth !== 8 || pixelBytes === undefined) return undefined;
  if (compression !== 0 || filter !== 0 || interlace !== 0) return undefined;
  if (!isWithin(width, logoMost.width) || !isWithin(height, logoMost.height)) return undefined;
  const packed = chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data);
  const rows = unpacked(Buffer.concat(packed), height * (1 + width * pixelBytes));
  if (!rows) return undefined;
  const data = unfiltered(rows, width, height, pixelBytes);
  return data && { width, height, data };
}

const isWithin = (size: number, most: number): boolean => size >= 1 && size <= most;

/** Yields the chunks up to the end of the file, or to where it is damaged. */
function* chunksOf(bytes: Buffer): Generator<{ readonly name: string; readonly data: Buffer }> {
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return;
    yield { name: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) };
    at = end + 4;
  }
}

function unpacked(packed: Buffer, length: number): Buffer | undefined {
  try {
    const rows = inflateSync(packed, { maxOutputLength: length });
    return rows.length === length ? rows : undefined;
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
  }
}

/**
 * Undoes the filters: each row begins with the number of the filter that its bytes have gone
 * through (PNG specification, 9).
 */
function unfiltered(
  rows: Buffer,
  width: number,
  height: number,
  pixelBytes: number,
): Uint8ClampedArray | undefined {
  const rowBytes = width * pixelBytes;
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  let above = new Uint8Array(rowBytes);
  for (let y = 0; y < height; y += 1) {
    const start = y * (rowBytes + 1);
    const filter = rows[start] ?? 0;
    if (filter > 4) return undefined;
    const row = Uint8Array.from(rows.subarray(start + 1, start + 1 + rowBytes));
    for (let x = 0; x < rowBytes; x += 1) {
      const left = row[x - pixelBytes] ?? 0;
      const up = above[x] ?? 0;
      const upLeft = above[x - pixelBytes] ?? 0;
      row[x] = (row[x] ?? 0) + predicted(filter, left, up, upLeft);
    }
    for (let x = 0; x < width; x += 1) {
      pixels.set(row.subarray(x * pixelBytes, (x + 1) * pixelBytes), (y * width + x) * 4);
    }
    above = row;
  }
  return pixels;
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return Math.floor((left + up) / 2);
    case 4: {
      const estimate = left + up - upLeft;
      const [a, b, c] = [left, up, upLeft].map((value) => Math.abs(estimate - value)) as [
        number,
        number,
        number,
      ];
      if (a <= b && a <= c) return left;
      return b <= c ? up : upLeft;
    }
    default:
      return 0;
  }
}

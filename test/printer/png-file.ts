// Rows of blanks and `#` as a PNG, as Chromium writes one: eight bits in colours, see-through where blank if asked for.
import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

export interface PngShape {
  readonly depth?: number;
  readonly colours?: number;
  readonly interlace?: number;
  readonly clear?: boolean;
}

export function pngOf(rows: readonly string[], shape: PngShape = {}): Buffer {
  const { clear = false, depth = 8, colours = clear ? 6 : 2, interlace = 0 } = shape;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(rows[0]?.length ?? 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([depth, colours, 0, 0, interlace], 8);
  const pixel = (dot: string) => {
    const shade = dot === '#' ? 0 : 255;
    const colour = clear ? [0, 0, 0, dot === '#' ? 255 : 0] : [shade, shade, shade];
    return colour;
  };
  const pixels = rows.flatMap((row) => [0, ...Array.from(row).flatMap(pixel)]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Uint8Array.from(pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

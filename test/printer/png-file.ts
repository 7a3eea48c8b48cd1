// Writes rows of blanks and `#` as a PNG, as Chromium does: eight bits in colours, transparent
// where blank if requested, and every filter in turn.
import { crc32, deflateSync } from 'node:zlib';

function chunk(name: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** The difference of each byte from what its filter expects (PNG specification, 9.2 to 9.4). */
function filtered(
  filter: number,
  line: readonly number[],
  above: readonly number[],
  pixelBytes: number,
): readonly number[] {
  return line.map((byte, x) => {
    const [a = 0, b = 0, c = 0] = [line[x - pixelBytes], above[x], above[x - pixelBytes]];
    const paeth = [a, b, c].sort(
      (one, other) => Math.abs(a + b - c - one) - Math.abs(a + b - c - other),
    );
    const expected = [0, a, b, (a + b) >> 1, paeth[0] ?? 0][filter] ?? 0;
    return (byte - expected) & 0xff;
  });
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
  const lines = rows.map((row) => Array.from(row).flatMap(pixel));
  const pixels = lines.flatMap((line, y) => [
    y % 5,
    ...filtered(y % 5, line, lines[y - 1] ?? [], clear ? 4 : 3),
  ]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Uint8Array.from(pixels))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

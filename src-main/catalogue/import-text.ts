// Turns the text of a file into UTF-8, whatever its encoding.
import { isUtf8 } from 'node:buffer';
import type { Reading } from '../contract/catalogue.ts';

export interface Utf8Decoder {
  /** Takes bytes that are cut anywhere. */
  decode(bytes: Buffer): Buffer;
  end(): Buffer;
}

const byteOrderMark = Buffer.from('\uFEFF');

/**
 * Passes UTF-8 as it is, so that mistakes in it are seen in their row, and drops a byte-order mark.
 */
export function textDecoder(encoding: Reading['encoding']): Utf8Decoder {
  if (encoding !== 'utf-8') {
    const decoder = new TextDecoder(encoding);
    return {
      decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
      end: () => Buffer.from(decoder.decode()),
    };
  }
  let isFirst = true;
  return {
    decode: (bytes) => {
      const hasMark = isFirst && bytes.subarray(0, 3).equals(byteOrderMark);
      isFirst = false;
      return hasMark ? bytes.subarray(3) : bytes;
    },
    end: () => Buffer.alloc(0),
  };
}

/** Whether a text that comes in parts has been UTF-8 so far. */
export interface Utf8SoFar {
  readonly isUtf8: boolean;
  /** The beginning of a character whose rest is yet to come. */
  readonly cut: Buffer;
}

export const nothingYet: Utf8SoFar = { isUtf8: true, cut: Buffer.alloc(0) };

export function withPart(before: Utf8SoFar, part: Buffer): Utf8SoFar {
  const bytes = Buffer.concat([before.cut, part]);
  const cutAt = bytes.length - cutLength(bytes);
  return {
    isUtf8: before.isUtf8 && isUtf8(bytes.subarray(0, cutAt)),
    cut: Buffer.from(bytes.subarray(cutAt)),
  };
}

/** Returns how many bytes at the end are the beginning of a longer character. */
function cutLength(bytes: Buffer): number {
  for (let length = 1; length <= 3; length += 1) {
    const byte = bytes.at(-length) ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0;
  }
  return 0;
}

// What a StarPRNT printer says of itself: the status that it sends when asked with ESC ACK SOH, and unasked.
import type { PrintError } from '../contract/print-jobs.ts';

export const askStar = Uint8Array.of(0x1b, 0x06, 0x01);

export interface StarHeard {
  /** The latest whole status; undefined where none has come yet. */
  readonly status: Uint8Array | undefined;
  /** The beginning of one that is still on its way. */
  readonly rest: Uint8Array;
}

/** Two of header, and four that say what is wrong. */
const leastBytes = 6;

/** Bits 1 to 3, 5 and 6 of the first byte say how many bytes there are. */
const lengthOf = (first: number) => ((first >> 1) & 0x07) | ((first >> 2) & 0x18);
const isFirst = (byte: number) => (byte & 0x91) === 0x01;
const isLater = (byte: number) => (byte & 0x91) === 0;

/** Undefined where the bytes are no status. */
export function hearStar(bytes: Uint8Array): StarHeard | undefined {
  let status: Uint8Array | undefined;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = lengthOf(first);
    if (!isFirst(first) || length < leastBytes) return undefined;
    const whole = bytes.subarray(at, at + length);
    if (!whole.subarray(1).every(isLater)) return undefined;
    if (whole.length < length) return { status, rest: whole };
    status = whole;
    at += length;
  }
  return { status, rest: new Uint8Array() };
}

/** What keeps the printer from printing. */
export function starTrouble(status: Uint8Array): PrintError | null {
  const has = (byte: number, bits: number) => ((status[byte] ?? 0) & bits) !== 0;
  if (has(2, 0x20)) return { code: 'printer_cover_open' };
  if (has(5, 0x08)) return { code: 'printer_paper_out' };
  if (has(3, 0x68)) return { code: 'printer_fault' };
  return has(2, 0x08) ? { code: 'printer_offline' } : null;
}

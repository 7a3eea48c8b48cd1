// Reads what a StarPRNT printer says of itself: the automatic status of Star's command
// specifications, which it sends when asked with ESC ACK SOH, and unasked.
import type { PrintError } from '../../contract/print-jobs.ts';

/** ESC ACK SOH, which the printer answers at once, whatever is still to be printed. */
export const askStar = Uint8Array.of(0x1b, 0x06, 0x01);

/**
 * ETB, which the printer obeys in its turn. The status says so once everything before it has been
 * printed.
 */
export const markStarEnd = Uint8Array.of(0x17);

export interface StarHeard {
  /** The latest whole status; undefined if none has come yet. */
  readonly status: Uint8Array | undefined;
  /** True if one of them has said that the end was reached. Each end is said once. */
  readonly hasReachedEnd: boolean;
  /** The beginning of a status that is still on its way. */
  readonly rest: Uint8Array;
}

/** Two bytes of header, and five of status. */
const leastBytes = 7;

/**
 * Returns how many bytes the status has. Bits 1 to 3 and 5 of the first byte say so; bit 6 is
 * reserved, and ignored.
 */
const lengthOf = (first: number) => ((first >> 1) & 0x07) | ((first >> 2) & 0x08);
const isFirst = (byte: number) => (byte & 0x91) === 0x01;
const isLater = (byte: number) => (byte & 0x91) === 0;

/** Returns undefined if the bytes are no status. */
export function hearStar(bytes: Uint8Array): StarHeard | undefined {
  let status: Uint8Array | undefined;
  let hasReachedEnd = false;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    const length = lengthOf(first);
    if (!isFirst(first) || length < leastBytes) return undefined;
    const whole = bytes.subarray(at, at + length);
    if (!whole.subarray(1).every(isLater)) return undefined;
    if (whole.length < length) return { status, hasReachedEnd, rest: whole };
    status = whole;
    hasReachedEnd ||= ((whole[2] ?? 0) & 0x02) !== 0;
    at += length;
  }
  return { status, hasReachedEnd, rest: new Uint8Array() };
}

/** Returns what keeps the printer from printing. */
export function starTrouble(status: Uint8Array): PrintError | null {
  const has = (byte: number, bits: number) => ((status[byte] ?? 0) & bits) !== 0;
  if (has(2, 0x20)) return { code: 'printer_cover_open' };
  if (has(5, 0x08)) return { code: 'printer_paper_out' };
  // Too hot, beyond recovery, or a fault of the knife or the mechanics.
  if (has(3, 0x6c)) return { code: 'printer_fault' };
  return has(2, 0x08) ? { code: 'printer_offline' } : null;
}

// How a file of the second copy is written: frames, each with its length, a hash, and its payload.
// The hash is over the hash before it too, so that a frame of another file, or of an earlier state
// of this one, does not fit. A frame that is cut off, as when a stick is pulled, ends the reading.
import { createHash } from 'node:crypto';

/** What every file begins with. */
export const magic = Buffer.from('counterfoil copy\n', 'latin1');

const lengthBytes = 4;
const hashBytes = 32;
export const frameOverhead = lengthBytes + hashBytes;

/** More than a frame ever has: a greater length is not one that was written. */
export const longestPayload = 64 * 2 ** 20;

export const firstHash: Buffer = createHash('sha256').update(magic).digest();

const hashOf = (previous: Buffer, payload: Buffer): Buffer =>
  createHash('sha256').update(previous).update(payload).digest();

export interface Frame {
  readonly bytes: Buffer;
  readonly hash: Buffer;
}

/** Makes the frame that follows the one with the hash `previous`. */
export function frame(previous: Buffer, payload: Buffer): Frame {
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(payload.length);
  const hash = hashOf(previous, payload);
  return { bytes: Buffer.concat([length, hash, payload]), hash };
}

export interface ReadFrames {
  readonly payloads: readonly Buffer[];
  /** `cut_off`: the last frame is not there whole. `wrong`: its bytes are not those written. */
  readonly end: 'whole' | 'cut_off' | 'wrong';
}

/** Reads as many frames as are whole. */
export function readFrames(file: Buffer): ReadFrames {
  const start = file.subarray(0, magic.length);
  if (!start.equals(magic)) {
    const isCutOff = start.equals(magic.subarray(0, start.length));
    return { payloads: [], end: isCutOff ? 'cut_off' : 'wrong' };
  }
  const payloads: Buffer[] = [];
  let previous = firstHash;
  let at = magic.length;
  while (at < file.length) {
    if (file.length - at < frameOverhead) return { payloads, end: 'cut_off' };
    const length = file.readUInt32BE(at);
    // A system may have made room for what it then did not write.
    const isEmpty = file.subarray(at, at + frameOverhead).every((byte) => byte === 0);
    if (isEmpty) return { payloads, end: 'cut_off' };
    if (length > longestPayload) return { payloads, end: 'wrong' };
    const end = at + frameOverhead + length;
    if (end > file.length) return { payloads, end: 'cut_off' };
    const hash = file.subarray(at + lengthBytes, at + frameOverhead);
    const payload = file.subarray(at + frameOverhead, end);
    if (!hashOf(previous, payload).equals(hash)) return { payloads, end: 'wrong' };
    payloads.push(payload);
    previous = hash;
    at = end;
  }
  return { payloads, end: 'whole' };
}

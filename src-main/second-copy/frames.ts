// How a file of the second copy is written: frames, each with its length, a hash, and its payload.
// The hash is over the hash before it too, so that a frame of another file, or of an earlier state
// of this one, does not fit. A frame that is cut off, as when a stick is pulled, ends the reading.
import { createHash } from 'node:crypto';

/** What every file begins with. */
export const magic = Buffer.from('counterfoil copy\n', 'latin1');

const lengthBytes = 4;
const hashBytes = 32;
export const frameOverhead = lengthBytes + hashBytes;

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
  /** False if more follows that is cut off, or is not what was written. */
  readonly isWhole: boolean;
}

/** Reads as many frames as are whole. */
export function readFrames(file: Buffer): ReadFrames {
  const payloads: Buffer[] = [];
  if (!file.subarray(0, magic.length).equals(magic)) return { payloads, isWhole: false };
  let previous = firstHash;
  let at = magic.length;
  while (at < file.length) {
    if (file.length - at < frameOverhead) return { payloads, isWhole: false };
    const end = at + frameOverhead + file.readUInt32BE(at);
    const hash = file.subarray(at + lengthBytes, at + frameOverhead);
    const payload = file.subarray(at + frameOverhead, end);
    const isWhole = end <= file.length && hashOf(previous, payload).equals(hash);
    if (!isWhole) return { payloads, isWhole };
    payloads.push(payload);
    previous = hash;
    at = end;
  }
  return { payloads, isWhole: true };
}

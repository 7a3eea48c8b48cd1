import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  firstHash,
  frame,
  magic,
  readFrames,
  type ReadFrames,
} from '../../../src-main/second-copy/frames.ts';

function fileOf(payloads: readonly Uint8Array[]): Buffer {
  const parts: Buffer[] = [magic];
  let hash = firstHash;
  for (const payload of payloads) {
    const next = frame(hash, Buffer.from(payload));
    parts.push(next.bytes);
    ({ hash } = next);
  }
  return Buffer.concat(parts);
}

const texts = ({ payloads }: ReadFrames) => payloads.map((payload) => payload.toString());
const three = ['one', '', 'a third frame'].map((text) => Buffer.from(text));

test('what was written is read again', () => {
  expect(readFrames(fileOf(three))).toMatchObject({ isWhole: true });
  expect(texts(readFrames(fileOf(three)))).toEqual(['one', '', 'a third frame']);
  expect(readFrames(fileOf([]))).toEqual({ payloads: [], isWhole: true });
});

test('wherever the file is cut off, the frames before that are read, and it is told', () => {
  const whole = fileOf(three);
  const ends = [0, 1, 2, 3].map((count) => fileOf(three.slice(0, count)).length);
  for (let length = 0; length < whole.length; length += 1) {
    const read = readFrames(whole.subarray(0, length));
    const complete = ends.filter((end) => end <= length).length - 1;
    expect(read.payloads).toHaveLength(Math.max(0, complete));
    expect(read.isWhole).toBe(ends.includes(length));
  }
});

test('room that the system made and did not fill is a cut-off end', () => {
  const whole = fileOf(three);
  const read = readFrames(Buffer.concat([whole, Buffer.alloc(5_000)]));
  expect(read).toMatchObject({ isWhole: false });
  expect(texts(read)).toHaveLength(3);
});

test('a byte that is not the one written ends the reading before its frame', () => {
  const whole = fileOf(three);
  for (let at = 0; at < whole.length; at += 1) {
    const changedFile = Buffer.from(whole);
    changedFile.writeUInt8(changedFile.readUInt8(at) ^ 0xff, at);
    const read = readFrames(changedFile);
    expect(read.isWhole).toBe(false);
    expect(texts(read)).toEqual(['one', '', 'a third frame'].slice(0, read.payloads.length));
    expect(read.payloads.length).toBeLessThan(3);
  }
});

test('a frame of another file, or one that was there before, does not fit', () => {
  const other = fileOf([Buffer.from('another'), Buffer.from('a third frame')]);
  const last = other.subarray(fileOf([Buffer.from('another')]).length);
  const read = readFrames(Buffer.concat([fileOf([Buffer.from('one')]), last]));
  expect(texts(read)).toEqual(['one']);
  expect(read.isWhole).toBe(false);
});

test('any payloads come back as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (payloads) => {
      const read = readFrames(fileOf(payloads));
      expect(read.isWhole).toBe(true);
      expect(read.payloads.map((one) => [...one])).toEqual(payloads.map((one) => [...one]));
    }),
  );
});

// Pictures for the customer display are recognised by their bytes, bounded in size, and served by
// their own names.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { err } from '../../../src-main/contract/errors.ts';
import {
  pictureFacts,
  forgetPicture,
  keepPicture,
  pictureAddress,
  pictureAt,
} from '../../../src-main/display/pictures.ts';
import { smallDisk } from '../../small-disk.ts';
import { must } from '../../must.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

/** Only the beginning of a file, which says how large the picture is. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(64);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
/** A table and a fill byte stand before the frame. */
const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from('ffc20011080000000003', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8ffe000040000ffffc4000400', 'hex'),
    Buffer.alloc(1),
    frame,
  ]);
};
function webp(kind: string, at: number, bytesAt: string): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0);
  bytes.write(`WEBP${kind}`, 8);
  Buffer.from(bytesAt, 'hex').copy(bytes, at);
  return bytes;
}

test.each([
  ['png', png(1920, 1080), 1920, 1080],
  ['jpg', jpeg(800, 600), 800, 600],
  ['webp', webp('VP8 ', 26, '20035802'), 800, 600],
  ['webp', webp('VP8L', 21, '1fc39500'), 800, 600],
  ['webp', webp('VP8X', 24, '1f0300570200'), 800, 600],
] as const)('a %s is known by its first bytes', (extension, bytes, width, height) => {
  expect(pictureFacts(bytes)).toEqual({ extension, width, height });
});

test('whatever is cut off or something else is no picture', () => {
  const whole = [png(8, 8), jpeg(8, 8), webp('VP8X', 24, '070000070000')];
  for (const bytes of whole)
    for (let length = 0; length < 26; length += 1)
      expect(() => pictureFacts(bytes.subarray(0, length))).not.toThrow();
  for (const text of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7'])
    expect(pictureFacts(Buffer.from(text.padEnd(60)))).toBeUndefined();
});

/**
 * Markers that libjpeg does not jump over by their length, or refuses, and those that end a
 * picture.
 */
const notSkipped = ['00', '02', '4f', 'bf', 'c8', 'd8', 'd9', 'da', 'de', 'df', 'f0', 'fd'];
test.each(notSkipped)('a JPEG that hides its frame behind FF%s is no picture', (marker) => {
  const huge = Buffer.from('ffc200110803200320030000000000000000', 'hex');
  huge.writeUInt16BE(12_000, 5);
  huge.writeUInt16BE(12_000, 7);
  const hidden = Buffer.concat([
    Buffer.from(`ffd8ff${marker}0014`, 'hex'),
    huge,
    jpeg(800, 600).subarray(2),
  ]);
  expect(pictureFacts(hidden)).toBeUndefined();
});

test('a segment whose length is too short hides no frame either', () => {
  for (const length of ['0000', '0001'])
    expect(pictureFacts(Buffer.from(`ffd8ffe0${length}${'00'.repeat(40)}`, 'hex'))).toBeUndefined();
});

const keep = (name: string, bytes: Buffer) => {
  const from = join(folder, name);
  writeFileSync(from, bytes);
  return keepPicture(join(folder, 'kept'), from);
};

test('a picture is copied under a name of its content, served only by that name, and forgotten', async () => {
  const keptPicture = must(await keep('Loja de manhã.png', png(8, 8)));
  const { file, name } = keptPicture;
  expect([file, name]).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.png$/), 'Loja de manhã.png']);
  const shownPictures = { folder: join(folder, 'kept'), pictures: [keptPicture] };
  expect((await pictureAt(pictureAddress(file), shownPictures))?.bytes).toEqual(png(8, 8));
  writeFileSync(join(folder, 'kept', 'other.png'), png(8, 8));
  for (const path of ['/pictures/other.png', '/pictures/../settings.json', '/pictures/', '/'])
    expect(await pictureAt(path, shownPictures), path).toBeUndefined();
  await forgetPicture(shownPictures.folder, file);
  expect(existsSync(join(shownPictures.folder, file))).toBe(false);
  expect(await pictureAt(pictureAddress(file), shownPictures)).toBeUndefined();
  await forgetPicture(shownPictures.folder, file);
});

test.each([
  ['no_picture', Buffer.from('#!/bin/sh\n'.padEnd(80))],
  ['no_picture', png(0, 8)],
  ['too_large', png(40_000, 40_000)],
  ['too_large', Buffer.concat([png(8, 8), Buffer.alloc(8 * 1024 * 1024)])],
] as const)(
  'what cannot be used says why, and nothing of it is kept: %s',
  async (reason, bytes) => {
    expect(await keep('a.png', bytes)).toEqual(err({ code: 'picture_unusable', reason }));
    expect(existsSync(join(folder, 'kept'))).toBe(false);
  },
);

test('a folder or a missing file cannot be read', async () => {
  mkdirSync(join(folder, 'a'));
  for (const from of ['a', 'none']) {
    const answer = await keepPicture(join(folder, 'kept'), join(folder, from));
    expect(answer).toEqual(err({ code: 'picture_unusable', reason: 'unreadable' }));
  }
});

test('a full disk takes no picture, leaves nothing of it and spoils none', async (context) => {
  const disk = smallDisk('256k', context);
  const chosenFile = (size: number): string => {
    const from = join(folder, `${size}.png`);
    writeFileSync(from, Buffer.concat([png(8, 8), Buffer.alloc(size)]));
    return from;
  };
  const picture = must(await keepPicture(disk, chosenFile(150_000)));
  for (const size of [150_000, 200_000])
    await expect(keepPicture(disk, chosenFile(size))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(readdirSync(disk)).toEqual([picture.file]);
  expect(statSync(join(disk, picture.file)).size).toBe(150_064);
});

test('a picture is on the disk before it has its name', async () => {
  const keptFolder = join(folder, 'kept');
  const handle = await open(folder);
  const handles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const sync = vi.spyOn(handles, 'sync').mockImplementation(() => {
    expect(readdirSync(keptFolder)).toEqual([expect.stringMatching(/\.partial$/)]);
    return Promise.reject(new Error('EIO'));
  });
  onTestFinished(() => {
    sync.mockRestore();
  });
  await expect(keep('a.png', png(8, 8))).rejects.toThrow('EIO');
  expect(readdirSync(keptFolder)).toEqual([]);
});

// A file that was closed whole and not touched since need not be read whole at the next start; any
// other must.
import {
  closeSync,
  copyFileSync,
  openSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { expect, test } from 'vitest';
import { trustedSinceMs } from '../../../src-main/store/clean-close.ts';
import { onBadSector } from '../../bad-sector.ts';
import { newFile, open } from './till-files.ts';

const hourMs = 60 * 60 * 1000;

/** A till's file that was opened and read whole at time 0, then closed. */
function closedTill(): string {
  const file = newFile();
  open(file, 0).close();
  return file;
}

function overwrite(file: string): void {
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.from('x'), 0, 1, 4000);
  closeSync(opened);
}

test('a file that was closed and left alone is trusted, for a day', () => {
  const file = closedTill();
  expect(trustedSinceMs(file, hourMs)).toBe(0);
  expect(trustedSinceMs(file, 25 * hourMs)).toBeUndefined();
  expect(trustedSinceMs(file, -25 * hourMs)).toBeUndefined();
});

test('opening and closing it again does not put off the next reading', () => {
  const file = closedTill();
  open(file, hourMs).close();
  expect(trustedSinceMs(file, hourMs)).toBe(0);
});

test('a changed byte is noticed, even if the file has its old date', () => {
  const file = closedTill();
  const { atime, mtime } = statSync(file);
  overwrite(file);
  utimesSync(file, atime, mtime);
  expect(trustedSinceMs(file, 0)).toBeUndefined();
});

test('another file in its place is noticed, even with the same bytes', () => {
  const file = closedTill();
  copyFileSync(file, `${file}.other`);
  renameSync(`${file}.other`, file);
  expect(trustedSinceMs(file, 0)).toBeUndefined();
});

test('a till that is open, or was not closed, is not trusted', () => {
  const file = closedTill();
  const till = open(file, 0);
  expect(trustedSinceMs(file, 0)).toBeUndefined();
  till.close();
  writeFileSync(`${file}-wal`, 'left over');
  expect(trustedSinceMs(file, 0)).toBeUndefined();
});

test('with an unreadable note nothing is trusted', () => {
  const file = closedTill();
  writeFileSync(`${file}.closed`, '{');
  expect(trustedSinceMs(file, 0)).toBeUndefined();
});

test('a note on a bad sector keeps no till shut', () => {
  const file = closedTill();
  onBadSector(`${file}.closed`);
  expect(trustedSinceMs(file, 0)).toBeUndefined();
  expect(open(file, 0).notices).toEqual([]);
});

import { expect, test } from 'vitest';
import { littleSpaceBytes } from '../../../src-main/store/free-space.ts';
import { DiskWatch, type DiskSign } from '../../../src-main/store/disk-watch.ts';

const hourMs = 3_600_000;

/** A watch, and the notices that a person sees because of it. */
function watched() {
  const at = { nowMs: 0 };
  let signs: DiskSign[] = [];
  let times = 0;
  const watch = new DiskWatch({
    nowMs: () => at.nowMs,
    notify: (sign) => {
      signs = [...signs, sign];
      times += 1;
    },
    withdraw: (code) => (signs = signs.filter((sign) => sign.code !== code)),
  });
  const codes = () => signs.map(({ code }) => code);
  return { watch, at, codes, told: () => signs, times: () => times };
}

const room = (freeBytes: number) => ({ freeBytes, monthBytes: 1_000_000 });
const enough = room(littleSpaceBytes + 1_000_000);

test.each(['SQLITE_IOERR', 'SQLITE_IOERR_FSYNC', 'SQLITE_READONLY', 'SQLITE_CORRUPT_VTAB'])(
  '%s is told once, and until the disk has not failed for a day',
  (detail) => {
    const { watch, at, told, codes, times } = watched();
    watch.failed({ code: 'store_failed', detail });
    watch.failed({ code: 'store_failed', detail });
    expect(told()).toEqual([{ code: 'disk_failing', detail }]);
    expect(times()).toBe(1);
    at.nowMs += 20 * hourMs;
    watch.failed({ code: 'store_failed', detail });
    at.nowMs += 20 * hourMs;
    watch.hasRoom(enough);
    expect(codes()).toEqual(['disk_failing']);
    at.nowMs += 5 * hourMs;
    watch.hasRoom(enough);
    expect(codes()).toEqual([]);
  },
);

test('a damaged file is told as a failing disk', () => {
  const { watch, told } = watched();
  watch.failed({ code: 'store_damaged', file: 'till.db' });
  expect(told()).toEqual([{ code: 'disk_failing', detail: 'SQLITE_CORRUPT' }]);
});

test('what is no failure of the disk is not told as one', () => {
  const { watch, told } = watched();
  for (const detail of [
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_BUSY',
    'SQLITE_IOERR_NOMEM',
    'SQLITE_LOCKED',
    'ENOENT',
    'EACCES',
  ])
    watch.failed({ code: 'store_failed', detail });
  watch.failed({ code: 'token_refused' });
  watch.failed({ code: 'disk_full' });
  watch.failed(null);
  expect(told()).toEqual([]);
});

test('too little room is told until there is enough', () => {
  const { watch, told, codes } = watched();
  watch.hasRoom(enough);
  expect(told()).toEqual([]);
  watch.hasRoom(room(enough.freeBytes - 1));
  const neededBytes = enough.freeBytes;
  expect(told()).toEqual([
    { code: 'disk_nearly_full', freeBytes: enough.freeBytes - 1, neededBytes },
  ]);
  watch.hasRoom(enough);
  expect(codes()).toEqual([]);
});

test('what was dismissed is told again after a day, with what is so by then', () => {
  const { watch, at, told, times } = watched();
  watch.hasRoom(room(5));
  at.nowMs += 23 * hourMs;
  watch.hasRoom(room(4));
  expect(times()).toBe(1);
  at.nowMs += hourMs;
  watch.hasRoom(room(3));
  expect(times()).toBe(2);
  expect(told()).toMatchObject([{ freeBytes: 3 }]);
});

test('a disk that takes far longer than usual three times in a row is told, until it is as usual', () => {
  const { watch, codes, told } = watched();
  for (let turn = 0; turn < 10; turn += 1) watch.synced(200);
  for (const tookMs of [2_000, 2_000, 300, 2_000, 2_000, 1_999]) watch.synced(tookMs);
  expect(codes()).toEqual([]);
  for (const tookMs of [2_000, 2_100, 2_200.4]) watch.synced(tookMs);
  expect(told()).toEqual([{ code: 'disk_slow', tookMs: 2_200 }]);
  watch.synced(250);
  expect(codes()).toEqual([]);
});

test('a disk that was always slow is told only if it takes a second', () => {
  const { watch, codes } = watched();
  for (let turn = 0; turn < 10; turn += 1) watch.synced(999);
  expect(codes()).toEqual([]);
  const another = watched();
  for (let turn = 0; turn < 3; turn += 1) another.watch.synced(1_000);
  expect(another.codes()).toEqual(['disk_slow']);
});

test('there is one notice at a time, of what is most urgent, and the rest follows', () => {
  const { watch, at, codes } = watched();
  for (let turn = 0; turn < 3; turn += 1) watch.synced(5_000);
  expect(codes()).toEqual(['disk_slow']);
  watch.hasRoom(room(0));
  expect(codes()).toEqual(['disk_nearly_full']);
  watch.failed({ code: 'store_failed', detail: 'SQLITE_IOERR_WRITE' });
  expect(codes()).toEqual(['disk_failing']);
  watch.hasRoom(enough);
  expect(codes()).toEqual(['disk_failing']);
  expect(watch.sign?.code).toBe('disk_failing');
  at.nowMs += 25 * hourMs;
  watch.hasRoom(enough);
  expect(codes()).toEqual(['disk_slow']);
});

// What an open till's maintenance tells of its disk, on real files and a disk that is really full.
import { spawnSync } from 'node:child_process';
import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { backUp } from '../../../src-main/store/backups.ts';
import { DiskWatch, type DiskSign } from '../../../src-main/store/disk-watch.ts';
import { emptyLog } from '../../../src-main/store/file-identity.ts';
import { roomFor } from '../../../src-main/store/free-space.ts';
import { Maintenance } from '../../../src-main/store/maintenance.ts';
import { storeError } from '../../../src-main/store/store-errors.ts';
import { commitSale, readSale } from '../../../src-main/store/sales.ts';
import { onBadSector } from '../../bad-sector.ts';
import { startHelper } from '../../helper-process.ts';
import { smallDisk } from '../../small-disk.ts';
import { reference, sale } from './samples.ts';
import { newFile, open } from './till-files.ts';

const dayMs = 86_400_000;
const never = new AbortController().signal;

function diskWatch() {
  let told: DiskSign[] = [];
  const watch = new DiskWatch({
    nowMs: () => 0,
    notify: (sign) => {
      told = [...told, sign];
    },
    withdraw: (code) => {
      told = told.filter((sign) => sign.code !== code);
    },
  });
  return { watch, codes: () => told.map(({ code }) => code) };
}

test('a disk that is nearly full is told while the till sells, and no more once there is room', async (context) => {
  const disk = smallDisk('64m', context);
  const { db } = open(join(disk, 'till.db'));
  const { watch, codes } = diskWatch();
  const maintenance = new Maintenance({
    ...{ db, startHelper, nowMs: () => 0, onFailure: () => undefined, diskWatch: watch },
    ...{ firstMs: 1, everyMs: 20 },
  });
  onTestFinished(() => maintenance.stop());
  await expect.poll(codes).toEqual(['disk_nearly_full']);
  commitSale(db, sale(1));
  spawnSync('mount', ['-o', 'remount,size=400m', disk]);
  await expect.poll(codes).toEqual([]);
});

test('a month takes what the file has grown by, in it and in each backup, and the next one', async () => {
  const file = newFile();
  const { db } = open(file);
  const plenty = () => Promise.resolve(10 ** 12);
  const { size } = statSync(file);
  expect(await roomFor(file, 0, plenty)).toEqual({ freeBytes: 10 ** 12, monthBytes: size });
  const first = await backUp(db, 0, never);
  await backUp(db, 5 * dayMs, never);
  truncateSync(first, size - 10_000);
  // Sales of a minute say nothing of a month.
  expect((await roomFor(file, dayMs - 1, plenty)).monthBytes).toBe(size);
  const { monthBytes } = await roomFor(file, 10 * dayMs, plenty);
  expect(monthBytes).toBe(size + 3 * 30_000);
  // A file that has shrunk, and a clock that was set back, need no less than nothing.
  truncateSync(first, size + 10_000);
  expect((await roomFor(file, 10 * dayMs, plenty)).monthBytes).toBe(size);
  expect((await roomFor(file, -10 * dayMs, plenty)).monthBytes).toBe(size);
});

test('each turn of maintenance tells how long the disk took', async () => {
  const { db } = open(newFile());
  const took: number[] = [];
  const maintenance = new Maintenance({
    ...{ db, startHelper, nowMs: () => 0, onFailure: () => undefined, firstMs: 1, everyMs: 5 },
    diskWatch: { synced: (ms) => took.push(ms), hasRoom: () => undefined },
  });
  onTestFinished(() => maintenance.stop());
  await expect.poll(() => took.length).toBeGreaterThan(2);
  expect(Math.min(...took)).toBeGreaterThan(0);
});

/** What the till's doors make of what the work throws. */
function problemOf(work: () => unknown): AppError | undefined {
  try {
    work();
  } catch (error) {
    return storeError(error, 'till.db');
  }
  throw new Error('nothing was thrown');
}

test('a file that was cut off under the till is told as a failing disk', () => {
  const file = newFile();
  const { db } = open(file);
  for (let number = 1; number <= 60; number += 1) commitSale(db, sale(number));
  emptyLog(db);
  db.pragma('shrink_memory');
  truncateSync(file, 8_192);
  const { watch } = diskWatch();
  watch.failed(problemOf(() => readSale(db, reference(60))));
  expect(watch.sign).toEqual({ code: 'disk_failing', detail: 'SQLITE_CORRUPT' });
});

test('a file that cannot be read any more is told as a failing disk', () => {
  const file = newFile();
  onBadSector(file);
  const { watch } = diskWatch();
  watch.failed(problemOf(() => new Database(file, { readonly: true })));
  const detail = expect.stringMatching(/^SQLITE_IOERR/) as string;
  expect(watch.sign).toEqual({ code: 'disk_failing', detail });
});

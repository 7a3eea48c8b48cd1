import {
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import type { StartHelper } from '../../../src-main/helper-process/ask-helper.ts';
import { checkEarly } from '../../../src-main/store/early-check.ts';
import { holdTill, openTillStore } from '../../../src-main/store/open-till.ts';
import { commitSale } from '../../../src-main/store/sales.ts';
import { logState } from '../../../src-main/store/salvage/wal.ts';
import { startHelper } from '../../helper-process.ts';
import { sampleSale } from '../../sample-sale.ts';
import { temporaryFolder } from './temporary-till.ts';
import { tillFile } from './till-files.ts';

const nowMs = 1_000_000;
const fail = (error: unknown) => {
  throw error;
};
const check = (file: string) => checkEarly(startHelper, file, nowMs, fail, 0);

/** A till's file as a killed program leaves it. */
function killed(): string {
  const file = join(temporaryFolder(), 'till.db');
  const opened = openTillStore(tillFile(file));
  if (!opened.ok) throw new Error(opened.error.code);
  const { db, unlock } = opened.value;
  commitSale(db, sampleSale());
  const left = ['', '-wal'].map((suffix) => [suffix, readFileSync(file + suffix)] as const);
  db.close();
  unlock();
  for (const [suffix, bytes] of left) writeFileSync(file + suffix, bytes);
  return file;
}

const flip = (file: string, at: number) => {
  const bytes = readFileSync(file);
  bytes.fill(0xff, at, at + 200);
  writeFileSync(file, bytes);
};

test('a file that was found whole opens without being read again, with its log', async () => {
  const file = killed();
  const before = readFileSync(`${file}-wal`);
  const checked = await check(file);
  expect(checked).toBeDefined();
  expect(readFileSync(`${file}-wal`)).toEqual(before);
  const opened = openTillStore(tillFile(file), checked);
  if (!opened.ok) throw new Error(opened.error.code);
  expect(opened.value.db.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(1);
  opened.value.db.close();
  opened.value.unlock();
});

test('a torn log still counts as torn: its sales are in doubt', async () => {
  const file = killed();
  truncateSync(`${file}-wal`, statSync(`${file}-wal`).size - 100);
  const before = logState(`${file}-wal`);
  await check(file);
  expect(logState(`${file}-wal`)).toBe(before);
});

test('a damaged file is left to whoever opens it', async () => {
  const file = killed();
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  flip(file, 4096 * 3);
  expect(await check(file)).toBeUndefined();
  writeFileSync(file, 'nonsense');
  expect(await check(file)).toBeUndefined();
});

test('a file that changed since is read again', async () => {
  const file = killed();
  const db = new Database(file);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const checked = await check(file);
  expect(checked).toBeDefined();
  flip(file, 4096 * 3);
  const opened = openTillStore(tillFile(file), checked);
  expect(existsSync(file.replace('.db', '.damaged-1.db'))).toBe(true);
  if (opened.ok) {
    opened.value.db.close();
    opened.value.unlock();
  }
});

test('a file that another program holds, a small one and a missing one are not read', async () => {
  const file = killed();
  expect(await checkEarly(startHelper, file, nowMs, fail)).toBeUndefined();
  expect(await check(`${file}.none`)).toBeUndefined();
  const release = holdTill(file);
  expect(await check(file)).toBeUndefined();
  release?.();
  expect(await check(file)).toBeDefined();
});

test('a file that is replaced while it is read does not count as read', async () => {
  const file = killed();
  const other = killed();
  const replacing: StartHelper = () => {
    const helper = startHelper();
    helper.on('message', () => {
      renameSync(other, file);
    });
    return helper;
  };
  expect(await checkEarly(replacing, file, nowMs, fail, 0)).toBeUndefined();
});

test('a helper that fails is reported, and the file is left to whoever opens it', async () => {
  const toldEvents: unknown[] = [];
  const dying: StartHelper = () => {
    const helper = startHelper();
    helper.on('spawn', () => helper.kill());
    return helper;
  };
  const checked = await checkEarly(dying, killed(), nowMs, (error) => toldEvents.push(error), 0);
  expect(checked).toBeUndefined();
  expect(toldEvents).toMatchObject([{ message: 'the helper for check ended with 0' }]);
});

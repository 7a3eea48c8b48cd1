// A database that is missing, emptied, put back or without its log: SQLite would open it silently,
// but the till does not.
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp } from '../../../src-main/store/backups.ts';
import { readOpenCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import { readSought } from '../../../src-main/store/doubts.ts';
import { commitSale, countSales, readSaleDetail } from '../../../src-main/store/sales.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { onBadSector } from '../../bad-sector.ts';
import { cart, reference, sale, take } from './samples.ts';
import {
  another,
  asideOf,
  copyTill,
  fullTill,
  fullTillSales,
  newFile,
  open,
  statesOf,
  tillFile,
} from './till-files.ts';

const never = new AbortController().signal;
test('sales lost to the damage are brought from a backup, as doubtful as the rest', async () => {
  const file = newFile();
  const { db, close } = open(file);
  for (let number = 1; number <= 20; number += 1) commitSale(db, sale(number));
  await backUp(db, 1_000, never);
  take(db, 1, ['claimed', 'accepted'], 10);
  close();
  truncateSync(file, 0);
  const { db: rebuilt, notices } = open(file);
  expect(notices).toEqual([{ code: 'store_salvaged', file: asideOf(file), sales: 20 }]);
  expect(new Set(Object.values(statesOf(rebuilt)))).toEqual(new Set(['in_doubt']));
});

test.each([
  [
    'cut to nothing',
    (file: string) => {
      truncateSync(file, 0);
    },
  ],
  [
    'gone',
    (file: string) => {
      rmSync(file);
    },
  ],
])('a file that is %s does not silently become a new till', (_how, harm) => {
  const file = fullTill();
  harm(file);
  const { notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged', sales: 0 }]);
});

test('an older reading takes back no later step of a sale, and brings back no sold cart', async () => {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  take(db, 1, ['claimed', 'refused', 'judged'], 10);
  saveOpenCart(db, cart(2));
  await backUp(db, 1_000, never);
  take(db, 1, ['corrected'], 20);
  commitSale(db, sale(2));
  await backUp(db, 2_000, never);
  close();
  rmSync(file);
  const { db: rebuilt } = open(file);
  expect(Object.values(statesOf(rebuilt))).toEqual(['in_doubt', 'in_doubt']);
  expect(readSought(rebuilt, reference(1))?.proof).toBe('absence');
  expect(readOpenCart(rebuilt)).toBeUndefined();
});

test('a sale that only an older backup still has is brought from it', async () => {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  commitSale(db, sale(2));
  await backUp(db, 1_000, never);
  db.prepare('UPDATE sale SET body = ? WHERE sale_id = 1').run(
    Buffer.from('not what was committed'),
  );
  await backUp(db, 2_000, never);
  close();
  rmSync(file);
  expect(statesOf(open(file).db)).toEqual({
    [reference(1)]: 'in_doubt',
    [reference(2)]: 'in_doubt',
  });
});

test("another till's backup is not brought over", async () => {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  db.prepare(`UPDATE till SET till_code = '2'`).run();
  await backUp(db, 1_000, never);
  close();
  rmSync(file);
  expect(open(file).notices).toMatchObject([{ code: 'store_salvaged', sales: 0 }]);
});

test('two sales that copies made under one number are both brought over', async () => {
  const file = newFile();
  const first = open(file);
  commitSale(first.db, sale(1));
  first.close();
  const other = newFile();
  copyTill(file, other);
  const { db, close } = open(other);
  commitSale(db, sale(2));
  take(db, 2, ['claimed', 'accepted'], 20);
  const backup = await backUp(db, 1_000, never);
  close();
  const again = open(file);
  commitSale(again.db, sale(3));
  again.close();
  mkdirSync(join(dirname(file), 'backups'));
  copyTill(backup, join(dirname(file), 'backups', basename(backup)), ['']);
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));

  const { db: rebuilt } = open(file);
  expect(statesOf(rebuilt)).toEqual({
    [reference(1)]: 'in_doubt',
    [reference(2)]: 'confirmed',
    [reference(3)]: 'in_doubt',
  });
  const eventsOf = (number: number) =>
    readSaleDetail(rebuilt, reference(number))?.steps.map((step) => step.event);
  expect(eventsOf(2)).toEqual(['committed', 'claimed', 'accepted']);
  expect(eventsOf(3)).toEqual(['committed', 'restored']);
});

/** A till that was killed with everything since its opening still in the log. */
function crashedTill(): string {
  const file = newFile();
  const { db, close } = open(file);
  for (let number = 1; number <= 20; number += 1) commitSale(db, sale(number));
  const crashed = newFile();
  copyTill(file, crashed, ['', '-wal']);
  close();
  return crashed;
}

test('a log is whole after a kill, wherever the kill cut it', () => {
  const crashed = crashedTill();
  const log = readFileSync(`${crashed}-wal`);
  for (let length = 0; length <= log.length; length += 11_003) {
    const file = another(crashed);
    writeFileSync(`${file}-wal`, log.subarray(0, length));
    const { db, notices } = open(file);
    expect(notices.map((notice) => notice.code)).not.toContain('store_salvaged');
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  }
});

test.each([
  ['its header', 0],
  ['a sale in the middle', 100_000],
])('a log in which %s is overwritten is noticed, and kept', (_where, at) => {
  const file = crashedTill();
  const log = readFileSync(`${file}-wal`);
  expect(log.length).toBeGreaterThan(150_000);
  log.fill(0x5a, at, at + 20);
  writeFileSync(`${file}-wal`, log);
  const { db, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged', file: asideOf(file) }]);
  expect(readFileSync(`${asideOf(file)}-wal`).equals(log)).toBe(true);
  expect(countSales(db).queued).toBe(0);
  if (at > 0) expect(countSales(db).in_doubt).toBeGreaterThanOrEqual(3);
});

test('a log torn in its last transaction by a power cut is no damage, but unsettled sales are looked up before sending', () => {
  const crashed = newFile();
  const file = newFile();
  const selling = open(file);
  for (let number = 1; number <= 20; number += 1) commitSale(selling.db, sale(number));
  copyTill(file, crashed);
  selling.close();
  copyTill(crashed, file);
  const log = readFileSync(`${file}-wal`);
  // Overwrites the last frame but one, which is in the same transaction as the last, whose commit
  // still stands.
  log.fill(0x5a, log.length - 2 * (4096 + 24) + 100, log.length - (4096 + 24));
  writeFileSync(`${file}-wal`, log);
  const { db, notices } = open(file);
  expect(notices.map((notice) => notice.code)).not.toContain('store_salvaged');
  expect(countSales(db)).toMatchObject({ queued: 0, in_doubt: 19 });
  expect(readSaleDetail(db, reference(1))?.lastEvidence).toEqual({
    kind: 'restored',
    from: 'torn_log',
  });
});

test('if a till’s file is empty, the log’s contents are still brought over', () => {
  const file = crashedTill();
  truncateSync(file, 0);
  writeFileSync(`${file}.identity`, '1');
  const { db, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged' }]);
  expect(countSales(db).in_doubt).toBe(20);
});

test('a log on a bad sector keeps no till shut: what its file holds goes on', () => {
  const file = fullTill();
  onBadSector(`${file}-wal`);
  expect(openTillStore(tillFile(file))).toMatchObject({ error: { code: 'store_failed' } });
  expect(open(file).notices).toMatchObject([{ code: 'store_salvaged', sales: fullTillSales }]);
});

test('a lock that the disk has spoilt keeps no till shut, and still lets one in at a time', () => {
  const file = fullTill();
  writeFileSync(`${file}.lock`, Buffer.alloc(8_192, 0x5a));
  expect(open(file).notices).toEqual([]);
  expect(openTillStore(tillFile(file))).toMatchObject({ error: { code: 'store_in_use' } });
});

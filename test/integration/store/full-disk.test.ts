// A full disk refuses the whole sale, loses nothing, and sells again once there is room.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readOpenCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import { openTillStore } from '../../../src-main/store/open-or-rebuild.ts';
import { openStore, type Store } from '../../../src-main/store/open.ts';
import { storeError } from '../../../src-main/store/store-errors.ts';
import { commitSale, countSales, listSales, readSale } from '../../../src-main/store/sales.ts';
import { cart, contents, reference, recount, sale } from './samples.ts';
import { openTill } from './temporary-till.ts';
import { smallDisk } from '../../small-disk.ts';
import { open, tillFile } from './till-files.ts';

const enough = 2000;

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/**
 * Sells until a sale is refused, and returns its number. That sale's cart is the open one, as on
 * the screen.
 */
function sellUntilRefused(db: Store, openCart: number): number {
  saveOpenCart(db, cart(openCart));
  for (let number = openCart + 1; number < enough; number += 1) {
    const before = contents(db);
    try {
      // This commit is rolled back, since it would end the cart; it only uses up the disk's room.
      db.transaction(() => {
        commitSale(db, sale(number));
        saveOpenCart(db, cart(openCart));
      })();
    } catch (error) {
      expect(storeError(error, db.name)).toEqual({ code: 'disk_full' });
      expect(contents(db)).toBe(before);
      return number;
    }
  }
  throw new Error('the disk did not fill up');
}

function expectRefusedThenSold(db: Store, makeRoom: () => void): void {
  const open = 1;
  const refused = sellUntilRefused(db, open);
  expect(refused).toBeGreaterThan(open + 1);
  const before = contents(db);

  const error = thrownBy(() => commitSale(db, sale(open)));
  expect(storeError(error, db.name)).toEqual({ code: 'disk_full' });
  expect(db.inTransaction).toBe(false);
  expect(contents(db)).toBe(before);
  expect(readSale(db, reference(open))).toBeUndefined();
  expect(readOpenCart(db)).toEqual(cart(open));
  expect(listSales(db, { before: null, limit: 1, openOnly: false }).count).toBe(refused - open - 1);

  makeRoom();
  expect(commitSale(db, sale(open)).state).toBe('queued');
  expect(readOpenCart(db)).toBeUndefined();
  expect(countSales(db)).toMatchObject(recount(db));
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
}

test('a database that may not grow refuses the sale whole, and takes it once it may', () => {
  const db = openTill();
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 5}`);
  expectRefusedThenSold(db, () => {
    db.pragma('max_page_count = 1000000');
  });
});

/** Fills the rest of the disk with a file. */
function fill(file: string): void {
  const ballast = openSync(file, 'w');
  const error = thrownBy(() => {
    for (;;) writeSync(ballast, Buffer.alloc(4096));
  });
  closeSync(ballast);
  expect(error).toMatchObject({ code: 'ENOSPC' });
}

test('a disk that is really full refuses the sale whole, and takes it once there is room', (context) => {
  const disk = smallDisk('1m', context);
  const db = openTill(join(disk, 'till.sqlite'));
  expectRefusedThenSold(db, () => {
    spawnSync('mount', ['-o', 'remount,size=4m', disk]);
  });
});

test('a database cannot be begun on a disk that is full, and can be once there is room', (context) => {
  const disk = smallDisk('512k', context);
  const ballast = join(disk, 'ballast');
  fill(ballast);
  expect(openStore(join(disk, 'till.sqlite'))).toEqual({
    ok: false,
    error: { code: 'disk_full' },
  });
  rmSync(ballast);
  openTill(join(disk, 'till.sqlite'));
});

/** A damaged till of 60 sales on a disk that has been filled since. */
function damagedOnFullDisk(disk: string): { readonly file: string; readonly ballast: string } {
  const file = join(disk, 'till.db');
  const { db, close } = open(file);
  for (let number = 1; number <= 60; number += 1) commitSale(db, sale(number));
  close();
  writeFileSync(file, readFileSync(file).fill(0x5a, 0, 100));
  const ballast = join(disk, 'ballast');
  fill(ballast);
  return { file, ballast };
}

test('a damaged till that cannot be rebuilt for want of room is rebuilt once there is some', (context) => {
  const disk = smallDisk('4m', context);
  const { file, ballast } = damagedOnFullDisk(disk);
  const full = { ok: false, error: { code: 'disk_full' } };
  expect(openTillStore(tillFile(file))).toEqual(full);
  expect(openTillStore(tillFile(file))).toEqual(full);
  rmSync(ballast);
  const rebuilt = open(file);
  expect(rebuilt.notices).toMatchObject([{ code: 'store_salvaged', sales: 60 }]);
  expect(countSales(rebuilt.db).in_doubt).toBe(60);
});

test('a rebuilt till gets its name only once it is whole, however little room there is', (context) => {
  const disk = smallDisk('4m', context);
  const { file, ballast } = damagedOnFullDisk(disk);
  let refusals = 0;
  for (;;) {
    const opened = openTillStore(tillFile(file));
    if (opened.ok) {
      onTestFinished(() => {
        opened.value.db.close();
        opened.value.unlock();
      });
      expect(countSales(opened.value.db).in_doubt).toBe(60);
      break;
    }
    // If there is no room for the log's index, SQLite does not give the reason.
    expect(opened.error).toEqual({ code: 'disk_full' });
    refusals += 1;
    truncateSync(ballast, statSync(ballast).size - 4 * 4096);
  }
  expect(refusals).toBeGreaterThan(5);
});

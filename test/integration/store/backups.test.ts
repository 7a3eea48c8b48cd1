// Backups are made while the till sells, whole and few, and are recognised as copies however they
// are used.
import fs, {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { backUp, listBackups, newestBackupAtMs } from '../../../src-main/store/backups.ts';
import { holdCart, resumeCart, saveOpenCart } from '../../../src-main/store/carts.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { commitSale, countSales } from '../../../src-main/store/sales.ts';
import { Maintenance } from '../../../src-main/store/maintenance.ts';
import { startHelper } from '../../helper-process.ts';
import { reference, sale, take } from './samples.ts';
import { copyTill, newFile, open, readerOf, stateOf, statesOf } from './till-files.ts';

const never = new AbortController().signal;
const dayMs = 24 * 60 * 60 * 1000;

test('a backup ends while a thousand sales are made, and holds the state of one moment', async () => {
  const file = newFile();
  const { db, close } = open(file);
  for (let number = 1; number <= 500; number += 1) commitSale(db, sale(number));
  take(db, 1, ['claimed', 'accepted'], 0);

  let backup: string | undefined;
  const running = backUp(db, 1_000, never).then((done) => (backup = done));
  let sold = 500;
  while (backup === undefined && sold < 1_500) {
    commitSale(db, sale((sold += 1)));
    await turn();
  }
  await running;
  const soldMeanwhile = sold - 500;
  expect(soldMeanwhile).toBeGreaterThan(3);
  while (sold < 1_500) commitSale(db, sale((sold += 1)));
  close();

  const restored = newFile();
  copyTill(listBackups(file)[0] ?? '', restored, ['']);
  const { db: copy, notices } = open(restored);
  const counts = countSales(copy);
  expect(counts).toMatchObject({ queued: 0, sending: 0, confirmed: 1 });
  expect(counts.in_doubt).toBeGreaterThanOrEqual(499);
  expect(notices).toEqual([{ code: 'store_restored', sales: counts.in_doubt }]);
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
});

/** A till with a backup from when its one sale was queued; the sale has been sent since. */
async function sentSinceBackup(): Promise<{
  file: string;
  db: Store;
  close: () => void;
  backup: string;
}> {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  const backup = await backUp(db, 1_000, never);
  take(db, 1, ['claimed', 'accepted'], 0);
  return { file, db, close, backup };
}

test('a backup that replaces its till’s file is noticed', async () => {
  const { file, close, backup } = await sentSinceBackup();
  close();
  copyTill(backup, file, ['']);
  const { db, notices } = open(file);
  expect(notices).toEqual([{ code: 'store_restored', sales: 1 }]);
  expect(stateOf(db, 1)).toBe('in_doubt');
});

test('sales that a copy has aside or under way may have been sold since, so the till tells of them', async () => {
  const { file, db, close } = await sentSinceBackup();
  const { cart } = sale(2).content;
  holdCart(db, { cart, name: '', atMs: 1 });
  saveOpenCart(db, sale(3).content.cart);
  const backup = await backUp(db, 2_000, never);
  commitSale(db, sale(3));
  resumeCart(db, cart.cartId);
  commitSale(db, sale(2));
  close();
  copyTill(backup, file, ['']);
  expect(open(file).notices).toContainEqual({ code: 'carts_restored', carts: 2 });
});

test('a backup put beside the log of a crashed till loses neither', async () => {
  const { file, db, close, backup } = await sentSinceBackup();
  commitSale(db, sale(2));
  const crashed = newFile();
  copyTill(file, crashed);
  close();
  copyTill(crashed, file);
  copyTill(backup, file, ['']);
  const { db: restored, notices } = open(file);
  expect(notices).toMatchObject([{ code: 'store_salvaged' }]);
  expect(restored.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(['confirmed', 'in_doubt']).toContain(statesOf(restored)[reference(1)]);
  expect(statesOf(restored)[reference(2)]).toBe('in_doubt');
});

test('a backup is one file, and has its name only once it is whole', async () => {
  const { file, close, backup } = await sentSinceBackup();
  close();
  expect(readdirSync(join(dirname(file), 'backups'))).toEqual(['till-1970-01-01T00-00-01.000Z.db']);
  const copy = new Database(backup, { readonly: true });
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
  copy.close();
});

test('the newest seven are kept, and files of other names are left alone', async () => {
  const file = newFile();
  const { db } = open(file);
  await backUp(db, 0, never);
  writeFileSync(join(dirname(file), 'backups', 'mine.db'), '');
  for (let day = 1; day <= 9; day += 1) await backUp(db, day * dayMs, never);
  expect(listBackups(file)).toHaveLength(7);
  expect(newestBackupAtMs(file)).toBe(9 * dayMs);
  expect(existsSync(join(dirname(file), 'backups', 'mine.db'))).toBe(true);
});

test('no more are kept than fit into 2 GB, but two always', async () => {
  const file = newFile();
  const { db } = open(file);
  // Nothing is written for their size.
  const grow = (backup: string, megabytes: number) => {
    truncateSync(backup, megabytes * 1_000_000);
  };
  for (let day = 1; day <= 4; day += 1) grow(await backUp(db, day * dayMs, never), 600);
  // The one that is made comes on top.
  expect(listBackups(file)).toHaveLength(4);
  const small = await backUp(db, 5 * dayMs, never);
  expect(listBackups(file)).toHaveLength(4);
  grow(small, 2_400);
  const last = await backUp(db, 6 * dayMs, never);
  expect(listBackups(file)).toEqual([last, small]);
});

test('a backup that turns out to be damaged has its file read, whose damage is told', async () => {
  const file = newFile();
  const { db } = open(file);
  for (let number = 1; number <= 300; number += 1) commitSale(db, sale(number));
  db.pragma('wal_checkpoint(TRUNCATE)');
  const found: boolean[] = [];
  const failures: unknown[] = [];
  const begun = new Maintenance({
    ...{ db, nowMs: () => dayMs, startHelper, onFailure: (error) => failures.push(error) },
    onRead: (isWhole) => found.push(isWhole),
  });
  onTestFinished(() => begun.stop());
  const page = 30 * 4096;
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, page);
  // Closing it here would let go of the locks of the open database.
  onTestFinished(() => {
    closeSync(handle);
  });
  db.pragma('shrink_memory');
  await expect(begun.backUp()).rejects.toThrow('the backup is damaged');
  expect(listBackups(file)).toEqual([]);
  await expect.poll(() => found, { timeout: 20_000 }).toEqual([false]);
}, 30_000);

test('a backup made under a clock that was set back is not the one that is deleted', async () => {
  const file = newFile();
  const { db } = open(file);
  for (let day = 10; day <= 17; day += 1) await backUp(db, day * dayMs, never);
  const backup = await backUp(db, dayMs, never);
  expect(listBackups(file)).toContain(backup);
});

test('a backup that is broken off leaves nothing behind', async () => {
  const file = newFile();
  const { db } = open(file);
  for (let number = 1; number <= 300; number += 1) commitSale(db, sale(number));
  const stopped = new AbortController();
  const running = backUp(db, 0, stopped.signal);
  stopped.abort();
  await expect(running).rejects.toThrow('aborted');
  expect(readdirSync(join(dirname(file), 'backups'))).toEqual([]);
});

function maintenance(db: Store, nowMs: () => number, failures: unknown[] = []): Maintenance {
  const begun = new Maintenance({
    ...{ db, nowMs, startHelper },
    onFailure: (error) => failures.push(error),
    firstMs: 1,
    everyMs: 20,
  });
  onTestFinished(() => begun.stop());
  return begun;
}

test('a file that cannot be read again and again is told once', async () => {
  const { db } = open(newFile());
  const failures: unknown[] = [];
  let tries = 0;
  const begun = new Maintenance({
    ...{ db, nowMs: () => dayMs, isUnread: true, firstMs: 1, everyMs: 20 },
    startHelper: () => {
      tries += 1;
      throw new Error('no helper');
    },
    onFailure: (error) => failures.push(error),
  });
  onTestFinished(() => begun.stop());
  await expect.poll(() => tries).toBeGreaterThan(5);
  expect(failures).toHaveLength(1);
});

const tokenOf = (db: Store): unknown => db.pragma('application_id', { simple: true });

/**
 * Waits for a whole turn of maintenance. A turn looks at the clock once, and again for a backup; no
 * turn begins while one is made.
 */
async function wholeTurn(looks: () => number): Promise<void> {
  const before = looks();
  await expect.poll(looks).toBeGreaterThan(before + 3);
}

test('an open till backs itself up, and again after a day', async () => {
  const file = newFile();
  const { db } = open(file);
  let nowMs = 5 * dayMs;
  let looks = 0;
  const backups = () => listBackups(file).length;
  maintenance(db, () => {
    looks += 1;
    return nowMs;
  });
  await expect.poll(backups).toBe(1);
  nowMs += dayMs / 2;
  await wholeTurn(() => looks);
  expect(backups()).toBe(1);
  nowMs += dayMs / 2;
  await expect.poll(backups).toBe(2);
});

test('a backup from the future does not count for today’s', async () => {
  const file = newFile();
  const { db } = open(file);
  await backUp(db, 400 * dayMs, never);
  let nowMs = dayMs;
  const backups = () => listBackups(file).length;
  maintenance(db, () => (nowMs += 1));
  await expect.poll(backups).toBe(2);
  await wholeTurn(() => nowMs);
  expect(backups()).toBe(2);
});

test('the seven that are kept are the last that were made, whatever the clock said', async () => {
  const file = newFile();
  const { db } = open(file);
  await backUp(db, 400 * dayMs, never);
  const madeFiles: string[] = [];
  for (const day of [3, 9, 1, 300, 2, 4, 8])
    madeFiles.unshift(await backUp(db, day * dayMs, never));
  expect(listBackups(file)).toEqual(madeFiles);
});

test('a till whose file identity cannot be renewed is still backed up, and failures end with a success', async () => {
  const file = newFile();
  const { db } = open(file);
  commitSale(db, sale(1));
  const reader = readerOf(file);
  let nowMs = dayMs;
  const failures: unknown[] = [];
  maintenance(db, () => nowMs, failures);
  await expect.poll(() => [failures.length, listBackups(file).length]).toEqual([1, 1]);
  nowMs += dayMs;
  await expect.poll(() => listBackups(file).length).toBe(2);
  expect(failures).toMatchObject([{ code: 'SQLITE_BUSY' }]);
  reader.close();
  const before = tokenOf(db);
  await expect.poll(() => tokenOf(db)).not.toBe(before);
  commitSale(db, sale(2));
  readerOf(file);
  await expect.poll(() => failures.length).toBe(2);
}, 30_000);

test('backups that fail are told once, until one succeeds again', async () => {
  const file = newFile();
  const { db } = open(file);
  writeFileSync(join(dirname(file), 'backups'), 'a file where the folder should be');
  const failures: unknown[] = [];
  const begun = maintenance(db, () => dayMs, failures);
  await expect(begun.backUp()).rejects.toMatchObject({ code: 'EEXIST' });
  await expect.poll(() => failures.length).toBe(1);
  // Each turn renews the token, and then tries a backup.
  for (let turns = 0; turns < 2; turns += 1) {
    const before = tokenOf(db);
    await expect.poll(() => tokenOf(db)).not.toBe(before);
  }
  expect(failures).toHaveLength(1);
});

test('two backups requested at once are one', async () => {
  const file = newFile();
  const { db } = open(file);
  const begun = maintenance(db, () => dayMs);
  const [one, other] = await Promise.all([begun.backUp(), begun.backUp()]);
  expect(one).toBe(other);
});

test('a backup that must have all that is saved waits for the one under way', async () => {
  const file = newFile();
  const { db } = open(file);
  let nowMs = dayMs;
  const begun = maintenance(db, () => (nowMs += 1000));
  const first = begun.backUp();
  const fresh = begun.backUp({ isFresh: true });
  commitSale(db, sale(1));
  expect(await fresh).not.toBe(await first);
  const copy = new Database(await fresh, { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM sale').pluck().get()).toBe(1);
  copy.close();
});

test('a till closes at once during a backup, and the next start is ordinary', async () => {
  const file = newFile();
  const { db, close } = open(file);
  for (let number = 1; number <= 300; number += 1) commitSale(db, sale(number));
  const begun = new Maintenance({
    ...{ db, nowMs: () => dayMs, startHelper },
    onFailure: () => undefined,
  });
  const backup = begun.backUp();
  const givenUp = expect(backup).rejects.toThrow('aborted');
  await begun.stop();
  await givenUp;
  close();
  expect(open(file).notices).toEqual([]);
  expect(listBackups(file)).toEqual([]);
});

/** Has nobody list the folder, as where it is another user's. */
function refuseToList(folder: string): void {
  const { readdirSync: list } = fs;
  const refuse = (path: fs.PathLike, ...how: readonly unknown[]) => {
    if (path !== folder) return Reflect.apply(list, fs, [path, ...how]) as unknown;
    throw Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'scandir' });
  };
  fs.readdirSync = refuse as typeof list;
  syncBuiltinESMExports();
  onTestFinished(() => {
    fs.readdirSync = list;
    syncBuiltinESMExports();
  });
}

test.each<readonly [string, (folder: string) => void]>([
  [
    'links that lead nowhere among the backups',
    (folder) => {
      mkdirSync(folder);
      for (const day of ['01', '02'])
        symlinkSync('/nowhere', join(folder, `till-2026-03-${day}T10-00-00.000Z.db`));
    },
  ],
  [
    'files in the place of their folder',
    (folder) => {
      writeFileSync(folder, '');
    },
  ],
  [
    'backups that cannot be listed',
    (folder) => {
      mkdirSync(folder);
      refuseToList(folder);
    },
  ],
])('%s keep no till shut', (_what, harm) => {
  const file = newFile();
  const { db, close } = open(file);
  commitSale(db, sale(1));
  close();
  harm(join(dirname(file), 'backups'));
  const again = open(file);
  expect(countSales(again.db).queued).toBe(1);
});

// Days after a backup replaced the till's file, and after the file was copied: which Z reports the
// till knows, and which it knows to be lost.
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp } from '../../../src-main/store/backups.ts';
import type { Store } from '../../../src-main/store/open.ts';
import { lookAtBackup, useBackup } from '../../../src-main/store/restore-backup.ts';
import { readZReport } from '../../../src-main/store/z-reports.ts';
import { newFile, open as openFile } from '../store/till-files.ts';
import { temporaryFolder } from '../store/temporary-till.ts';
import { close, count, done, keepDays, open, stateOf } from './day-till.ts';

function emptyDay(db: Store, atMs: number): number {
  open(db, 0, atMs);
  return done(close(db, count(db, 0, atMs + 1).countId, 0, atMs + 2));
}

/** Restores a backup with one Z on a till that closed `later` days since. */
async function restored(later: number, isPresentReadable = true) {
  const file = newFile();
  const { db, close: end } = openFile(file);
  keepDays(db);
  emptyDay(db, 10);
  const backup = await backUp(db, 20, new AbortController().signal);
  const kept = join(temporaryFolder(), basename(backup));
  copyFileSync(backup, kept);
  const first = readZReport(db, 1);
  const gone = Array.from({ length: later }, (_, day) => {
    const report = readZReport(db, emptyDay(db, 30 + day * 10));
    return { name: `${report?.installation ?? ''}-${String(report?.number)}`, hash: report?.hash };
  });
  end();
  expect(await lookAtBackup(kept, file, {})).toMatchObject({ outcome: 'whole' });
  if (!isPresentReadable) copyFileSync('package.json', file);
  const what = { kind: 'backup_restored', lost: 0 } as const;
  useBackup(file, { atMs: 100, by: 'Rui', approvedBy: 'Inês', what });
  const last = { name: `${first?.installation ?? ''}-1`, hash: first?.hash };
  return { db: openFile(file).db, last, gone };
}

test('the Day page and the next Z name the last known Z and those that are lost', async () => {
  const { db, last, gone } = await restored(2);
  const [told] = stateOf(db).restored;
  expect(told).toEqual({ last, later: gone, isLaterKnown: true, lost: [] });
  const zId = emptyDay(db, 200);
  const report = readZReport(db, zId);
  expect(report?.snapshot.restored[0]).toEqual(told);
  // A new installation begins at 1, after the last known Z.
  expect(report).toMatchObject({ number: 1, previousHash: last.hash, isWhole: true });
  // The loss is told once.
  expect(stateOf(db).restored).toEqual([]);
  expect(readZReport(db, emptyDay(db, 210))?.snapshot.restored).toEqual([]);
});

test('if the former file cannot be read, the till does not know whether there were later Zs', async () => {
  const { db, last } = await restored(1, false);
  expect(stateOf(db).restored[0]).toEqual({ last, later: [], isLaterKnown: false, lost: [] });
});

test('if no day was closed since, the till says so', async () => {
  const { db, last } = await restored(0);
  expect(stateOf(db).restored[0]).toEqual({ last, later: [], isLaterKnown: true, lost: [] });
});

test('a copy says so, and a till that has never kept days says nothing', () => {
  const file = newFile();
  const { db, close: end } = openFile(file);
  emptyDays(db);
  end();
  const elsewhere = join(temporaryFolder(), 'copy');
  mkdirSync(elsewhere);
  const copy = join(elsewhere, basename(dirname(file)) + '.sqlite');
  copyFileSync(file, copy);
  expect(stateOf(openFile(copy).db).restored).toMatchObject([{ isLaterKnown: false }]);
  const other = newFile();
  openFile(other).close();
  const otherCopy = join(elsewhere, 'other.sqlite');
  copyFileSync(other, otherCopy);
  expect(stateOf(openFile(otherCopy).db).restored).toEqual([]);
});

function emptyDays(db: Store): void {
  keepDays(db);
  emptyDay(db, 10);
}
